import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import { afterEach, expect, test } from 'vitest';

import { traceDatabase } from '../../packages/database/traced.ts';
import { openTracing } from '../../src/outside/tracing.ts';
import { aHouse } from '../support/house.ts';
import { aResidentOf } from '../support/residents.ts';
import { storeWith } from '../support/store-with.ts';
import { anyStore } from '../support/stores/any-store.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

afterEach(() => {
  trace.disable();
  context.disable();
  propagation.disable();
});

async function aTracedHouse(settings: { readonly trustedProxies?: number } = {}) {
  const exporter = new InMemorySpanExporter();
  new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
  const tracing = await openTracing();
  if (!tracing) throw new Error('the SDK was not found');
  const state = { isBroken: false };
  const store = await anyStore();
  const failing = storeWith(store, {
    one: (query, values) =>
      state.isBroken ? Promise.reject(new TypeError('bad')) : store.one(query, values),
  });
  const house = await aHouse(traceDatabase(failing, tracing.trace), { ...settings, house: { tracing } });
  const spansOf = async (ask: Parameters<typeof house.ask>[0]): Promise<readonly ReadableSpan[]> => {
    exporter.reset();
    await house.ask(ask);
    await expect
      .poll(() => exporter.getFinishedSpans().some(({ kind }) => kind === SpanKind.SERVER))
      .toBe(true);
    return exporter.getFinishedSpans();
  };
  return { house, spansOf, state, exporter };
}

const serverSpan = (spans: readonly ReadableSpan[]) => spans.find(({ kind }) => kind === SpanKind.SERVER);

test('without an SDK there is no tracing', async () => {
  expect(await openTracing()).toBeUndefined();
});

test('a request is a span by route under its traceparent, and its transactions are children of it', async () => {
  const { house, spansOf } = await aTracedHouse({ trustedProxies: 1 });
  const ada = await aResidentOf(house, 'ada');
  const headers = { traceparent: `00-${TRACE}-${PARENT}-01` };
  const body = { name: 'Moss', species_slug: 'tabby' };
  const path = '/api/house/adopt';
  const spans = await spansOf({ method: 'POST', path, key: ada.key, body, headers });
  const request = serverSpan(spans);
  expect(request).toMatchObject({
    name: 'POST /api/house/adopt',
    attributes: { 'http.request.method': 'POST', 'http.route': path, 'http.response.status_code': 201 },
    parentSpanContext: { traceId: TRACE, spanId: PARENT },
    status: { code: SpanStatusCode.UNSET },
  });
  const others = spans.filter((span) => span !== request);
  expect(others.map(({ name }) => name)).toContain('transaction');
  for (const { parentSpanContext, attributes } of others) {
    expect(parentSpanContext?.traceId).toBe(TRACE);
    expect(attributes['db.system.name']).toBe('sqlite');
  }
  expect(JSON.stringify(spans.map(({ name, attributes }) => [name, attributes]))).not.toContain(ada.key);
});

test('without a trusted proxy the traceparent of a request is ignored', async () => {
  const { spansOf } = await aTracedHouse();
  const headers = { traceparent: `00-${TRACE}-${PARENT}-01` };
  const request = serverSpan(await spansOf({ path: '/api/stats', headers }));
  expect(request?.parentSpanContext).toBeUndefined();
  expect(request?.spanContext().traceId).not.toBe(TRACE);
});

test('work outside of a request has no spans', async () => {
  const { house, exporter } = await aTracedHouse();
  exporter.reset();
  await house.house.store.transaction(async () => {});
  await house.house.store.run({ text: 'delete from quotes' }, []);
  expect(exporter.getFinishedSpans()).toEqual([]);
});

test('a failed request has status error, and one without a route is named by its method', async () => {
  const { spansOf, state } = await aTracedHouse();
  expect(serverSpan(await spansOf({ path: '/no/such/path' }))).toMatchObject({
    name: 'GET',
    attributes: { 'http.response.status_code': 404 },
    status: { code: SpanStatusCode.UNSET },
  });
  state.isBroken = true;
  const spans = await spansOf({ path: '/api/stats' });
  expect(serverSpan(spans)).toMatchObject({
    name: 'GET /api/stats',
    attributes: { 'http.response.status_code': 500, 'error.type': '500' },
    status: { code: SpanStatusCode.ERROR },
  });
  expect(spans).toContainEqual(
    expect.objectContaining({ attributes: expect.objectContaining({ 'error.type': 'TypeError' }) }),
  );
});
