import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';

import { aSleeper, after } from '../../test/support/creature.ts';
import { ID } from '../../test/support/facts.ts';
import { ProblemBody } from '../api/problems.ts';
import { ROUTES } from '../api/routes.ts';
import { TimeZone } from '../rules/base/clock.ts';
import { ProblemError } from '../rules/problem.ts';
import { parseInput, readInput, readNames } from './parse-request.ts';
import { problemBody } from './refuse.ts';

function body(problem: ProblemError) {
  const sent: unknown = JSON.parse(JSON.stringify(problemBody(problem, ROUTES.careForCreature, ID)));
  expect(ProblemBody.parse(sent)).toStrictEqual(sent);
  return sent as ProblemBody;
}

test('a sleeping creature is shown with a message and its wake-up time', () => {
  const who = { id: ID, name: 'Bo', family: 'cat', seed: 1, count: 0 } as const;
  const rest = { wakesAt: after(13), nightEndsAt: after(18), zone: new TimeZone('UTC') };
  const household = [aSleeper(11, { id: ID })] as const;
  const told = body(new ProblemError('creature_asleep', { ...who, rest, household }));
  expect(told).toMatchObject({ error: 'Bo is sleeping', message: expect.stringContaining('Bo') });
  const night = { sleeping: true, sleep_window_end: '06:00', timezone_used: 'UTC' };
  expect(told).toMatchObject({ sleep_info: night });
});

test('a problem without a creature lists none', () => {
  const fields = Object.keys(body(new ProblemError('unknown_key')));
  expect(fields).toEqual(['error', 'code', 'suggestion', 'request_id', 'next_steps']);
});

const ROUTE = ROUTES.getCreatureStatus;

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
  const { body: sent, query: given, params } = asking(query);
  const read = readNames(ROUTE, { body: sent, query: given, params });
  return { read, input: parseInput(ROUTE, read) };
}

test.each(['', 'view=brief', `creature_id=${ID}&view=full`, `petId=${ID}`, 'view=loud&colour=red', 'view='])(
  'aliases are renamed and the request validated: %s',
  (query) => {
    const { read, input } = readInSteps(query);
    const request = asking(query);
    expect(readInput(ROUTE, request)).toEqual(input);
    expect(request.context.read).toEqual({ ...read, parsedQuery: input.query });
  },
);

test('invalid input is refused and stays available', () => {
  const request = asking('creature_id=nobody&colour=red');
  expect(() => readInput(ROUTE, request)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  expect(request.context.read?.unexpected).toMatchObject([{ kind: 'unknown', field: 'colour' }]);
});
