import promptWords from '#content/pictures/prompt-words.json' with { type: 'json' };

import { brightness, darker, mix, type Colour } from '../drawing/colours.ts';
import type { SeededRandom } from '../drawing/random.ts';
import { findColours } from './colour-words.ts';
import type { ParsedLook } from './look.ts';
import { firstMatch, type WordTable } from './word-table.ts';

export type Headwear = keyof typeof promptWords.headwear;
export type Neckwear = keyof typeof promptWords.neckwear;

export type PromptStyle = ReturnType<typeof readPromptStyle>;

const [HEADWEAR_WORDS, NECKWEAR_WORDS] = [wordsOf(promptWords.headwear), wordsOf(promptWords.neckwear)];

function wordsOf<Wear extends string>(words: Readonly<Record<Wear, string>>): WordTable<Wear> {
  return Object.entries(words).map(([wear, expression]) => [new RegExp(expression as string), wear as Wear]);
}

const PATTERN_WORDS: WordTable<string> = [
  [/\bstrip|tiger|zebra/, ', dark stripes'],
  [/\bspot|leopard|polka/, ', dark spots'],
];

const ACCENTS = ['#c9503f', '#3f7f78', '#d49a35', '#5a6ca8', '#a85a86', '#6f8f4a'] as const;

/** The picture style that the keeper's prompt and the personality ask for. */
export function readPromptStyle(prompt: string, personality: readonly string[], random: SeededRandom) {
  const asked = prompt.toLowerCase();
  const nature = personality.join(', ').toLowerCase();
  const [first, second] = findColours(asked);
  return {
    accent: second ?? random.pick(ACCENTS),
    backdrop: second ?? first,
    headwear: firstMatch(HEADWEAR_WORDS, asked) ?? firstMatch(HEADWEAR_WORDS, nature),
    neckwear: firstMatch(NECKWEAR_WORDS, asked) ?? firstMatch(NECKWEAR_WORDS, nature),
    coat: first,
    /** Adds the requested pattern to a look, and a colour to the coat. */
    applyTo: (look: ParsedLook, wanted: Colour | undefined) =>
      recolour(look, wanted, firstMatch(PATTERN_WORDS, asked), random),
  };
}

// Changes the coat colour slightly by the seed, so that creatures of a species differ.
function recolour(
  look: ParsedLook,
  wanted: Colour | undefined,
  pattern: string | undefined,
  random: SeededRandom,
): ParsedLook {
  const tint = random.pick(['#e8a35c', '#8a93b8', '#fff7e8', '#4a3a48']);
  const shifted = mix(look.coat, tint, random.between(0, 0.09));
  const coat = wanted ? mix(shifted, wanted, 0.62) : shifted;
  const mark = wanted && look.mark === look.coat ? darker(coat, 0.5) : look.mark;
  const text = pattern && brightness(coat) > 0.2 ? look.text + pattern : look.text;
  return { ...look, coat, mark, text };
}
