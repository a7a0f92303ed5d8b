import type { Species } from '../../core/species/species.ts';
import type { Family, Stage } from '../../core/vocabulary.ts';

/** The words a family brings into a sentence. */
interface FamilyNouns {
  /** What it eats from. */
  readonly bowl: string;
  /** Where it likes to be. */
  readonly there: string;
  /** The sound it makes. */
  readonly voice: string;
}

const NOUNS: Record<Family, FamilyNouns> = {
  cat: { bowl: 'bowl', there: 'on the windowsill', voice: 'a small chirp' },
  dog: { bowl: 'bowl', there: 'on the rug', voice: 'a low woof' },
  exotic: { bowl: 'dish', there: 'in its nest', voice: 'a soft click' },
  'ai-native': { bowl: 'input tray', there: 'in its window', voice: 'a quiet beep' },
};

/** The words about one of a family that any line may have gaps for. */
export function nounsOf(family: Family, name: string) {
  const { bowl, there, voice } = NOUNS[family];
  return { name, bowl, there, voice };
}

/** What one of its age is called. */
export const STAGE_NOUNS: Record<Family, Record<Stage, string>> = {
  cat: { egg: 'egg', baby: 'kitten', child: 'young cat', teen: 'half-grown cat', adult: 'cat' },
  dog: { egg: 'egg', baby: 'puppy', child: 'young dog', teen: 'half-grown dog', adult: 'dog' },
  exotic: {
    egg: 'egg',
    baby: 'hatchling',
    child: 'small creature',
    teen: 'half-grown creature',
    adult: 'creature',
  },
  'ai-native': {
    egg: 'egg',
    baby: 'new little thing',
    child: 'young machine',
    teen: 'half-trained machine',
    adult: 'old machine',
  },
};

const FAMILY_NOUNS: Record<Family, string> = {
  cat: 'cat',
  dog: 'dog',
  exotic: 'exotic creature',
  'ai-native': 'ai-native creature',
};

/** What its kind is called; the name of a community species is untrusted text, and its family stands in for it. */
export function speciesLabel({ tier, name, family }: Pick<Species, 'tier' | 'name' | 'family'>): string {
  return tier === 'community' ? FAMILY_NOUNS[family] : name;
}

export function withArticle(noun: string): string {
  return VOWELS.has(noun.charAt(0)) ? `an ${noun}` : `a ${noun}`;
}

const VOWELS: ReadonlySet<string> = new Set('aeiouAEIOU');

/** `one, two and three`. */
export function joinWithAnd(words: readonly string[]): string {
  return joinWith('and', words);
}

/** `one, two or three`. */
export function joinWithOr(words: readonly string[]): string {
  return joinWith('or', words);
}

function joinWith(word: string, words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${word} ${words.at(-1)}`;
}

export function capitalize(line: string): string {
  return line.slice(0, 1).toUpperCase() + line.slice(1);
}
