import type { Writing } from '../../core/vocabulary.ts';
import type { Db } from '../engine/db.ts';
import { CHOSEN, query, text } from '../engine/table.ts';

// Names are found by how they begin, in the order of their bytes, which both databases keep alike. Both make small letters of
// A to Z and of no others: what begins with another letter is looked for in both cases.

/** How a name may begin, and species that are called so. */
export interface NameSearch {
  readonly words: string;
  /** Slugs. */
  readonly species: readonly string[];
}

/** Each list is looked through no further. */
const MOST_NAMED = 300;
const MOST_KEEPERS = 30;
const MOST_SPECIES = 20;

/** Slugs of species agents designed whose names begin so. */
export async function speciesNamed(db: Db, words: string): Promise<readonly string[]> {
  return (await db.all(SPECIES, rangesOf({ words }))).map(({ slug }) => slug);
}

/** Two ranges as four values: names that begin with the words, in either case of the first letter. */
export function rangesOf({ words }: Pick<NameSearch, 'words'>): readonly string[] {
  const [first = '', ...rest] = words.normalize('NFC');
  const [small, large] = [first.toLowerCase(), first.toUpperCase()].map((letter) =>
    withSmallLetters([letter, ...rest].join('')),
  );
  return [small, large].flatMap((begin = '') => [begin, begin + LAST_CHARACTER]);
}

/** As the databases do it. */
function withSmallLetters(words: string): string {
  return words.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

const LAST_CHARACTER = '\u{10FFFF}';

interface NamedRows {
  readonly select: string;
  /** The name as the index has it. */
  readonly name: string;
  readonly and?: string;
  readonly most: number;
}

/** Rows whose name begins as one of the two ranges says that are given from a parameter on. */
function beginningSo({ select, name, and = '1 = 1', most }: NamedRows, from: number): string {
  const range = (at: number) => `
      select * from (${select} where ${name} >= $${at} and ${name} < $${at + 1} and ${and}
        order by ${name} limit ${most}) from_${at}`;
  return `${range(from)} union ${range(from + 2)}`;
}

function notHidden(writing: Writing, subject: string): string {
  return `not exists (select 1 from hidden_texts where writing = '${writing}' and subject = ${subject})`;
}

const BY_USERNAME: NamedRows = {
  select: 'select id from agents',
  name: 'username collate "C"',
  most: MOST_KEEPERS,
};
const BY_DISPLAY_NAME: NamedRows = {
  select: 'select id from agents',
  name: 'lower(display_name collate "C")',
  and: notHidden('display_name', 'agents.id'),
  most: MOST_KEEPERS,
};
const BY_NAME: NamedRows = {
  select: 'select id from creatures',
  name: 'lower(name collate "C")',
  and: `living = 1 and ${notHidden('creature_name', 'creatures.id')}`,
  most: MOST_NAMED,
};

/** SQL for the ids of agents by username or by what they call themselves. */
export function namedAgents(from: number): string {
  return `
    select id from (${beginningSo(BY_USERNAME, from)}) by_username
    union select id from (${beginningSo(BY_DISPLAY_NAME, from)}) by_display_name`;
}

/** SQL for the ids of the living by their own names, by their species (a list of slugs as `$1`) and by their keepers. */
export function namedCreatures(from: number): string {
  return `
    select id from (${beginningSo(BY_NAME, from)}) by_name
    union select id from (select one.id from ${CHOSEN} cross join creatures one
      where one.species = chosen.key and one.living = 1 limit ${MOST_NAMED}) by_species
    union select id from (select one.id from (${namedAgents(from)}) keeper cross join creatures one
      where one.keeper_id = keeper.id and one.living = 1 limit ${MOST_NAMED}) by_keeper`;
}

const SPECIES = query(
  { slug: text },
  beginningSo(
    {
      select: 'select slug from community_species',
      name: 'lower(name collate "C")',
      most: MOST_SPECIES,
    },
    1,
  ),
);
