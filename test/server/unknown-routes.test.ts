import { expect, test } from 'vitest';

import { ROUTES } from '../../src/contract/routes.ts';
import { ACTIONS } from '../../src/core/vocabulary.ts';
import { unknownRouteResolver } from '../../src/http/server/unknown-route.ts';

// As it will be when every room is open; the door uses the rows that are.
const all = Object.values(ROUTES);
const findWay = unknownRouteResolver(all, all, ['/', '/docs', '/openapi.json']);

function facts(method: string, path: string) {
  const way = findWay(method, path, '');
  return 'problem' in way ? { code: way.problem.code, ...way.problem.facts } : way;
}

test.each([
  ['GET', '/api/openapi.json', '/openapi.json'],
  ['GET', '/api/docs', '/docs'],
  ['GET', '/api/swagger', '/docs'],
  ['GET', '/swagger.json', '/openapi.json'],
  ['GET', '/api/v1/house/status', '/api/house/status'],
  ['POST', '/api/v1/house/care', '/api/house/care'],
  ['GET', '/api/house/status/', '/api/house/status'],
  ['POST', '/api//house//care', '/api/house/care'],
  ['GET', '/API/House/Status', '/api/house/status'],
  ['GET', '/house/status', '/api/house/status'],
  ['GET', '/api/house/stat', '/api/house/status'],
  ['GET', '/api/house/graveyar', '/api/house/graveyard'],
  ['POST', '/api/auth/reg', '/api/auth/register'],
  ['POST', '/api/auth/rot', '/api/auth/rotate-key'],
  ['GET', '/api/auth', '/api/auth/register'],
  ['GET', '/api/hou', '/api/house'],
  ['GET', '/api/house/species/owl/', '/api/house/species/owl'],
  ['HEAD', '/api/health/', '/api/health'],
])('%s %s is shown to %s', (method, path, target) => {
  expect(findWay(method, path, '')).toEqual({ redirect: target });
});

test('the query comes along, and nothing in it can break a header', () => {
  expect(findWay('GET', '/api/v1/house/hall', '?page=2&x=\u00e9\n')).toEqual({
    redirect: '/api/house/hall?page=2&x=%C3%A9%0A',
  });
});

test.each([
  '//evil.example/api/house/care',
  '/\\evil.example',
  '/api/%2f%2fevil',
  '/api/https:/evil',
  '//evil.example',
])('nobody is sent out of the house by %s', (path) => {
  const way = findWay('GET', path, '');
  expect('redirect' in way && !/^\/[a-z]/.test(way.redirect)).toBe(false);
  expect(JSON.stringify(way)).not.toContain('evil');
});

test.each(ACTIONS)('%s as a path points to the one call for care', (action) => {
  expect(facts('POST', `/api/house/${action}`)).toMatchObject({
    code: 'no_such_route',
    careAction: action,
    meant: 'POST /api/house/care',
  });
});

test.each([
  ['GET', '/api/status', 'GET /api/house/status'],
  ['POST', '/api/house/register', 'POST /api/auth/register'],
  ['GET', '/api/auth/hall', 'GET /api/house/hall'],
  ['POST', '/api/creatures/adopt', 'POST /api/house/adopt'],
  ['GET', '/api/house/staus', 'GET /api/house/status'],
  ['POST', '/api/adopt_creature', 'POST /api/house/adopt'],
  ['GET', '/api/graveyards', 'GET /api/house/graveyard'],
])('%s %s: did you mean %s?', (method, path, meant) => {
  expect(facts(method, path)).toMatchObject({ code: 'no_such_route', meant });
});

test.each([
  ['GET', '/api/house/care', ['POST']],
  ['PUT', '/api/house/species', ['POST', 'GET', 'HEAD']],
  ['DELETE', '/api', ['GET', 'HEAD']],
  ['POST', '/api/house', ['GET', 'HEAD']],
  ['DELETE', '/docs', ['GET', 'HEAD']],
])('%s %s is a known place with another method', (method, path, allowed) => {
  expect(facts(method, path)).toMatchObject({ code: 'wrong_method', allowed });
});

test('a cut-off DELETE is never completed: nothing is deleted by a guess', () => {
  expect(facts('DELETE', '/api/house/releas')).toMatchObject({
    code: 'no_such_route',
    meant: 'DELETE /api/house/release',
  });
});

test.each(['/api/zzz', '/favicon.ico', '/api/h', '/wp-login.php', '/api/a'])(
  '%s was meant for nothing we know',
  (path) => {
    expect(facts('POST', path)).toEqual({ code: 'no_such_route' });
  },
);

test('an operation that is open can be gone to from the refusal', () => {
  expect(facts('GET', '/api/auth/hall')).toMatchObject({
    way: { method: 'GET', endpoint: '/api/house/hall' },
  });
  expect(facts('GET', '/api/house/adopt')).toMatchObject({
    way: { method: 'POST', endpoint: '/api/house/adopt', body: {} },
  });
  const half = unknownRouteResolver(all, [ROUTES.getHealth], []);
  const way = half('GET', '/api/auth/hall', '');
  expect('problem' in way && way.problem.facts).toEqual({ meant: 'GET /api/house/hall', way: undefined });
});

test('an operation that is described but not open is said to be so', () => {
  const half = unknownRouteResolver(all, [ROUTES.getHealth], []);
  expect(half('GET', '/api/house/status', '')).toMatchObject({ problem: { facts: { closed: true } } });
});
