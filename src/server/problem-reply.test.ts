import { expect, test } from 'vitest';

import { TimeZone } from '../rules/base/local-time.ts';
import { aSleeper, after, PLAIN } from '../../test/support/creature.ts';
import { aLateOne, ID } from '../../test/support/facts.ts';
import { ROUTES } from '../api/routes.ts';
import { ProblemBody } from '../api/problems.ts';
import { ProblemError } from '../rules/problem.ts';
import { problemBody } from './problem-reply.ts';

function body(problem: ProblemError) {
  const sent: unknown = JSON.parse(JSON.stringify(problemBody(problem, ROUTES.careForCreature, ID)));
  expect(ProblemBody.parse(sent)).toStrictEqual(sent);
  return sent as ProblemBody;
}

const mine = { id: ID, name: 'Bo', species: 'Plain', stage: 'baby' } as const;
const late = aLateOne({ now: after(40) });

test('who has to choose is shown whom', () => {
  const told = body(new ProblemError('which_creature', { yours: [mine, { ...mine, community: true }] }));
  expect(told.your_creatures).toEqual([mine, mine]);
  expect(told.untrusted_fields).toEqual(['/your_creatures/1/species']);
});

test('an empty house shows the last one that died, and the way back', () => {
  const told = body(new ProblemError('nobody_home', { yours: [], last: late }));
  expect(told).toMatchObject({
    error: 'No living creatures in your house',
    your_creatures: [],
    creature: { id: ID, name: 'Bo', alive: false, cause: 'neglect', died_at: '2026-01-17T00:00:00.000Z' },
    resurrection: { possible: true, cost: 100, credits: 40, hours_left: 164 },
  });
});

test('a house that was always empty shows nobody', () => {
  const told = body(new ProblemError('nobody_home', { yours: [] }));
  expect(told).not.toHaveProperty('creature');
  expect(told).not.toHaveProperty('resurrection');
});

test.each([
  new ProblemError('no_living_creature', { yours: [mine], late }),
  new ProblemError('died_before_release', { late: { ...late, species: { ...PLAIN, tier: 'community' } } }),
])('$code tells of the one that died', (problem) => {
  expect(body(problem)).toMatchObject({ creature: { alive: false }, resurrection: { possible: true } });
});

test.each([
  new ProblemError('no_creature', { yours: [mine] }),
  new ProblemError('nobody_to_release', { yours: [mine] }),
])('$code lists who there is', (problem) => {
  expect(body(problem).your_creatures).toEqual([mine]);
});

test('a sleeper is left alone, with a message and until when', () => {
  const who = { id: ID, name: 'Bo', family: 'cat', seed: 1, count: 0 } as const;
  const problem = new ProblemError('creature_asleep', {
    ...who,
    rest: { wakesAt: after(13), nightEndsAt: after(18), zone: new TimeZone('UTC') },
    household: [aSleeper(11, { id: ID })],
  });
  expect(body(problem)).toMatchObject({
    error: 'Bo is sleeping',
    message: expect.stringContaining('Bo'),
    sleep_info: { sleeping: true, sleep_window_end: '06:00', timezone_used: 'UTC' },
  });
});

test('what knows of no creature tells of none', () => {
  expect(Object.keys(body(new ProblemError('unknown_key')))).toEqual([
    'error',
    'code',
    'suggestion',
    'request_id',
    'next_steps',
  ]);
});
