import keepsakeNouns from '#content/voice/heart/letters/keepsake-nouns.json' with { type: 'json' };
import spoken from '#content/voice/heart/letters/manner-words.json' with { type: 'json' };
import wishNouns from '#content/voice/heart/letters/wish-nouns.json' with { type: 'json' };
import { offsetAt, type TimeZone } from '../../rules/base/local-time.ts';
import { dayPartAt } from '../../rules/heart/heart.ts';
import type { KeepsakeKind } from '../../rules/heart/keepsakes-table.ts';
import type { Letter } from '../../rules/heart/letter.ts';
import type { MannerKind } from '../../rules/heart/manner.ts';
import type { WishKind } from '../../rules/heart/wishes-table.ts';
import { APPROVED_ITEMS } from '../../rules/species/catalog.ts';
import type { DayPart } from '../../rules/vocabulary.ts';
import { withArticle } from '../nouns.ts';
import type { TemplateWords } from '../pick-line.ts';
import { keepsakeName } from './keepsakes.ts';

const NOUNS: Readonly<Record<DayPart, string>> = {
  night: 'at night',
  morning: 'in the morning',
  midday: 'in the middle of the day',
  evening: 'in the evening',
};

export function dayPartNoun(part: DayPart): string {
  return NOUNS[part];
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** When it was written, by its own clock: `Tuesday`, `evening`, `in the evening`. */
export function writtenWhen({ at }: Letter, { zone }: { readonly zone: TimeZone }): TemplateWords {
  const day = new Date(at + offsetAt(zone, at)).getUTCDay();
  const part = dayPartAt(zone, at);
  return { day: WEEKDAYS[day] ?? WEEKDAYS[0], hour: part, when: NOUNS[part] };
}

const SMALL_NUMBERS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** `seven`, and from thirteen on `13`. */
export function inWords(count: number): string {
  return SMALL_NUMBERS[count] ?? String(count);
}

/** `one visit`, `three visits`. */
export function countOf(count: number, noun: string): string {
  return `${inWords(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `once`, `twice`, `seven times`. */
export function timesInWords(count: number): string {
  if (count === 1) return 'once';
  return count === 2 ? 'twice' : `${inWords(count)} times`;
}

/** Where its owner has other words for it than the house. */
const OWN_WORDS = keepsakeNouns as Readonly<Partial<Record<KeepsakeKind, string>>>;

/** What a keepsake is called in a letter, to stand after "I have". */
export function keepsakeNoun(kind: KeepsakeKind): string {
  return OWN_WORDS[kind] ?? keepsakeName(kind);
}

/**
 * What a letter may say that it loved and that did it no harm, the newest last: what reads as a thing, with its article. Anybody reads letters, so
 * whatever is written down as loved, only names that the house has itself are said.
 */
export function lovedThings({ page }: Letter): string[] {
  return sayable(page.loved.filter((name) => page.harm?.things.includes(name) !== true));
}

/** What a letter may say that harmed it, likewise. */
export function harmfulThings({ page }: Letter): string[] {
  return sayable(page.harm?.things ?? []);
}

function sayable(names: readonly string[]): string[] {
  return names.filter((name) => APPROVED_ITEMS.has(name) && !NO_THING.test(name)).map(withThe);
}

// Names of the house that are orders or places, and make no sense as something to be loved in a sentence.
const NO_THING = /^(?:clap|close|ignore|redirect|withhold|under|inside|power off|zero$|nothing$|time$)/;
const AS_IT_IS =
  /^(?:a |its |chess$|charades$|dress up$|fetch$|follow the leader$|hide and seek$|peekaboo$|origami$|sudoku$|trivia$|philosophy$|music$|poetry$|(?!string$|swing$)\w+ing$)/;
// What is done, and with what: `the ringing a bell` is no English.
const DOING =
  /^(?:drawing|finding|folding|going|hiding|howling|knocking|making|pulling|pushing|retelling|ringing|rolling|shuffling|sitting|stealing|tracing|walking|watching|hanging upside) /;

function withThe(name: string): string {
  if (name.startsWith('its ')) return `my ${name.slice('its '.length)}`;
  return AS_IT_IS.test(name) || DOING.test(name) ? name : `the ${name}`;
}

/** How one that has a manner of its own speaks of it. */
interface SpokenManner {
  /** What it is: `connoisseur`. */
  readonly noun: string;
  /** Why, after "because": true of everybody who has it. */
  readonly because: string;
  /** What it is like to be one, after "I". */
  readonly habits: readonly [string, string];
}

const MANNER_WORDS = spoken as Readonly<Record<MannerKind, SpokenManner>>;

/** How it speaks of its manner; what it is like changes from letter to letter. */
export function mannerWords({ manner, number }: Letter): TemplateWords {
  if (!manner) return {};
  const { noun, because, habits } = MANNER_WORDS[manner];
  return { noun, because, manner: withArticle(noun), habit: habits[number % 2] ?? habits[0] };
}

/** What a wish is for, to stand in a letter after "I wished for". */
export const OWN_WISHES = wishNouns as Readonly<Record<WishKind, string>>;
