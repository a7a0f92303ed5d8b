import { expect, test } from 'vitest';

import { ACTIONS } from '../../src/rules/vocabulary.ts';
import { ROUTES } from '../../src/api/routes.ts';
import { unknownRouteResolver } from '../../src/server/unknown-route.ts';
import { ADMIN_KEY } from '../moderation/desk.ts';
import { aHouse } from '../support/house.ts';
import { anyStore } from '../support/stores/any-store.ts';

// All routes of the contract; the service itself passes only those that are open.
const all = Object.values(ROUTES);
const pages = '/ /docs /openapi.json /creatures/{id} /agents/{username}'.split(' ');
const findWay = unknownRouteResolver(all, all, pages);
const ID = '0b9f6c1e-6c0e-4f0b-9a63-2f5d1c7a8e40';

function facts(method: string, path: string, body?: unknown) {
  const way = findWay(method, path, '', body);
  return 'problem' in way ? { code: way.problem.code, ...way.problem.facts } : way;
}

test('misspelt, versioned and truncated paths redirect to the right one', () => {
  const redirects = `GET /api/openapi.json /openapi.json; GET /api/docs /docs; GET /api/swagger /docs;
    GET /swagger.json /openapi.json; GET /api/v1/house/status /api/house/status;
    POST /api/v1/house/care /api/house/care; GET /api/house/status/ /api/house/status;
    POST /api//house//care /api/house/care; GET /API/House/Status /api/house/status;
    GET /house/status /api/house/status; GET /api/house/stat /api/house/status;
    GET /api/house/graveyar /api/house/graveyard; POST /api/auth/reg /api/auth/register;
    POST /api/auth/rot /api/auth/rotate-key; GET /api/auth /api/auth/register; GET /api/hou /api/house;
    GET /api/house/species/owl/ /api/house/species/owl; HEAD /api/health/ /api/health;
    GET /docs/ /docs; GET /creatures/${ID}/ /creatures/${ID}; HEAD /agents/Wren-7/ /agents/Wren-7`;
  for (const redirect of redirects.split(/;\s+/)) {
    const [method = '', path = '', target] = redirect.split(' ');
    expect(findWay(method, path, ''), redirect).toEqual({ redirect: target });
  }
});

test('the query comes along, and nothing in the query can break a header', () => {
  expect(findWay('GET', '/api/v1/house/hall', '?page=2&x=\u00e9\n')).toEqual({
    redirect: '/api/house/hall?page=2&x=%C3%A9%0A',
  });
  expect(findWay('GET', `/api/house/history/${ID}`, '?format=markdown')).toEqual({
    redirect: `/api/house/history?creature_id=${ID}&format=markdown`,
  });
});

test.each([
  ['/api/auth/rotate-key', '', '/api/auth/me'],
  ['/api/house/calendar', '', '/api/auth/me'],
  ['/api/house/release', `?creature_id=${ID}`, '/api/house/status'],
])(
  'GET %s%s suggests GET %s: the operation it names is irreversible or lacks its fields',
  (path, search, endpoint) => {
    const way = { method: 'GET', endpoint };
    expect(findWay('GET', path, search)).toMatchObject({ problem: { facts: { way } } });
  },
);

test.each(ACTIONS)('%s as a path leads to the care operation, with the other fields', (action) => {
  const item = action !== 'reflect' && { item: 'tuna' };
  for (const path of [`/${action}`, `/api/pets/${ID}/${action}`, `/v1/${action}/${ID}`]) {
    const body = { action, notes: 'hello', ...item, ...(path.includes(ID) && { creature_id: ID }) };
    const way = { method: 'POST', endpoint: '/api/house/care', body };
    const told = facts('POST', path, { notes: 'hello', food: 'tuna', colour: 'red' });
    expect(told).toEqual({ code: 'no_such_route', meant: 'POST /api/house/care', way });
  }
});

test.each([
  ['GET', '/api/auth/hall', 'GET /api/house/hall'],
  ['POST', '/api/creatures/adopt', 'POST /api/house/adopt'],
  ['GET', '/api/house/staus', 'GET /api/house/status'],
  ['POST', '/api/adopt_creature', 'POST /api/house/adopt'],
  ['DELETE', '/api/house/releas', 'DELETE /api/house/release'],
])('%s %s is not completed on a guess: did you mean %s?', (method, path, meant) => {
  expect(facts(method, path)).toMatchObject({ code: 'no_such_route', meant });
});

test('a known path with another method names the allowed ones, and one that resembles none has no suggestion', () => {
  for (const [path, ...allowed] of [
    ['/api/house/species', 'POST', 'GET', 'HEAD'],
    ['/docs', 'GET', 'HEAD'],
  ])
    expect(facts('DELETE', path ?? '')).toMatchObject({ code: 'wrong_method', allowed });
  for (const path of ['/api/zzz', '/favicon.ico', '/api/h', '/wp-login.php', '/api/a'])
    expect(facts('POST', path), path).toEqual({ code: 'no_such_route' });
});

test('the refusal for an open operation has it as a step, and one that is not open is reported as closed', () => {
  const open = { method: 'GET', endpoint: '/api/house/hall' };
  expect(facts('GET', '/api/auth/hall')).toMatchObject({ way: open });
  const half = unknownRouteResolver(all, [ROUTES.getHealth], []);
  const way = half('GET', '/api/auth/hall', '');
  expect('problem' in way && way.problem.facts).toEqual({ meant: 'GET /api/house/hall', way: undefined });
  expect(half('GET', '/api/house/status', '')).toMatchObject({ problem: { facts: { closed: true } } });
});

test.each([
  ['HEAD', '/nowhere', 'text/html'],
  ['POST', '/nowhere', 'application/json'],
  ['POST', '/admin/login', 'text/html'],
  ['GET', '/api/%zz', 'application/json'],
])('a browser that fails at %s %s gets %s', async (method, path, type) => {
  const { ask } = await aHouse(await anyStore(), { adminKey: ADMIN_KEY });
  const told = await ask({ method, path, headers: { accept: 'text/html' }, body: 'x'.repeat(70_000) });
  expect([told.status >= 400, told.headers['content-type']]).toEqual([true, `${type}; charset=utf-8`]);
});

test.each([
  ['/pets', 'GET /api/house/status'],
  ['/login', 'GET /api/auth/me'],
])('a browser at %s gets a page that names %s; a program is redirected', async (path, meant) => {
  const { ask } = await aHouse(await anyStore());
  const page = await ask({ path, headers: { accept: 'text/html' } });
  expect(page).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } });
  expect(page.text).toContain(`<code>${meant}</code>`);
  expect(await ask({ path })).toMatchObject({ status: 308, headers: { location: meant.split(' ')[1] } });
});
