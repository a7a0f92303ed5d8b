import { expect, test } from 'vitest';

import { DAY, HOUR, type Instant } from '../../src/rules/base/clock.ts';
import { heartAfterCare, heartAfterReturn, heartAt } from '../../src/rules/heart/feel.ts';
import { KEEPSAKES, KEEPSAKE_KINDS, type KeepsakeRow } from '../../src/rules/heart/keepsakes-table.ts';
import { NEW_RECORD, requireHatched } from '../../src/rules/lives/creature.ts';
import { GROWS_AT, LATE_BLOOM_HOURS } from '../../src/rules/lives/growth.ts';
import { liveUntil } from '../../src/rules/lives/live-until.ts';
import type { WishKind } from '../../src/rules/heart/wishes-table.ts';
import { aCreature, NOON, PLAIN } from '../support/creature.ts';

// grant-wish.test.ts has every row of wishes, keepsakes.test.ts every row of keepsakes that care earns.

/** The age in hours at which an unfed creature reaches a stage. */
const STAGE_AGES: Readonly<Record<string, number>> = {
  child: GROWS_AT.baby,
  teen: GROWS_AT.child,
  adult: LATE_BLOOM_HOURS,
};

const adult = aCreature({ stage: 'adult', record: { consistency: 0 } });
const keptAt = (now: Instant) => heartAt(adult, PLAIN, now).heart.keepsakes;
const keptAfter = (granted?: WishKind) => {
  const felt = { action: 'feed', timing: undefined, survived: [], mood: 'content', granted } as const;
  return heartAfterCare(adult, heartAt(adult, PLAIN, NOON + HOUR), felt, NEW_RECORD, NOON + HOUR).heart
    .keepsakes;
};
const dead = requireHatched(liveUntil(aCreature(), PLAIN, NOON + 10 * DAY).creature);

/** What a creature has just before and just after the moment that earns a keepsake. */
function beforeAndAfter({ wish, stage, days, returned }: KeepsakeRow) {
  if (wish) return [keptAfter(), keptAfter(wish)] as const;
  if (returned) {
    const now = NOON + 10 * DAY;
    return [heartAt(dead, PLAIN, now).heart.keepsakes, heartAfterReturn(dead, PLAIN, now).heart.keepsakes];
  }
  if (stage === 'baby') return [[], keptAt(NOON)] as const;
  const at = NOON + (days === undefined ? (STAGE_AGES[stage ?? ''] ?? 0) * HOUR : days * DAY);
  return [keptAt(at - 1), keptAt(at)] as const;
}

const OF_MOMENTS = KEEPSAKE_KINDS.filter((kind) => {
  const { wish, stage, days, returned }: KeepsakeRow = KEEPSAKES[kind];
  return wish ?? stage ?? days ?? returned;
});

test.each(OF_MOMENTS)('%s is kept at its wish, stage, day or return, and not a moment earlier', (kind) => {
  const [before, then] = beforeAndAfter(KEEPSAKES[kind]) ?? [];
  expect(before).not.toContain(kind);
  expect(then).toContain(kind);
});

const OF_COUNTS = KEEPSAKE_KINDS.flatMap((kind) => {
  const { granted }: KeepsakeRow = KEEPSAKES[kind];
  return granted === undefined ? [] : [{ kind, granted }];
});

test.each(OF_COUNTS)(
  '$kind is kept with the granted wish number $granted and not before',
  ({ kind, granted }) => {
    const { heart } = heartAt(adult, PLAIN, NOON);
    const felt = {
      action: 'feed',
      timing: undefined,
      survived: [],
      mood: 'content',
      granted: 'breakfast',
    } as const;
    const keptWith = (before: number) => {
      const grown = { ...adult, heart: { ...heart, granted: before } };
      const stretch = heartAt(grown, PLAIN, NOON + HOUR);
      return heartAfterCare(grown, stretch, felt, NEW_RECORD, NOON + HOUR).heart.keepsakes;
    };
    expect(keptWith(granted - 2)).not.toContain(kind);
    expect(keptWith(granted - 1)).toContain(kind);
  },
);
