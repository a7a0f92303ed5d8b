import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';

import { ROUTES } from '../api/routes.ts';
import { readNames } from './mistakes/read-names.ts';
import { inputReader, parseInput } from './parse-request.ts';

const ROUTE = ROUTES.getCreatureStatus;
const ID = '0c4f6c8e-6a2b-4d55-9d7c-2b1d4a9f8e10';

/** As much of a request as is read. */
function asking(query: string): FastifyRequest {
  const request = {
    url: `${ROUTE.path}?${query}`,
    query: Object.fromEntries(new URLSearchParams(query)),
    params: {},
    context: {},
  };
  return request as unknown as FastifyRequest;
}

/** Without any memory. */
function readAnew(query: string) {
  const { body, query: given, params } = asking(query);
  const read = readNames(ROUTE, { body, query: given, params });
  return { read, input: parseInput(ROUTE, read) };
}

test.each(['', 'view=brief', `creature_id=${ID}&view=full`, `petId=${ID}`, 'view=loud&colour=red', 'view='])(
  'the same address says the same however often it is read: %s',
  (query) => {
    const readInput = inputReader(ROUTE);
    const { read, input } = readAnew(query);
    for (let time = 0; time < 3; time += 1) {
      const request = asking(query);
      expect(readInput(request)).toEqual(input);
      expect(request.context.read).toEqual(read);
    }
  },
);

test('another address is never mistaken for one that was read', () => {
  const readInput = inputReader(ROUTE);
  for (let nth = 0; nth < 2500; nth += 1) {
    const query = `creature_id=${ID.slice(0, -4)}${String(nth).padStart(4, '0')}`;
    expect(readInput(asking(query))).toEqual(readAnew(query).input);
  }
});

test('what does not fit is refused each time, and what it was stays known', () => {
  const readInput = inputReader(ROUTE);
  for (let time = 0; time < 2; time += 1) {
    const request = asking('creature_id=nobody&colour=red');
    expect(() => readInput(request)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
    expect(request.context.read?.unexpected).toMatchObject([{ kind: 'unknown', field: 'colour' }]);
  }
});
