import keepsakeNouns from '#content/voice/heart/letters/keepsake-nouns.json' with { type: 'json' };
import spokenManners from '#content/voice/heart/letters/manner-words.json' with { type: 'json' };
import phrases from '#content/voice/heart/letters/phrases.json' with { type: 'json' };
import wishNouns from '#content/voice/heart/letters/wish-nouns.json' with { type: 'json' };
import { offsetAt, type TimeZone } from '../../rules/base/clock.ts';
import { dayPartAt } from '../../rules/heart/heart.ts';
import type { KeepsakeKind } from '../../rules/heart/keepsakes-table.ts';
import type { Letter } from '../../rules/heart/letter.ts';
import { APPROVED_ITEMS } from '../../rules/species/catalog.ts';
import { withArticle } from '../nouns.ts';
import type { TemplateWords } from '../pick-line.ts';
import { keepsakeName } from './keepsakes.ts';

/** Phrases of letters; `deeds` follow "you came to". */
export const { deeds: DEEDS, dayParts: DAY_PART_PHRASES } = phrases;

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** The local time of writing: `Tuesday`, `evening`, `in the evening`. */
export function writtenWhen({ at }: Letter, { zone }: { readonly zone: TimeZone }): TemplateWords {
  const day = new Date(at + offsetAt(zone, at)).getUTCDay();
  const part = dayPartAt(zone, at);
  return { day: WEEKDAYS[day] ?? WEEKDAYS[0], hour: part, when: DAY_PART_PHRASES[part] };
}

const SMALL_NUMBERS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** A number in words, from thirteen on in digits: `seven`, `13`. */
export function inWords(count: number): string {
  return SMALL_NUMBERS[count] ?? String(count);
}

export function countOf(count: number, noun: string): string {
  return `${inWords(count)} ${noun}${count === 1 ? '' : 's'}`;
}

export function timesInWords(count: number): string {
  if (count === 1) return 'once';
  return count === 2 ? 'twice' : `${inWords(count)} times`;
}

/** Names of keepsakes in letters, where they differ from the usual ones. */
const OWN_WORDS: Readonly<Partial<Record<KeepsakeKind, string>>> = keepsakeNouns;

/** The name of a keepsake that follows "I have". */
export function keepsakeNoun(kind: KeepsakeKind): string {
  return OWN_WORDS[kind] ?? keepsakeName(kind);
}

/**
 * Items that the creature loved and that did not harm it, with article, newest last. Letters are public: only
 * approved items are named.
 */
export function lovedThings({ page }: Letter): string[] {
  return sayable(page.loved.filter((name) => page.harm?.things.includes(name) !== true));
}

/** Items that harmed the creature, with article, newest last; only approved items are named. */
export function harmfulThings({ page }: Letter): string[] {
  return sayable(page.harm?.things ?? []);
}

function sayable(names: readonly string[]): string[] {
  return names.filter((name) => APPROVED_ITEMS.has(name) && !NO_THING.test(name)).map(withThe);
}

// Approved items that are orders or places: they make no sense as an object of "loved".
const NO_THING = /^(?:clap|close|ignore|redirect|withhold|under|inside|power off|zero$|nothing$|time$)/;
const AS_IT_IS =
  /^(?:a |its |chess$|charades$|dress up$|fetch$|follow the leader$|hide and seek$|peekaboo$|origami$|sudoku$|trivia$|philosophy$|music$|poetry$|(?!string$|swing$)\w+ing$)/;
// Activities with an object take no article: `the ringing a bell` is wrong.
const DOING =
  /^(?:drawing|finding|folding|going|hiding|howling|knocking|making|pulling|pushing|retelling|ringing|rolling|shuffling|sitting|stealing|tracing|walking|watching|hanging upside) /;

function withThe(name: string): string {
  if (name.startsWith('its ')) return `my ${name.slice('its '.length)}`;
  return AS_IT_IS.test(name) || DOING.test(name) ? name : `the ${name}`;
}

/** How a creature writes about its manner (character); the habit it names alternates from letter to letter. */
export function mannerWords({ manner, number }: Letter): TemplateWords {
  if (!manner) return {};
  const { noun, because, habits } = spokenManners[manner];
  return { noun, because, manner: withArticle(noun), habit: habits[number % 2] ?? '' };
}

/** Names of wishes that follow "I wished for". */
export const OWN_WISHES = wishNouns;
