import type { Instant } from '../engine/clock.ts';
import { isAlive, type HatchedCreature } from '../lives/creature.ts';
import type { Species } from '../species/species.ts';
import { heartOf } from './begin-heart.ts';
import { careAfter, pageAfter, type FeltCare } from './care-digest.ts';
import { keep, type HeartEvent, type HeartStretch } from './heart-event.ts';
import { newPage, type Heart } from './heart.ts';
import { keepsakeOfWish, keepsakesEarned, KEEPSAKE_OF_RETURN } from './keepsakes.ts';
import { nextTurn, takeTurn } from './turns.ts';
import { nextWish, type OpenWish } from './wish.ts';
import { writeLetter } from './write-letter.ts';

export { heartOf };
export type { FeltCare, HeartEvent, HeartStretch };

/** What a creature carries with it at a moment, or when it ended. Looking changes nothing. */
export function heartAt(creature: HatchedCreature, species: Species, now: Instant): HeartStretch {
  const happened: HeartEvent[] = [];
  const { died, releasedAt } = creature;
  const end = Math.min(now, died?.at ?? now, releasedAt ?? now);
  let heart = heartOf(creature);
  for (
    let turn = nextTurn(heart, creature, species);
    turn.at <= end;
    turn = nextTurn(heart, creature, species)
  )
    heart = takeTurn(turn, heart, creature, species, happened);
  if (died && died.at <= now) heart = writeLetter(heart, { creature, species }, 'death', died.at, happened);
  return { heart, happened };
}

/** The wish a living creature has at a moment. */
export function wishAt(creature: HatchedCreature, species: Species, now: Instant): OpenWish | undefined {
  return isAlive(creature) ? heartAt(creature, species, now).heart.wish.open : undefined;
}

/** What a creature carries with it after an act of care; its record is the one after it. */
export function heartAfterCare(
  creature: HatchedCreature,
  species: Species,
  felt: FeltCare,
  record: HatchedCreature['record'],
  now: Instant,
): HeartStretch {
  const { heart: before, happened: earlier } = heartAt(creature, species, now);
  const happened = [...earlier];
  const granted = before.granted + (felt.granted ? 1 : 0);
  const care = careAfter(before.care, creature, felt, now);
  const heart: Heart = {
    ...before,
    acts: record.careActions,
    wish: felt.granted ? nextWish(creature.seed, before.wish, now) : before.wish,
    granted,
    grantedAt: felt.granted ? now : before.grantedAt,
    mood: felt.mood,
    care,
    lately: pageAfter(before.lately, creature, felt, now),
  };
  const wished = felt.granted ? [keepsakeOfWish(felt.granted)] : [];
  const earned = keepsakesEarned({ care, record, granted, survived: felt.survived }, heart.keepsakes);
  return { heart: keep(heart, [...wished, ...earned], now, happened), happened };
}

/** What a creature carries with it when it is back from the dead. */
export function heartAfterReturn(dead: HatchedCreature, species: Species, now: Instant): HeartStretch {
  const { heart: ended, happened: earlier } = heartAt(dead, species, now);
  const happened = [...earlier];
  const woken: Heart = {
    ...ended,
    wish: nextWish(dead.seed, ended.wish, now),
    mood: 'content',
    lately: newPage(now),
  };
  const heart = keep(woken, [KEEPSAKE_OF_RETURN], now, happened);
  return {
    heart: writeLetter(heart, { creature: backAgain(dead, now), species }, 'return', now, happened),
    happened,
  };
}

/** As it is when it writes: as old as it was, for the time it was dead does not count, and with all meals before it. */
function backAgain(dead: HatchedCreature, now: Instant): HatchedCreature {
  const ageFrom = dead.life.ageFrom + now - (dead.died?.at ?? now);
  return {
    ...dead,
    life: { ...dead.life, ageFrom },
    record: { ...dead.record, streak: 0 },
  };
}
