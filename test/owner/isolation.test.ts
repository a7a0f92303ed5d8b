import { describe, expect, test } from 'vitest';

import { type Guest, GUESTS } from '../../src/rules/vocabulary.ts';
import type { Route } from '../../src/api/route.ts';
import { ROUTES } from '../../src/api/routes.ts';
import { TOOLS } from '../../src/mcp/tools.ts';
import { message, useTool } from '../mcp/messages.ts';
import { aKeeper, aKeptHouse, aPlainHouse, of } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import type { Ask, TestHouse, Told } from '../support/house.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { everyRow } from '../support/stores/every-row.ts';

const WAYS = ['as a bearer token', 'in its header', 'in the address'] as const;
type Way = (typeof WAYS)[number];
const HEADERS: readonly Way[] = ['as a bearer token', 'in its header'];

/** What the credential of a guest opens, by route and way of sending it; everything else refuses it or answers a stranger. */
const OPENS: Readonly<Record<Guest, Readonly<Record<string, readonly Way[]>>>> = {
  owner: { get_due: WAYS, get_week: WAYS, get_calendar: ['in the address'] },
  sitter: { get_creature_status: HEADERS, care_for_creature: HEADERS, get_due: HEADERS },
};

const LIMITED = { status: 403, code: 'limited_key' };
const STRANGE = { status: 401, code: 'missing_key' };
const IN_ADDRESS = { status: 401, code: 'key_in_address' };

interface Refused {
  readonly status: number;
  readonly code: string;
}

/** How a route refuses the credential; undefined if it answers it as it answers a stranger. */
function refusalOf(guest: Guest, { auth, operationId }: Route, way: Way): Refused | undefined {
  if (operationId === 'get_calendar' && way === 'in the address') return IN_ADDRESS;
  if (auth === 'none') return undefined;
  // A key in the address is refused wherever a key counts.
  if (way === 'in the address' && guest === 'sitter') return IN_ADDRESS;
  if (auth === 'admin')
    return way === 'as a bearer token' ? LIMITED : { status: 401, code: 'unknown_admin_key' };
  if (way !== 'in the address') return LIMITED;
  return auth === 'required' ? STRANGE : undefined;
}

function sending(credential: string, way: Way): Pick<Ask, 'headers'> & { readonly query: string } {
  if (way === 'in the address') return { query: `?token=${credential}` };
  return {
    query: '',
    headers:
      way === 'in its header' ? { 'x-api-key': credential } : { authorization: `Bearer ${credential}` },
  };
}

async function aGuestedHouse() {
  const { house, wren } = await aKeptHouse(await anyStore());
  const neighbour = await aKeeper(house, 'bee');
  const id = await wren.hatch();
  await neighbour.hatch();
  const guests = await guestsOf(house, wren);
  return { house, wren, id, ...guests };
}

async function guestsOf({ ask }: Pick<TestHouse, 'ask'>, { key }: { readonly key: string }) {
  const link = await ask({ method: 'POST', path: '/api/house/owner-link', key });
  const body = { name: 'Robin', hours: 5 };
  const made = await ask({ method: 'POST', path: '/api/house/sitters', key, body });
  const credentials: Readonly<Record<Guest, string>> = {
    owner: String(link.body['token']),
    sitter: String(made.body['key']),
  };
  return { credentials, sitterId: String(of(made, 'sitter', 'id')) };
}

function requestOf(route: Route, creatureId: string): Ask {
  const { method } = route;
  const path = route.path.replace('{slug}', 'tabby').replace('{id}', creatureId);
  // A stranger may register: the body is refused.
  const isOpenWrite = route.auth === 'none';
  const body = isOpenWrite ? {} : { ...(route.example as object | undefined), creature_id: creatureId };
  return method === 'GET' ? { method, path } : { method, path, body };
}

const DOORS = ['/admin', '/metrics', '/mcp', '/openapi.json', '/creatures', '/agents/wren'];

describe.each(GUESTS)('the credential of the %s', (guest) => {
  test('opens what is listed for it and no other route, leaves every row as it was, and no trace', async () => {
    const { house, wren, id, credentials } = await aGuestedHouse();
    const { [guest]: credential } = credentials;
    const { store } = house.house;
    const before = await everyRow(store);
    const replies: Told[] = [];
    const opened: (readonly [Route, Way])[] = [];
    for (const route of Object.values<Route>(ROUTES)) {
      for (const way of WAYS) {
        if (OPENS[guest][route.operationId]?.includes(way)) {
          opened.push([route, way]);
          continue;
        }
        const request = requestOf(route, id);
        const { query, headers = {} } = sending(credential, way);
        const told = await house.ask({ ...request, path: request.path + query, headers });
        replies.push(told);
        const refused = refusalOf(guest, route, way);
        const expected = refused ?? { status: (await house.ask(request)).status, code: undefined };
        const found = { status: told.status, code: refused && told.body['code'] };
        expect.soft([route.operationId, way, found]).toEqual([route.operationId, way, expected]);
        expect
          .soft([route.operationId, way, told.text.includes(wren.id)])
          .toEqual([route.operationId, way, false]);
      }
    }
    for (const path of DOORS)
      for (const way of WAYS) {
        const { query, headers = {} } = sending(credential, way);
        replies.push(await house.ask({ path: path + query, headers }));
      }
    const page = await house.ask({ path: `/mine/${credential}` });
    expect(page.status).toBe(guest === 'owner' ? 200 : 404);
    expect(await everyRow(store)).toBe(before);

    expect(opened.length).toBe(Object.values(OPENS[guest]).flat().length);
    for (const [route, way] of opened) {
      const request = requestOf(route, id);
      const { query, headers = {} } = sending(credential, way);
      const told = await house.ask({ ...request, path: request.path + query, headers });
      replies.push(told);
      expect.soft([route.operationId, way, told.status]).toEqual([route.operationId, way, 200]);
    }
    const spoken = { ...sending(credential, 'as a bearer token').headers, 'x-request-id': credential };
    replies.push(await house.ask({ path: '/api/house/due', headers: spoken }));
    expect(house.log.length).toBeGreaterThan(100);
    expect(house.log.join('')).not.toContain(credential);
    for (const { text, headers } of replies) expect(text + JSON.stringify(headers)).not.toContain(credential);
    expect(await everyRow(store)).not.toContain(credential);
  });

  test('works with the tools that are listed to it only', async () => {
    const { house, id, credentials } = await aGuestedHouse();
    const { [guest]: credential } = credentials;
    const open = new Set(Object.keys(OPENS[guest]));
    const before = await everyRow(house.house.store);
    const keyed = TOOLS.filter(({ row }) => row.auth !== 'none' && !open.has(row.operationId));
    for (const { name, row } of keyed) {
      const given = { ...(row.example as object | undefined), creature_id: id, id };
      for (const [sent, headers] of [
        [{ ...given, api_key: credential }, {}],
        [given, { 'x-api-key': credential }],
      ] as const) {
        const told = await useTool(house, name, sent, { headers });
        const { code } = (told.data['problem'] ?? {}) as { readonly code?: string };
        expect.soft([name, told.isError, code], told.words).toEqual([name, true, 'limited_key']);
        expect(told.text).not.toContain(credential);
      }
    }
    expect(await everyRow(house.house.store)).toBe(before);
    const list = message({ method: 'tools/list' });
    const listed = await house.ask({ ...list, key: credential });
    const { tools, cacheScope } = listed.body['result'] as { tools: { name: string }[]; cacheScope: string };
    const ofTools = TOOLS.map(({ name }) => name).filter((name) => open.has(name));
    expect([tools.map(({ name }) => name), cacheScope]).toEqual([ofTools, 'private']);
    expect(JSON.stringify(tools)).not.toContain('api_key');
    for (const { name, row } of TOOLS.filter((tool) => open.has(tool.row.operationId))) {
      const given = { ...(row.example as object | undefined), creature_id: id, api_key: credential };
      const told = await useTool(house, name, given);
      expect.soft([name, told.isError], told.words).toEqual([name, false]);
    }
  });
});

eachDatabase((place) => {
  test('ended credentials are refused at once on two nodes, wherever they opened something', async () => {
    const store = await place.fresh();
    const { house, wren } = await aKeptHouse(store);
    const other = await aPlainHouse(await place.again(store));
    const id = await wren.hatch();
    const [revoked, expired] = [await guestsOf(house, wren), await guestsOf(house, wren)];
    const statuses = async (guest: Guest, credential: string) => {
      const found: number[] = [];
      for (const route of Object.values<Route>(ROUTES))
        for (const way of OPENS[guest][route.operationId] ?? [])
          for (const { ask } of [house, other]) {
            const request = requestOf(route, id);
            const { query, headers = {} } = sending(credential, way);
            found.push((await ask({ ...request, path: request.path + query, headers })).status);
          }
      return new Set(found);
    };
    const { owner } = expired.credentials;
    expect(await statuses('owner', owner)).toEqual(new Set([200]));
    expect(await statuses('sitter', revoked.credentials.sitter)).toEqual(new Set([200]));
    expect(await statuses('sitter', expired.credentials.sitter)).toEqual(new Set([200]));

    await house.ask({ method: 'DELETE', path: '/api/house/owner-link', key: wren.key });
    await other.ask({ method: 'DELETE', path: `/api/house/sitters/${revoked.sitterId}`, key: wren.key });
    for (const { clock } of [house, other]) clock.forward('5h');
    expect(await statuses('owner', owner)).toEqual(new Set([401, 404]));
    expect(await statuses('owner', revoked.credentials.owner)).toEqual(new Set([401, 404]));
    expect(await statuses('sitter', revoked.credentials.sitter)).toEqual(new Set([401]));
    expect(await statuses('sitter', expired.credentials.sitter)).toEqual(new Set([401]));
  });
});
