import looks from '#content/pictures/looks.json' with { type: 'json' };

import { seedOf } from '../../base/hash.ts';
import { seededRandom } from '../drawing/random.ts';
import type { DescribedSpecies, Family } from '../facts.ts';
import { findColours } from './colour-words.ts';
import { firstMatch, type WordTable } from './word-table.ts';

type WordList = Readonly<Record<string, string>>;

const wordTable = (words: WordList = {}): WordTable<string> =>
  Object.entries(words).map(([expression, meaning]) => [new RegExp(expression), meaning]);

export interface Kind {
  /** The look in the artist's vocabulary; COLOUR stands for the colour of the coat. */
  readonly look: string;
  /** A description of the kind, compared by embeddings when no known word matches. */
  readonly means: string;
}

/** Kinds of bodies; the first with a matching word wins, so names of animals come before names of body parts. */
export const KINDS: readonly Kind[] = looks.kinds;
const KIND_WORDS: WordTable<Kind> = looks.kinds.map((kind) => [new RegExp(kind.words), kind]);

export function findKind(said: string): Kind | undefined {
  return firstMatch(KIND_WORDS, said);
}

/** A body part and its phrases in the artist's vocabulary; COLOUR is the colour beside the noun, or the coat's. */
interface FeatureWords {
  readonly noun: string;
  /** Phrases by the words right before the noun. */
  readonly beside?: WordList;
  /** Phrases by a word anywhere in the description, such as the name of an animal that has such a part. */
  readonly anywhere?: WordList;
  /** The phrase for the noun without a known adjective. */
  readonly alone?: string;
  /** The part's default colour, if not that of the coat. */
  readonly usual?: string;
}

const readFeature = ({ noun, beside, anywhere, ...more }: FeatureWords) => ({
  noun: new RegExp(noun),
  beside: wordTable(beside),
  anywhere: wordTable(anywhere),
  ...more,
});
type Feature = ReturnType<typeof readFeature>;

const PARTS = looks.parts.map(readFeature);
const LIGHT = readFeature(looks.light);
const OTHERS = [looks.textures, looks.hair, looks.growths, looks.sizes].map(wordTable);

function findFeatures(said: string, coat: string): readonly string[] {
  const words = wordsOf(said);
  const parts = [...PARTS, LIGHT].flatMap((feature) => {
    const phrase = phraseFor(feature, words, said);
    const colour = words[indexBeside(words, feature.noun) ?? -1] ?? feature.usual ?? coat;
    return phrase === undefined ? [] : [phrase.replace('COLOUR', colour)];
  });
  const others = OTHERS.map((table) => firstMatch(table, said));
  return [...parts, ...others.filter((phrase) => phrase !== undefined)];
}

function phraseFor({ noun, beside, anywhere, alone }: Feature, words: readonly string[], said: string) {
  const named = words.flatMap((word, at) => (noun.test(word) ? [wordsBefore(words, at).join(' ')] : []));
  const near = named.map((before) => firstMatch(beside, before)).find((phrase) => phrase !== undefined);
  return near ?? firstMatch(anywhere, said) ?? (named.length > 0 ? alone : undefined);
}

const wordsOf = (said: string): readonly string[] => said.match(/[a-z-]+/g) ?? [];

function findCoatColours(said: string): readonly string[] {
  const words = wordsOf(said);
  const taken = new Set(PARTS.flatMap(({ noun }) => indexBeside(words, noun) ?? []));
  return words.filter((word, index) => isColour(word) && !MATERIALS.has(word) && !taken.has(index));
}

// Colour names that are materials when they stand in a description.
const MATERIALS: ReadonlySet<string> = new Set(['crystal', 'clay', 'lightning']);

const isColour = (word: string) => findColours(word).length > 0;

const REACH = 3;

// Words that end the search for adjectives: words before one of these belong to another noun.
const ELSEWHERE = /^(?:with|and|has|have|whose|on|full|under|over)$/;

function wordsBefore(words: readonly string[], at: number): readonly string[] {
  const before = words.slice(Math.max(0, at - REACH), at);
  return before.slice(before.findLastIndex((word) => ELSEWHERE.test(word)) + 1);
}

/** The index of a noun's colour word, before or after the noun: "amber wings", "wings of pale amber", "eyes like gold". */
function indexBeside(words: readonly string[], noun: RegExp): number | undefined {
  for (const [at, word] of words.entries()) {
    if (!noun.test(word)) continue;
    const before = wordsBefore(words, at).findLastIndex(isColour);
    if (before !== -1) return at - wordsBefore(words, at).length + before;
    const linked = /^(?:of|like|in|as)$/.test(words[at + 1] ?? '');
    const after = linked ? words.slice(at + 2, at + 1 + REACH).findIndex(isColour) : -1;
    if (after !== -1) return at + 2 + after;
  }
  return undefined;
}

/** Invents a look from known words; `guessed` is the kind of body chosen by embeddings when no word names one. */
export function inventLook(species: DescribedSpecies, prompt: string, guessed?: Kind): readonly string[] {
  const { slug, family, traits } = species;
  const random = seededRandom(seedOf(slug));
  const said = descriptionOf(species, prompt);
  const kind = hasOneBody(family) ? undefined : (findKind(said) ?? guessed);
  const base = random.pick(kind ? [kind.look] : looks.families[family]);
  const [coat = random.pick(looks.coatColours[family]), ...others] = findCoatColours(said);
  const phrases = base.replaceAll('COLOUR', [coat, ...others.slice(0, 1)].join(' and ')).split(', ');
  const features = findFeatures(said, coat).filter((feature) => !isInborn(feature, base));
  const hasEyes = features.some((phrase) => /\beyes?$/.test(phrase));
  const eyes = hasEyes ? [] : [`${random.pick(looks.eyeColours)} eyes`];
  const named = new Set(features.map(nounOf));
  return [
    ...phrases.filter((phrase) => !named.has(nounOf(phrase))),
    ...features,
    ...traits.map((trait) => looks.traits[trait]),
    ...eyes,
  ];
}

// A described part replaces the part that this kind of body usually has.
const nounOf = (phrase: string) => phrase.slice(phrase.lastIndexOf(' ') + 1);

const INBORN = wordTable(looks.inborn).map(([part, kind]) => [part, new RegExp(kind)] as const);

// True if the kind's drawing already has the feature: dragons have wings and horns, birds have wings.
function isInborn(feature: string, base: string): boolean {
  return INBORN.some(([part, kind]) => part.test(feature) && kind.test(base));
}

export function descriptionOf({ name, personality }: DescribedSpecies, prompt: string): string {
  return `${name} ${prompt} ${personality}`.toLowerCase();
}

export function hasOneBody(family: Family): boolean {
  return family === 'cat' || family === 'dog';
}
