import { setImmediate as nextTurn } from 'node:timers/promises';

import type { OffsetLimit } from '../../../packages/database/db.ts';
import { isUnavailable } from '../../../packages/database/portable.ts';
import { allReadable } from '../../../packages/database/table.ts';
import { DAY, type Instant } from '../../rules/base/clock.ts';
import { heartAt, type HeartEvent, type HeartStretch } from '../../rules/heart/feel.ts';
import { type Letter, lettersReadAfter, type ReadLetter } from '../../rules/heart/heart.ts';
import { type Creature, hasHatched } from '../../rules/lives/creature.ts';
import { liveUntil } from '../../rules/lives/live-until.ts';
import type { Species } from '../../rules/species/species.ts';
import { sentencesOf, writeLetter } from '../../text/heart/letter.ts';
import { chooseForReading, type ReadingQuery } from '../creatures/choose-creature.ts';
import type { LetterWords, WordsByLetter } from '../creatures/letters-in-writing.ts';
import type { CreaturesHouse } from '../creatures/settle.ts';
import type { BaseHouse } from '../house.ts';
import type { KnownAgent } from '../identity/api-keys.ts';
import {
  markLettersRead,
  noEarlierThan,
  type StoredCreature,
  writersOf,
} from '../records/creatures.store.ts';
import {
  insertLetterTexts,
  lettersOf,
  lettersOfManyIn,
  letterTextsOf,
  letterTextsOfKeeper,
  type LetterText,
} from '../records/heart.store.ts';
import { sitterVisitsOf } from '../records/sitter-visits.store.ts';
import { type SpeciesHouse, speciesOf } from '../species/species-registry.ts';

// The facts of letters since the last care are computed from the heart until the next care stores them. Their words are
// stored when they are first read, or soon after the creature grew or died.

export interface LetterPage {
  /** The newest first. */
  readonly letters: readonly ReadLetter[];
  readonly total: number;
}

export async function readLetters(
  house: Pick<CreaturesHouse, 'lettersInWriting' | 'species' | 'store'>,
  creature: Creature,
  species: Species,
  now: Instant,
  { limit, offset, felt }: OffsetLimit & { readonly felt?: HeartStretch },
): Promise<LetterPage> {
  if (!hasHatched(creature)) return { letters: [], total: 0 };
  const { heart, happened } = felt ?? heartAt(creature, species, now);
  const unwritten = lettersIn(happened).toReversed();
  const newest = unwritten.slice(offset, offset + limit);
  const rest = {
    limit: limit - newest.length,
    offset: Math.max(0, offset - unwritten.length),
  };
  const older = rest.limit > 0 ? await lettersOf(house.store, creature.id, rest) : [];
  const letters = await withWords(house, creature, species, [...newest, ...older], now);
  return { letters, total: heart.letters };
}

export function lettersIn(happened: readonly HeartEvent[]): Letter[] {
  return happened.flatMap((each) => (each.kind === 'letter' ? [each.letter] : []));
}

async function withWords(
  house: Pick<CreaturesHouse, 'lettersInWriting' | 'species' | 'store'>,
  creature: Creature,
  species: Species,
  letters: readonly Letter[],
  now: Instant,
): Promise<ReadLetter[]> {
  const numbers = letters.map((letter) => letter.number);
  if (numbers.length === 0) return [];
  const span = { from: Math.min(...numbers), to: Math.max(...numbers) };
  const stored = await letterTextsOf(house.store, creature.id, span);
  const known = new Map(stored.map((text) => [keyOf(text), text]));
  const read: ReadLetter[] = [];
  for (const letter of letters) {
    const key = keyOf({
      creatureId: creature.id,
      number: letter.number,
      writtenAt: letter.at,
    });
    const text = known.get(key) ?? (await writtenNow(house, creature.keeperId, letter.at, now)).get(key);
    // Others do not see a hidden name: a letter with another name is written for them, and not stored.
    const isUnderItsName = text !== undefined && text.name === creature.name;
    const words = isUnderItsName ? text : writeLetter(letter, { ...creature, species });
    read.push({ ...letter, subject: words.subject, text: words.text });
  }
  return read;
}

type TextKey = Pick<LetterText, 'creatureId' | 'number' | 'writtenAt'>;

/** With its time: a death that an operator undid leaves its number to another letter. */
function keyOf({ creatureId, number: nth, writtenAt }: TextKey): string {
  return `${creatureId} ${nth} ${writtenAt}`;
}

function writtenNow(
  house: Pick<CreaturesHouse, 'lettersInWriting' | 'species' | 'store'>,
  keeperId: string,
  at: Instant,
  now: Instant,
): Promise<WordsByLetter> {
  return house.lettersInWriting.join({ keeperId, at }, now, () => writeHousehold(house, keeperId, at, now));
}

/** Writes the letters of creatures that were settled since, so that their first reader does not wait for it. */
export async function writeExpectedLetters(
  house: Pick<CreaturesHouse, 'lettersInWriting' | 'species' | 'store'>,
  now: Instant,
): Promise<void> {
  for (const { keeperId, at } of house.lettersInWriting.takeExpected())
    await writtenNow(house, keeperId, at, now);
}

// So many take a few milliseconds together; then other requests have their turn.
const LETTERS_PER_TURN = 10;
const TEXTS_PER_TURN = 100;

/** Writes and stores the letters of a keeper's creatures on the day of `at` that are not stored in words yet. */
async function writeHousehold(
  house: Pick<SpeciesHouse, 'species' | 'store'>,
  keeperId: string,
  at: Instant,
  now: Instant,
) {
  const day = Math.floor(at / DAY) * DAY;
  const stored = await letterTextsOfKeeper(house.store, keeperId, {
    from: day,
    below: day + DAY,
  });
  const words = new Map<string, LetterWords>(stored.map((text) => [keyOf(text), text]));
  // Texts are stored in the order of the letters: none is missing before the last one, but after an undone death.
  const from = Math.min(at, stored.at(-1)?.writtenAt ?? day);
  const household = await readHousehold(house, keeperId, { from, below: day + DAY }, now);
  const earlier = stored.filter(({ writtenAt }) => writtenAt < from);
  const before = new Set(earlier.flatMap(({ text }) => sentencesOf(text)));
  const fresh: LetterText[] = [];
  for (const [nth, { letter, creature, species }] of household.entries()) {
    if (nth % LETTERS_PER_TURN === 0) await nextTurn();
    const key = {
      creatureId: creature.id,
      number: letter.number,
      writtenAt: letter.at,
    };
    const known = words.get(keyOf(key));
    const { name } = creature;
    const { subject, text } = known ?? writeLetter(letter, { ...creature, species }, before);
    for (const sentence of sentencesOf(text)) before.add(sentence);
    if (known) continue;
    fresh.push({ ...key, name, subject, text });
    words.set(keyOf(key), { name, subject, text });
  }
  await storeTexts(house, keeperId, fresh);
  return words;
}

async function storeTexts(
  { store }: Pick<BaseHouse, 'store'>,
  keeperId: string,
  texts: readonly LetterText[],
): Promise<void> {
  try {
    for (let from = 0; from < texts.length; from += TEXTS_PER_TURN) {
      await insertLetterTexts(store, keeperId, texts.slice(from, from + TEXTS_PER_TURN));
    }
  } catch (error) {
    // Letters can be read while nothing can be written.
    if (!isUnavailable(error)) throw error;
  }
}

interface OwnLetter {
  readonly letter: Letter;
  readonly creature: Creature;
  readonly species: Species;
}

type Span = Readonly<Record<'from' | 'below', Instant>>;

/** Letters of all creatures of a keeper in a time span, in order. Includes released ones, so that a release changes no letter. */
async function readHousehold(
  house: Pick<SpeciesHouse, 'species' | 'store'>,
  keeperId: string,
  span: Span,
  now: Instant,
): Promise<readonly OwnLetter[]> {
  const writers = await writersOf(house.store, keeperId, span.from);
  const ids = writers.map(({ creature }) => creature.id);
  const stored = Map.groupBy(await lettersOfManyIn(house.store, ids, span), ({ creatureId }) => creatureId);
  const letters: OwnLetter[] = [];
  for (let from = 0; from < writers.length; from += LETTERS_PER_TURN) {
    const some = writers.slice(from, from + LETTERS_PER_TURN);
    const written = some.map((writer) => unwrittenIn(house, writer, span, now));
    for (const { creature, species, unwritten } of await allReadable(written)) {
      const own = [...(stored.get(creature.id) ?? []).map(({ letter }) => letter), ...unwritten];
      letters.push(...own.map((letter) => ({ letter, creature, species })));
    }
    await nextTurn();
  }
  return letters.toSorted(inOrder);
}

async function unwrittenIn(
  house: Pick<SpeciesHouse, 'species' | 'store'>,
  { creature }: StoredCreature,
  { from, below }: Span,
  now: Instant,
) {
  const species = await speciesOf(house, creature.species);
  // A sibling that has grown or died may not be settled yet.
  const lived = creature.releasedAt === undefined ? liveUntil(creature, species, now).creature : creature;
  const letters = hasHatched(lived) ? lettersIn(heartAt(lived, species, now).happened) : [];
  return {
    creature,
    species,
    unwritten: letters.filter(({ at }) => at >= from && at < below),
  };
}

function inOrder(one: OwnLetter, other: OwnLetter): number {
  const byId = one.creature.id < other.creature.id ? -1 : 1;
  return (
    one.letter.at - other.letter.at ||
    (one.creature.id === other.creature.id ? one.letter.number - other.letter.number : byId)
  );
}

export interface OwnLetters extends LetterPage {
  readonly now: Instant;
  readonly creature: Creature;
  readonly species: Species;
}

/** Letters of one of the agent's creatures, also a dead or released one; marks them as read. */
export async function readOwnLetters(
  house: CreaturesHouse,
  agent: KnownAgent,
  query: ReadingQuery,
  arrivedAt: Instant,
): Promise<OwnLetters> {
  const { creature, lettersRead } = await chooseForReading(house, agent, query.creatureId, arrivedAt);
  const now = noEarlierThan(creature, arrivedAt);
  const species = await speciesOf(house, creature.species);
  const page = await readLetters(house, creature, species, now, query);
  const read = lettersReadAfter(lettersRead, page.letters);
  if (read > lettersRead) await markLettersRead(house.store, creature, read);
  const before = () =>
    readLetters(house, creature, species, now, { limit: 1, offset: query.offset + page.letters.length });
  return {
    now,
    creature,
    species,
    ...page,
    letters: await withVisitors(house, creature, page.letters, before),
  };
}

/** A living creature writes at least once a week. */
const LONGEST_SILENCE = 8 * DAY;

/** Adds the sitters who came between a letter and the one before it; `before` reads the letter before them all. */
async function withVisitors(
  { store }: Pick<BaseHouse, 'store'>,
  { id }: Creature,
  letters: readonly ReadLetter[],
  before: () => Promise<LetterPage>,
): Promise<readonly ReadLetter[]> {
  const [newest, oldest] = [letters[0], letters.at(-1)];
  if (!newest || !oldest) return letters;
  const visits = await sitterVisitsOf(store, id, { from: oldest.at - LONGEST_SILENCE, to: newest.at });
  if (visits.length === 0) return letters;
  const [earlier] = (await before()).letters;
  return letters.map((letter, nth) => {
    const since = (letters[nth + 1] ?? earlier)?.at ?? 0;
    const came = visits.filter(({ at }) => at > since && at <= letter.at);
    return came.length === 0 ? letter : { ...letter, by: [...new Set(came.map(({ name }) => name))] };
  });
}
