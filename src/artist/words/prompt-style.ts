import { brightness, darker, mix, type Colour } from '../drawing/colours.ts';
import type { SeededRandom } from '../drawing/random.ts';
import { findColours } from './colour-words.ts';
import type { ParsedLook } from './look.ts';

export type Headwear = 'hat' | 'crown' | 'bow' | 'flower' | 'leaf' | 'star' | 'phones';
export type Neckwear = 'bell' | 'scarf' | 'kerchief' | 'tie';

/** What prompt and personality ask for, in the artist's own words. */
export interface PromptStyle {
  /** The colour of what is worn. */
  readonly accent: Colour;
  readonly backdrop: Colour | undefined;
  readonly headwear: Headwear | undefined;
  readonly neckwear: Neckwear | undefined;
  /** The look with what was asked of it. */
  readonly applyTo: (look: ParsedLook) => ParsedLook;
}

type WordRules<T> = readonly { readonly words: RegExp; readonly gives: T }[];

const HEADWEAR_WORDS: WordRules<Headwear> = [
  { words: /crown|king|queen|royal|prince|tiara|throne/, gives: 'crown' },
  { words: /\bhats?\b|wizard|witch|magic|sorcer|detective/, gives: 'hat' },
  { words: /headphone|music|\bdj\b|podcast/, gives: 'phones' },
  { words: /\bbow\b|ribbon|pretty|vain|fancy/, gives: 'bow' },
  { words: /flower|blossom|daisy|rose\b|garden|spring|sentimental|soft-hearted/, gives: 'flower' },
  { words: /\bleaf|leaves|forest|wood\b|autumn|curious about doors|never quite lost/, gives: 'leaf' },
  { words: /\bstars?\b|space|galaxy|cosmic|dreamy|dreamer|after dark/, gives: 'star' },
];

const NECKWEAR_WORDS: WordRules<Neckwear> = [
  { words: /scarf|winter|cosy|cozy|snow/, gives: 'scarf' },
  { words: /\btie\b|suit|business|banker|lawyer|practical|thorough/, gives: 'tie' },
  { words: /kerchief|bandana|cowboy|pirate|adventur|bold|brave/, gives: 'kerchief' },
  { words: /\bbells?\b|collar|treasures|tidy/, gives: 'bell' },
];

const PATTERN_WORDS: WordRules<string> = [
  { words: /\bstrip|tiger|zebra/, gives: ', dark stripes' },
  { words: /\bspot|leopard|polka/, gives: ', dark spots' },
];

const ACCENTS = ['#c9503f', '#3f7f78', '#d49a35', '#5a6ca8', '#a85a86', '#6f8f4a'] as const;

export function readPromptStyle(
  prompt: string,
  personality: readonly string[],
  random: SeededRandom,
): PromptStyle {
  const asked = prompt.toLowerCase();
  const nature = personality.join(', ').toLowerCase();
  const [first, second] = findColours(asked);
  return {
    accent: second ?? random.pick(ACCENTS),
    backdrop: second ?? first,
    headwear: givenIn(HEADWEAR_WORDS, asked) ?? givenIn(HEADWEAR_WORDS, nature),
    neckwear: givenIn(NECKWEAR_WORDS, asked) ?? givenIn(NECKWEAR_WORDS, nature),
    applyTo: (look) => recolour(look, first, givenIn(PATTERN_WORDS, asked), random),
  };
}

function givenIn<T>(asking: WordRules<T>, text: string): T | undefined {
  return text === '' ? undefined : asking.find(({ words }) => words.test(text))?.gives;
}

// Siblings are alike, not the same: a little of the seed is in every coat.
function recolour(
  look: ParsedLook,
  wanted: Colour | undefined,
  pattern: string | undefined,
  random: SeededRandom,
): ParsedLook {
  const shifted = mix(
    look.coat,
    random.pick(['#e8a35c', '#8a93b8', '#fff7e8', '#4a3a48']),
    random.between(0, 0.09),
  );
  const coat = wanted ? mix(shifted, wanted, 0.62) : shifted;
  const mark = wanted && look.mark === look.coat ? darker(coat, 0.5) : look.mark;
  const text = pattern && brightness(coat) > 0.2 ? look.text + pattern : look.text;
  return { ...look, coat, mark, text };
}
