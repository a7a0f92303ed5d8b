import type { Span } from '@opentelemetry/api';

import { isInstalled } from './optional-package.ts';
import { packageVersion } from './package-version.ts';

interface TracedRequest {
  readonly method: string;
  /** The pattern of the route; undefined if none matched. URLs may contain secrets. */
  readonly route: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

type Attributes = Readonly<Record<string, string>>;

export interface Tracing {
  /** Starts the span of a request, with the parent of its `traceparent`; `next` runs within it. Returns its end. */
  traceRequest(request: TracedRequest, next: () => void): (status: number | undefined) => void;
  /** Runs work in a child span; outside of a request, as in jobs, without one. */
  readonly trace: <T>(name: string, attributes: Attributes, work: () => Promise<T>) => Promise<T>;
}

/** Undefined unless @opentelemetry/api is installed and an SDK was registered before, as by `node --import`. */
export async function openTracing(): Promise<Tracing | undefined> {
  if (!isInstalled('@opentelemetry/api')) return undefined;
  const api = await import('@opentelemetry/api');
  const { context, propagation, trace } = api;
  const tracer = trace.getTracer('arkhouse', packageVersion());
  // Without an SDK spans have no id.
  if (!api.isSpanContextValid(tracer.startSpan('probe').spanContext())) return undefined;
  const fail = (span: Span, errorType: string) =>
    span.setStatus({ code: api.SpanStatusCode.ERROR }).setAttribute('error.type', errorType);
  return {
    traceRequest({ method, route, headers }, next) {
      const parent = propagation.extract(context.active(), headers);
      const attributes = {
        'http.request.method': method,
        ...(route !== undefined && { 'http.route': route }),
      };
      const name = route === undefined ? method : `${method} ${route}`;
      const span = tracer.startSpan(name, { kind: api.SpanKind.SERVER, attributes }, parent);
      context.with(trace.setSpan(parent, span), next);
      return (status) => {
        if (status !== undefined) span.setAttribute('http.response.status_code', status);
        if (status !== undefined && status >= 500) fail(span, String(status));
        span.end();
      };
    },
    async trace(name, attributes, work) {
      if (!trace.getActiveSpan()) return work();
      const span = tracer.startSpan(name, { kind: api.SpanKind.CLIENT, attributes });
      try {
        return await context.with(trace.setSpan(context.active(), span), work);
      } catch (error) {
        fail(span, error instanceof Error ? error.name : 'unknown');
        throw error;
      } finally {
        span.end();
      }
    },
  };
}
