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

test('a refusal that asks for a choice lists the creatures', () => {
  const told = body(new ProblemError('which_creature', { yours: [mine, { ...mine, community: true }] }));
  expect(told.your_creatures).toEqual([mine, mine]);
  expect(told.untrusted_fields).toEqual(['/your_creatures/1/species']);
});

test('without a living creature the last death is shown with resurrection terms', () => {
  const told = body(new ProblemError('nobody_home', { yours: [], last: late }));
  expect(told).toMatchObject({
    error: 'No living creatures in your house',
    your_creatures: [],
    creature: { id: ID, name: 'Bo', alive: false, cause: 'neglect', died_at: '2026-01-17T00:00:00.000Z' },
    resurrection: { possible: true, cost: 100, credits: 40, hours_left: 164 },
  });
});

test('an agent that never had a creature gets an empty list', () => {
  const told = body(new ProblemError('nobody_home', { yours: [] }));
  expect(told).not.toHaveProperty('creature');
  expect(told).not.toHaveProperty('resurrection');
});

test.each([
  new ProblemError('no_living_creature', { yours: [mine], late }),
  new ProblemError('died_before_release', { late: { ...late, species: { ...PLAIN, tier: 'community' } } }),
])('$code shows the dead creature', (problem) => {
  expect(body(problem)).toMatchObject({ creature: { alive: false }, resurrection: { possible: true } });
});

test.each([
  new ProblemError('no_creature', { yours: [mine] }),
  new ProblemError('nobody_to_release', { yours: [mine] }),
])('$code lists the creatures', (problem) => {
  expect(body(problem).your_creatures).toEqual([mine]);
});

test('a sleeping creature is shown with a message and its wake-up time', () => {
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

test('a problem without a creature lists none', () => {
  expect(Object.keys(body(new ProblemError('unknown_key')))).toEqual([
    'error',
    'code',
    'suggestion',
    'request_id',
    'next_steps',
  ]);
});
