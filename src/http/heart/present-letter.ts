import { iso } from '../../core/engine/clock.ts';
import type { ReadLetter } from '../../core/heart/letter.ts';
import type { Creature } from '../../core/lives/creature.ts';
import type { Species } from '../../core/species/species.ts';
import { writeLetter, type WrittenLetter } from '../../voice/heart/letter.ts';

interface LetterWriterFacts {
  readonly creature: Pick<Creature, 'name' | 'seed' | 'zone'>;
  readonly species: Species;
}

/** A letter in the words of the one that wrote it. */
export function writtenBy({ creature, species }: LetterWriterFacts, letter: ReadLetter): WrittenLetter {
  const { name, seed, zone } = creature;
  return writeLetter(letter, { name, seed, zone, species }, letter.earlier);
}

/** A letter for programs. */
export function presentLetter(writer: LetterWriterFacts, letter: ReadLetter) {
  const { number, occasion, at } = letter;
  return { number, occasion, written_at: iso(at), ...writtenBy(writer, letter) };
}
