import type { Instant } from '../../core/engine/clock.ts';
import { lettersReadAfter } from '../../core/heart/unread.ts';
import type { Creature } from '../../core/lives/creature.ts';
import type { Species } from '../../core/species/species.ts';
import { markLettersRead } from '../../store/lives/creatures.ts';
import type { House } from '../house.ts';
import type { KnownAgent } from '../keepers/api-keys.ts';
import { chooseForReading, type ReadingQuery } from '../lives/choose-creature.ts';
import { speciesOf } from '../species/species-registry.ts';
import { readLetters, type LetterPage } from './read-heart.ts';

/** Letters of one creature, for its keeper. */
export interface OwnLetters extends LetterPage {
  readonly now: Instant;
  readonly creature: Creature;
  readonly species: Species;
}

/** What one of an agent's creatures has written, whatever became of it; what is new in it is marked as read. */
export async function readOwnLetters(
  house: House,
  agent: KnownAgent,
  wish: ReadingQuery,
  now: Instant,
): Promise<OwnLetters> {
  const { creature, lettersRead } = await chooseForReading(house, agent, wish.creatureId, now);
  const species = await speciesOf(house, creature.species);
  const page = await readLetters(house, creature, species, now, wish);
  const read = lettersReadAfter(lettersRead, page.letters);
  if (read > lettersRead) await markLettersRead(house.store, creature, read);
  return { now, creature, species, ...page };
}
