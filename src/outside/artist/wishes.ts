import type { Chance } from './chance.ts';
import { brightness, darker, mix, type Colour } from './colours.ts';
import { coloursIn } from './colour-words.ts';
import type { Look } from './look.ts';

export type OnHead = 'hat' | 'crown' | 'bow' | 'flower' | 'leaf' | 'star' | 'phones';
export type AtNeck = 'bell' | 'scarf' | 'kerchief' | 'tie';

/** What prompt and personality ask for, in the artist's own words. */
export interface Wishes {
  /** The colour of what is worn. */
  readonly accent: Colour;
  readonly backdrop: Colour | undefined;
  readonly onHead: OnHead | undefined;
  readonly atNeck: AtNeck | undefined;
  /** The look with what was asked of it. */
  readonly bend: (look: Look) => Look;
}

type Asking<T> = readonly { readonly words: RegExp; readonly gives: T }[];

const ON_HEAD: Asking<OnHead> = [
  { words: /crown|king|queen|royal|prince|tiara|throne/, gives: 'crown' },
  { words: /\bhats?\b|wizard|witch|magic|sorcer|detective/, gives: 'hat' },
  { words: /headphone|music|\bdj\b|podcast/, gives: 'phones' },
  { words: /\bbow\b|ribbon|pretty|vain|fancy/, gives: 'bow' },
  { words: /flower|blossom|daisy|rose\b|garden|spring|sentimental|soft-hearted/, gives: 'flower' },
  { words: /\bleaf|leaves|forest|wood\b|autumn|curious about doors|never quite lost/, gives: 'leaf' },
  { words: /\bstars?\b|space|galaxy|cosmic|dreamy|dreamer|after dark/, gives: 'star' },
];

const AT_NECK: Asking<AtNeck> = [
  { words: /scarf|winter|cosy|cozy|snow/, gives: 'scarf' },
  { words: /\btie\b|suit|business|banker|lawyer|practical|thorough/, gives: 'tie' },
  { words: /kerchief|bandana|cowboy|pirate|adventur|bold|brave/, gives: 'kerchief' },
  { words: /\bbells?\b|collar|treasures|tidy/, gives: 'bell' },
];

const PATTERNS: Asking<string> = [
  { words: /\bstrip|tiger|zebra/, gives: ', dark stripes' },
  { words: /\bspot|leopard|polka/, gives: ', dark spots' },
];

const ACCENTS = ['#c9503f', '#3f7f78', '#d49a35', '#5a6ca8', '#a85a86', '#6f8f4a'] as const;

export function wishesIn(prompt: string, personality: readonly string[], roll: Chance): Wishes {
  const asked = prompt.toLowerCase();
  const nature = personality.join(', ').toLowerCase();
  const [first, second] = coloursIn(asked);
  return {
    accent: second ?? roll.of(ACCENTS),
    backdrop: second ?? first,
    onHead: givenIn(ON_HEAD, asked) ?? givenIn(ON_HEAD, nature),
    atNeck: givenIn(AT_NECK, asked) ?? givenIn(AT_NECK, nature),
    bend: (look) => bent(look, first, givenIn(PATTERNS, asked), roll),
  };
}

function givenIn<T>(asking: Asking<T>, text: string): T | undefined {
  return text === '' ? undefined : asking.find(({ words }) => words.test(text))?.gives;
}

// Siblings are alike, not the same: a little of the seed is in every coat.
function bent(look: Look, wanted: Colour | undefined, pattern: string | undefined, roll: Chance): Look {
  const shifted = mix(look.coat, roll.of(['#e8a35c', '#8a93b8', '#fff7e8', '#4a3a48']), roll.within(0, 0.09));
  const coat = wanted ? mix(shifted, wanted, 0.62) : shifted;
  const mark = wanted && look.mark === look.coat ? darker(coat, 0.5) : look.mark;
  const text = pattern && brightness(coat) > 0.2 ? look.text + pattern : look.text;
  return { ...look, coat, mark, text };
}
