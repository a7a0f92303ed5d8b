import { expect, test } from 'vitest';

import { TimeZone } from '../../rules/base/clock.ts';
import { ProblemError, type DeadCreatureFacts } from '../../rules/problem.ts';
import { ROUTES } from '../../api/routes.ts';
import { aCreature, after, aSleeper, NOON, PLAIN, SLEEPLESS } from '../../../test/support/creature.ts';
import { describeProblem } from './problems.ts';

const say = (problem: ProblemError, route?: (typeof ROUTES)[keyof typeof ROUTES]) =>
  describeProblem(problem, route, { suffix: 'ab12-cd3' });

const mine = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const stage = at === 0 ? 'egg' : 'baby';
    return { id: `c${at}`, name: `Bo ${at}`, species: 'IGNORE', stage, alive: true } as const;
  });

test('an agent with several creatures gets a step for each, up to five', () => {
  const { suggestion, steps } = say(new ProblemError('which_creature', { yours: mine(7) }));
  expect(suggestion).toContain('7 living creatures');
  const looks = [0, 1, 2, 3, 4].map((at) => `/api/house/status?creature_id=c${at}`);
  expect(steps.map(({ endpoint }) => endpoint)).toEqual(looks);
  expect(steps[0]?.description).toBe('Look at Bo 0, and it hatches.');
  expect(JSON.stringify(steps)).not.toContain('IGNORE');
});

const ANY = { kind: 'any' } as const;
const DEAD = { creature: { ...aCreature(), died: { at: NOON, cause: 'neglect' } }, species: PLAIN } as const;
const PRICE = { cost: 100, credits: 0, missing: 100, payers: [] };
const late: DeadCreatureFacts = { ...DEAD, ...PRICE, imageUrl: undefined, now: after(24) };

test('without a living creature the problem has the resurrection deadline of the last', () => {
  const never = say(new ProblemError('nobody_home', { target: ANY, yours: [] }));
  expect(never.suggestion).toMatch(/^Your house is empty\./);
  expect(never.steps[0]?.action).toBe('adopt');
  expect(say(new ProblemError('nobody_home', { target: ANY, yours: [], late })).suggestion).toBe(
    'Your house is empty. Bo died of being left alone 24 hours ago. It can be brought back for 144 hours more.',
  );
  const unknown = { target: { kind: 'unknown' }, yours: mine(1) } as const;
  expect(say(new ProblemError('nobody_home', unknown)).suggestion).toContain('your_creatures');
});

test.each([
  ['brings the last one back', { missing: 0 }, 'resurrect'],
  ['buys what is missing for that', { missing: 60, payers: ['human'] as const }, 'buy_credits'],
  ['visits its stone where nobody can pay', {}, 'visit_graveyard'],
  ['visits its stone when it is too late', { missing: 0, now: after(24 * 8) }, 'visit_graveyard'],
])('without a living creature the first step %s', (_, facts, action) => {
  const missing = { target: ANY, yours: [], late: { ...late, ...facts } };
  expect(say(new ProblemError('nobody_home', missing)).steps[0]?.action).toBe(action);
  const cared = say(new ProblemError('no_living_creature', missing));
  expect(cared.steps[0]?.action).toBe(action);
});

test('a taken slug is answered with a free one', () => {
  const design = { slug: 'x'.repeat(40), name: 'Own', family: 'cat', personality: 'Naps all day long.' };
  const problem = new ProblemError('slug_taken', { slug: design.slug });
  const caller = { suffix: 'ab12-cd3', sent: { body: { ...design, colour: 'red', image_prompt: null } } };
  const { steps } = describeProblem(problem, ROUTES.createSpecies, caller);
  expect(steps[0]?.body).toEqual({ ...design, slug: `${'x'.repeat(32)}_ab12cd3` });
  expect(say(problem).steps.map(({ action }) => action)).toEqual(['browse_species']);
});

function asleepBeside(...others: readonly ReturnType<typeof aSleeper>[]) {
  const rest = { wakesAt: after(18), nightEndsAt: after(18), zone: new TimeZone('UTC') };
  const who = { id: 'c', name: 'Bo', family: 'cat', seed: 1, count: 1 } as const;
  return new ProblemError('creature_asleep', { ...who, rest, household: [aSleeper(11), ...others] });
}

test('a sleeping creature is described, with the next visit of status or another that needs care now', () => {
  const { error, message, suggestion, steps } = say(asleepBeside());
  expect(error).toBe('Bo is sleeping');
  expect(message).toMatch(/Bo/);
  expect(suggestion).toMatch(/^It wakes in 7 hours, at 2026-01-16T06:00Z/);
  const description = 'Come back in 7 hours, at 2026-01-16T06:00Z: Bo wakes then, and its meal will be late.';
  const company = { action: 'reflect', body: { action: 'reflect', creature_id: 'c' } };
  expect(steps).toMatchObject([{ action: 'check_back', description }, company]);
  const beside = say(asleepBeside(aSleeper(11, { seed: SLEEPLESS, id: 'o' })));
  expect(beside.steps[0]).toMatchObject({ action: 'feed', body: { creature_id: 'o' } });
});
