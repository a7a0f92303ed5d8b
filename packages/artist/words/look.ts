import looks from '#content/pictures/looks.json' with { type: 'json' };

import { brightness, darker, lighter, type Colour } from '../drawing/colours.ts';
import type { DrawnSpecies, Family } from '../facts.ts';
import { findColours } from './colour-words.ts';
import { inventLook } from './invent-look.ts';
import { firstMatch, type WordTable } from './word-table.ts';

type PartDescription = Readonly<{ text: string; colours: readonly Colour[]; size: number }>;

export interface ParsedLook {
  readonly text: string;
  readonly coat: Colour;
  readonly second: Colour | undefined;
  readonly third: Colour | undefined;
  readonly mark: Colour;
  readonly eye: Colour;
  readonly parts: Readonly<Partial<Record<BodyPart, PartDescription>>>;
}

// Words of body parts; the first match is the part a phrase is about: "dark ear tufts" are tufts, not ears.
const PART_WORDS = Object.entries(looks.partWords).map(([part, words]) => [new RegExp(words), part] as const);
export type BodyPart = keyof typeof looks.partWords;

const SIZE_WORDS: WordTable<number> = [
  [/enormous|giant|vast/, 1.55],
  [/huge|great|very long/, 1.38],
  [/tall|large|big|long\b/, 1.18],
  [/tiny|very short|stub\b/, 0.62],
  [/small|short|bobbed|thin/, 0.82],
];

const parsedBySpecies = new WeakMap<DrawnSpecies, ParsedLook>();

export function lookOf(species: DrawnSpecies, prompt: string): ParsedLook {
  if (species.look.length === 0) return parseLook(inventLook(species, prompt), species.family);
  const found = parsedBySpecies.get(species) ?? parseLook(species.look, species.family);
  parsedBySpecies.set(species, found);
  return found;
}

/** Parses a look; each phrase describes one body part. */
export function parseLook(phrases: readonly string[], family: Family): ParsedLook {
  const furred = family === 'cat' || family === 'dog';
  const parts: Partial<Record<BodyPart, PartDescription>> = {};
  for (const text of phrases) {
    const part = firstMatch(PART_WORDS, text) as BodyPart | undefined;
    const of = furred && part !== 'eyes' ? 'fur' : 'anything';
    if (part && !parts[part]?.colours.length)
      parts[part] = {
        text,
        colours: findColours(text.replace('rose ears', 'ears'), of),
        size: firstMatch(SIZE_WORDS, text) ?? 1,
      };
  }
  return { text: phrases.join(', '), parts, ...paletteOf(parts, furred) };
}

function paletteOf(parts: ParsedLook['parts'], furred: boolean) {
  const patterned = parts.pattern?.colours ?? [];
  const own = [parts.coat, parts.back, parts.shell, parts.pattern].find((each) => each?.colours.length);
  const [coat = furred ? '#b9a48c' : '#cfc8d8', second, third] = own?.colours ?? [];
  const mark = patterned.at(-1) ?? third ?? second ?? contrast(coat);
  return { coat, second, third, mark, eye: parts.eyes?.colours[0] ?? '#3c2f34' };
}

const contrast = (coat: Colour) => (brightness(coat) < 0.3 ? lighter(coat, 0.25) : darker(coat, 0.62));
