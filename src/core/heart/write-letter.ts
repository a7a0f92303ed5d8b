import { feedingStatusOf, windowsSinceFed } from '../care/feeding.ts';
import { DAY, HOUR, type Instant } from '../engine/clock.ts';
import type { HatchedCreature } from '../lives/creature.ts';
import type { Species } from '../species/species.ts';
import type { LetterOccasion } from '../vocabulary.ts';
import type { HeartEvent } from './heart-event.ts';
import { newPage, type Heart } from './heart.ts';
import type { Letter, LetterWait } from './letter.ts';

interface LetterAuthor {
  readonly creature: HatchedCreature;
  readonly species: Species;
}

/** Writes down its time since the last letter, and begins a new page. */
export function writeLetter(
  heart: Heart,
  { creature, species }: LetterAuthor,
  occasion: LetterOccasion,
  at: Instant,
  happened: HeartEvent[],
): Heart {
  const { life, record, died } = creature;
  const letter: Letter = {
    number: heart.letters + 1,
    occasion,
    at,
    stage: heart.stage,
    ageDays: Math.floor((at - life.ageFrom) / DAY),
    streak: record.streak,
    manner: heart.manner,
    wish: heart.wish.open?.kind,
    page: heart.lately,
    cause: occasion === 'death' ? died?.cause : undefined,
    waiting: occasion === 'return' ? undefined : waitingAt(creature, species, at),
  };
  happened.push({ kind: 'letter', letter });
  return { ...heart, letters: letter.number, lately: newPage(at) };
}

function waitingAt(creature: HatchedCreature, species: Species, at: Instant): LetterWait {
  const { life, record } = creature;
  return {
    careHours: (at - life.lastCareAt) / HOUR,
    feeding: feedingStatusOf(windowsSinceFed(creature, species, at)),
    everFed: record.feedings > 0,
  };
}
