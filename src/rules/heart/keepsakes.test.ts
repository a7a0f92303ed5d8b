import { expect, test } from 'vitest';

import { NEW_RECORD, type CareRecord } from '../lives/creature.ts';
import { ACTIONS, STAGES } from '../vocabulary.ts';
import { NO_CARE, type CareDigest } from './heart.ts';
import {
  keepsakeOfStage,
  keepsakeOfWish,
  keepsakesEarned,
  KEEPSAKES_OF_DAYS,
  KEEPSAKE_OF_RETURN,
  wornOf,
  type KeepsakeFacts,
} from './keepsakes.ts';
import { KEEPSAKES, KEEPSAKE_KINDS, type KeepsakeKind, type KeepsakeRow } from './keepsakes-table.ts';
import { WISH_KINDS } from './wishes-table.ts';

const ORIGINS = [
  'wish',
  'first',
  'stage',
  'streak',
  'survived',
  'days',
  'acts',
  'granted',
  'returned',
] as const;

function rowOf(kind: KeepsakeKind): KeepsakeRow {
  return KEEPSAKES[kind];
}

test('there are at least sixty kinds of keepsakes, each with one source', () => {
  expect(KEEPSAKE_KINDS.length).toBeGreaterThanOrEqual(60);
  for (const kind of KEEPSAKE_KINDS)
    expect([kind, ORIGINS.filter((origin) => rowOf(kind)[origin] !== undefined)]).toEqual([
      kind,
      [expect.any(String)],
    ]);
});

test('every wish has its own keepsake', () => {
  const left = WISH_KINDS.map(keepsakeOfWish);
  expect(new Set(left).size).toBe(WISH_KINDS.length);
  expect(left.map((kind) => rowOf(kind).wish)).toEqual(WISH_KINDS);
});

test('every stage but the egg has a keepsake, and so has resurrection', () => {
  expect(STAGES.filter((stage) => keepsakeOfStage(stage) === undefined)).toEqual(['egg']);
  expect(rowOf(KEEPSAKE_OF_RETURN).returned).toBe(true);
});

test('the kept days are the 7th, 30th, 100th and 365th', () => {
  expect(KEEPSAKES_OF_DAYS.map(({ days }) => days)).toEqual([7, 30, 100, 365]);
});

interface Facts extends Omit<Partial<KeepsakeFacts>, 'care' | 'record'> {
  readonly care?: Partial<CareDigest>;
  readonly record?: Partial<CareRecord>;
}

function earnedBy({ care, record, ...rest }: Facts, kept: readonly KeepsakeKind[] = []): KeepsakeKind[] {
  const facts = { care: { ...NO_CARE, ...care }, record: { ...NEW_RECORD, ...record } };
  return keepsakesEarned({ ...facts, granted: 0, survived: [], ...rest }, kept);
}

/** The least that earns a keepsake, and the most that does not. */
function factsFor({ first, streak, survived, acts, granted }: KeepsakeRow): readonly [Facts, Facts] {
  if (first === 'loved') return [{ care: { loved: ['salmon'] } }, {}];
  if (first === 'all_seven') {
    const all = Object.fromEntries(ACTIONS.map((action) => [action, 1])) as CareDigest['actions'];
    return [{ care: { actions: all } }, { care: { actions: { ...all, medicine: 0 } } }];
  }
  if (first) return [{ care: { actions: { ...NO_CARE.actions, [first]: 1 } } }, {}];
  if (streak) return [{ record: { streak } }, { record: { streak: streak - 1 } }];
  if (acts) return [{ record: { careActions: acts } }, { record: { careActions: acts - 1 } }];
  if (granted) return [{ granted }, { granted: granted - 1 }];
  return [{ survived: survived ? [survived] : [] }, {}];
}

const OF_CARE = KEEPSAKE_KINDS.filter((kind) => {
  const { wish, stage, days, returned } = rowOf(kind);
  return !wish && !stage && !days && !returned;
});

test.each(OF_CARE)('%s is kept from the moment it is earned, once', (kind) => {
  const [enough, tooLittle] = factsFor(rowOf(kind));
  expect(earnedBy(enough)).toContain(kind);
  expect(earnedBy(tooLittle)).not.toContain(kind);
  expect(earnedBy(enough, [kind])).not.toContain(kind);
});

test('it wears its newest keepsake of every place', () => {
  expect(wornOf([])).toEqual({});
  expect(wornOf(['paper_hat', 'tin_mug', 'little_bell', 'twig_ring'])).toEqual({
    head: 'twig_ring',
    neck: 'little_bell',
  });
  expect(wornOf(['worn_toy', 'warm_ember'])).toEqual({ side: 'warm_ember' });
});
