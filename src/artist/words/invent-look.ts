import { seedOf } from '../../core/engine/dice.ts';
import type { Species } from '../../core/species/species.ts';
import type { Family, Trait } from '../../core/vocabulary.ts';
import { seededRandom, type SeededRandom } from '../drawing/random.ts';
import { findCoatColours, findFeatures } from './feature-words.ts';
import { findKind, type Kind } from './kinds.ts';

/** What its designer said of a species. */
type Description = Pick<Species, 'slug' | 'name' | 'family' | 'personality' | 'traits'>;

/**
 * A look for a species that has none: from its name, prompt and personality where they hold known words, and for
 * the rest from its family, its traits and its slug as a seed: all creatures of a species look alike. Where no word tells
 * what kind of body it has, somebody who knows meanings may have guessed one.
 */
export function inventLook(species: Description, prompt: string, guessed?: Kind): readonly string[] {
  const { slug, family, traits } = species;
  const random = seededRandom(seedOf(slug));
  const said = descriptionOf(species, prompt);
  const kind = hasOneBody(family) ? undefined : (findKind(said) ?? guessed);
  const base = random.pick(kind ? [kind.look] : FAMILY_LOOKS[family]);
  const [coat = random.pick(COLOURS_OF[family]), ...others] = findCoatColours(said);
  const phrases = base.replaceAll('COLOUR', [coat, ...others.slice(0, 1)].join(' and ')).split(', ');
  const features = findFeatures(said, coat).filter((feature) => !isInborn(feature, base));
  const eyes = features.some(isOfEyes) ? [] : [chooseEyes(random)];
  const named = new Set(features.map(nounOf));
  return [
    ...phrases.filter((phrase) => !named.has(nounOf(phrase))),
    ...features,
    ...traits.map((trait) => TRAIT_LOOKS[trait]),
    ...eyes,
  ];
}

// What is said of a part takes the place of what its kind usually has.
const nounOf = (phrase: string) => phrase.slice(phrase.lastIndexOf(' ') + 1);
const isOfEyes = (phrase: string) => /\beyes?$/.test(phrase);

const INBORN: readonly (readonly [part: RegExp, kind: RegExp])[] = [
  [/wings$/, /\bwings|feathers|flippers/],
  [/\bhorn\b/, /horns/],
  [/quartz/, /crystal/],
  [/star/, /star specks/],
  [/flame/, /flame-tipped/],
];

// A dragon is drawn with its own wings and horns, a bird with its own wings.
function isInborn(feature: string, base: string): boolean {
  return INBORN.some(([part, kind]) => part.test(feature) && kind.test(base));
}

/** All that was said of it, in small letters. */
export function descriptionOf({ name, personality }: Description, prompt: string): string {
  return `${name} ${prompt} ${personality}`.toLowerCase();
}

/** Cats are cats and dogs are dogs, whatever else they have; the other families hold more than one kind of animal. */
export function hasOneBody(family: Family): boolean {
  return family === 'cat' || family === 'dog';
}

const chooseEyes = (random: SeededRandom) => `${random.pick(EYE_COLOURS)} eyes`;
const EYE_COLOURS = ['green', 'amber', 'blue', 'brown', 'gold', 'dark violet', 'hazel'] as const;

type TextChoices = readonly [string, ...string[]];

const COLOURS_OF: Readonly<Record<Family, TextChoices>> = {
  cat: ['grey', 'orange', 'cream', 'charcoal', 'cinnamon', 'lilac', 'silver', 'golden'],
  dog: ['golden', 'brown', 'fawn', 'charcoal', 'white', 'chestnut', 'blue-grey', 'cream'],
  exotic: ['green', 'teal', 'coral', 'golden', 'violet', 'sandy', 'olive', 'turquoise', 'rust'],
  'ai-native': ['cyan', 'violet', 'mint', 'indigo', 'rose', 'silver', 'gold', 'turquoise'],
};

const FAMILY_LOOKS: Readonly<Record<Family, TextChoices>> = {
  cat: [
    'COLOUR short coat with dark stripes, pointed ears, long thin tail, pink nose',
    'COLOUR fluffy coat, white chest, tufted ears, plumed tail',
    'COLOUR coat with dark spots, tall rounded ears, long legs, ringed tail',
    'COLOUR and white coat with dark patches, pointed ears, fluffy tail',
  ],
  dog: [
    'COLOUR wavy coat, floppy ears, feathered tail, broad head, black nose',
    'COLOUR and white coat, upright ears, curled bushy tail, white face mask',
    'COLOUR wiry coat, folded ears, bearded muzzle, short upright tail',
    'COLOUR short coat, tall upright ears, lean build, long thin tail',
  ],
  exotic: [
    'COLOUR feathers, curved orange beak, long tail feathers, yellow crown',
    'soft COLOUR fur, round ears, long bushy tail, pink nose',
    'COLOUR scales with shifting bands, curled tail, casque crest, mitten feet',
    'pale COLOUR body, feathery red gills, stubby legs, finned tail',
    'soft COLOUR fur, long upright ears, white cotton tail, pink nose',
  ],
  'ai-native': [
    'translucent COLOUR body, rippling rings, large round ears',
    'clear COLOUR crystal body, repeating hexagons, prism glow',
    'COLOUR cube-like body, scrolling white glyphs, angular ears',
    'round wobbly COLOUR jelly body, glossy surface, floating bubbles inside',
    'brushed COLOUR body, rounded square head, antenna with red light, rubber treads, chest screen',
  ],
};

const TRAIT_LOOKS: Readonly<Record<Trait, string>> = {
  punctual: 'white paws',
  forgiving: 'cream cheeks',
  suspicious: 'dark mask',
  grateful: 'white chest',
  stoic: 'broad build',
  anxious: 'large trembling whiskers',
  vocal: 'pink tongue',
  stubborn: 'wrinkled forehead',
  gentle: 'rosy cheeks',
  nocturnal: 'dark back stripe',
  social: 'white-tipped tail',
  solitary: 'soft ruff',
};
