import { looksLike } from './base/text.ts';

// Names of new accounts and species must not impersonate the service or its operators. Existing names stay.

const RESERVED =
  'admin administrator arkhouse helpdesk mod moderation moderator mods official operator operators root security staff sudo superuser support sysadmin system team webmaster'.split(
    ' ',
  );

/** Roles that are reserved beside the name of the service; sm and tm as in ℠ and ™. */
const ROLES =
  'abuse alerts assistant billing bot care customer developer developers employee engineer founder help helper hq inc info legal ltd manager news owner payment payments refunds safety sales service services sm tm trust'.split(
    ' ',
  );

/** Words that do not make a reserved name allowed: a name of reserved words and these is reserved. */
const FILLERS = 'the of at for and your real verified account house'.split(' ');

const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  ['o 0', 'l 1 ! | i', 'e 3', 'a 4 @', 's 5 $', 'g 6 9', 't 7', 'b 8', 'z 2', 'v u', 'w vv', 'm rn'].flatMap(
    (row) => {
      const [plain = '', ...others] = row.split(' ');
      return others.map((other) => [other, plain] as const);
    },
  ),
);

function fold(letters: string): string {
  return letters.replace(/rn|vv|[0-9iu!|@$]/g, (sign) => LOOK_ALIKES.get(sign) ?? sign);
}

const HOUSE = fold('arkhouse');
const [RESERVED_WORD, FILLER] = [RESERVED, FILLERS].map((words) => words.map(fold).join('|'));
const NOTHING_ELSE = new RegExp(`^(?:${FILLER}|${RESERVED_WORD})+$`);
const SOME_WORD = new RegExp(RESERVED_WORD ?? '');
const BESIDE_HOUSE = new Set([...RESERVED, ...ROLES].map(fold).filter((word) => word !== HOUSE));

/**
 * Reserved words alone, also spaced, numbered or with look-alikes (adm1n, support-24), and a reserved word or a role
 * beside the name of the service.
 */
export function isReservedName(name: string): boolean {
  const plain = plainLetters(name);
  const words = plain.split(NO_LETTER).map(fold);
  return (
    skeletonsIn(plain).some(isReservedSkeleton) ||
    (words.some((word) => BESIDE_HOUSE.has(word)) && words.join('').includes(HOUSE))
  );
}

function isReservedSkeleton(skeleton: string): boolean {
  if (NOTHING_ELSE.test(skeleton) && SOME_WORD.test(skeleton)) return true;
  return skeleton.includes(HOUSE) && BESIDE_HOUSE.has(skeleton.replace(HOUSE, ''));
}

const NO_LETTER = /[^\p{L}\p{N}]+/gu;
const NO_LETTER_OR_SIGN = /[^\p{L}\p{N}!|@$]+|!$/gu;

export function skeletonsOf(name: string): string[] {
  return skeletonsIn(plainLetters(name));
}

function skeletonsIn(plain: string): string[] {
  const readings = [NO_LETTER, NO_LETTER_OR_SIGN]
    .map((others) => plain.replaceAll(others, ''))
    .flatMap((letters) => [letters, unnumbered(letters)]);
  return Array.from(new Set(readings), fold);
}

/** Longest part of a name that is checked, in UTF-16 units. */
const LONGEST = 200;
/** Most letters of one character's decomposition: ﷺ has 18, and no reserved word contains it. */
const MOST_LETTERS = 4;

const PRINTABLE_ASCII = /^[ -~]*$/;

function plainLetters(name: string): string {
  // Fast path for most names: letter by letter these would take 40 µs, a tenth of a registration.
  if (PRINTABLE_ASCII.test(name)) return name.slice(0, LONGEST).toLowerCase();
  return Array.from(name.slice(0, LONGEST), (character) =>
    Array.from(character.normalize('NFKD').slice(0, MOST_LETTERS), looksLike).join(''),
  ).join('');
}

function unnumbered(letters: string): string {
  let [from, to] = [0, letters.length];
  while (isDigit(letters[from])) from += 1;
  while (to > from && isDigit(letters[to - 1])) to -= 1;
  return letters.slice(from, to);
}

function isDigit(sign: string | undefined): boolean {
  return sign !== undefined && sign >= '0' && sign <= '9';
}

/** Placeholders for hidden texts and those of deleted accounts, where a value is required. */
export const PLACEHOLDERS = {
  creature: 'Nameless',
  item: 'something',
  species: 'Unnamed',
  personality: 'These words were taken down.',
} as const;
