import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';

import { ROUTES } from '../api/routes.ts';
import { readNames } from './mistakes/read-names.ts';
import { parseInput, readInput } from './parse-request.ts';

const ROUTE = ROUTES.getCreatureStatus;
const ID = '0c4f6c8e-6a2b-4d55-9d7c-2b1d4a9f8e10';

/** The parts of a request that are read. */
function asking(query: string): FastifyRequest {
  const request = {
    url: `${ROUTE.path}?${query}`,
    query: Object.fromEntries(new URLSearchParams(query)),
    params: {},
    context: {},
  };
  return request as unknown as FastifyRequest;
}

function readInSteps(query: string) {
  const { body, query: given, params } = asking(query);
  const read = readNames(ROUTE, { body, query: given, params });
  return { read, input: parseInput(ROUTE, read) };
}

test.each(['', 'view=brief', `creature_id=${ID}&view=full`, `petId=${ID}`, 'view=loud&colour=red', 'view='])(
  'aliases are renamed and the request validated: %s',
  (query) => {
    const { read, input } = readInSteps(query);
    const request = asking(query);
    expect(readInput(ROUTE, request)).toEqual(input);
    expect(request.context.read).toEqual(read);
  },
);

test('invalid input is refused and stays available', () => {
  const request = asking('creature_id=nobody&colour=red');
  expect(() => readInput(ROUTE, request)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  expect(request.context.read?.unexpected).toMatchObject([{ kind: 'unknown', field: 'colour' }]);
});
