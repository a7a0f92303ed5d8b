import { DAY, type Instant } from '../engine/clock.ts';
import type { HatchedCreature } from '../lives/creature.ts';
import type { LetterOccasion } from '../vocabulary.ts';
import type { HeartEvent } from './heart-event.ts';
import { newPage, type Heart } from './heart.ts';
import type { Letter } from './letter.ts';

/** Writes down its time since the last letter, and begins a new page. */
export function writeLetter(
  heart: Heart,
  { life, record }: HatchedCreature,
  occasion: LetterOccasion,
  at: Instant,
  happened: HeartEvent[],
): Heart {
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
  };
  happened.push({ kind: 'letter', letter });
  return { ...heart, letters: letter.number, lately: newPage(at) };
}
