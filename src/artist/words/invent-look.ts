import { seedOf } from '../../core/engine/dice.ts';
import type { Species } from '../../core/species/species.ts';
import type { Family, Trait } from '../../core/vocabulary.ts';
import { seededRandom, type SeededRandom } from '../drawing/random.ts';
import { findColours } from './colour-words.ts';

/**
 * A look for a species that has none: what is said of it in words the artist knows, and for the rest its family,
 * its traits and chance. All of a kind look alike, so chance is the kind's and not the creature's.
 */
export function inventLook(
  { slug, name, family, personality, traits }: Species,
  prompt: string,
): readonly string[] {
  const random = seededRandom(seedOf(slug));
  const said = `${name} ${prompt} ${personality}`.toLowerCase();
  const kin = LOOK_TEMPLATES.find(({ words, families }) => families.includes(family) && words.test(said));
  const base = kin ? random.pick(kin.looks) : random.pick(FAMILY_LOOKS[family]);
  const phrases = base.replaceAll('COLOUR', chooseColour(said, family, random)).split(', ');
  return [...phrases, ...traits.map((trait) => TRAIT_LOOKS[trait]), chooseEyes(random)];
}

function chooseColour(said: string, family: Family, random: SeededRandom): string {
  const words = said.match(/[a-z-]+/g) ?? [];
  return words.find((word) => findColours(word).length > 0) ?? random.pick(COLOURS_OF[family]);
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

interface LookTemplate {
  readonly words: RegExp;
  readonly families: readonly Family[];
  readonly looks: TextChoices;
}

const ANIMALS: readonly Family[] = ['exotic', 'ai-native'];
const LOOK_TEMPLATES: readonly LookTemplate[] = [
  {
    words: /\b(?:dragon|drake|wyvern|wyrm)/,
    families: ANIMALS,
    looks: ['COLOUR scales, gold belly plates, great leathery wings, curved horns, spiked tail'],
  },
  {
    words: /\b(?:owl|owlet)/,
    families: ANIMALS,
    looks: ['mottled COLOUR feathers, white face disc, ear tufts, broad silent wings'],
  },
  {
    words: /\b(?:duck|swan|gull|goose)/,
    families: ANIMALS,
    looks: ['COLOUR feathers, orange bill, orange webbed feet, curled tail feather'],
  },
  {
    words: /\b(?:penguin|puffin|auk)/,
    families: ANIMALS,
    looks: ['COLOUR back, white belly, orange neck patch, stubby flippers, waddling feet, black beak'],
  },
  {
    words: /\b(?:bird|finch|robin|raven|crow|hawk|eagle|parrot|sparrow|budgie|canary|feather)/,
    families: ANIMALS,
    looks: ['COLOUR feathers, curved black beak, long tail feathers'],
  },
  {
    words: /\b(?:octopus|squid|jelly|tentacle|kraken)/,
    families: ANIMALS,
    looks: ['COLOUR skin, eight curling arms, pale suckers, bulbous head'],
  },
  {
    words: /\b(?:turtle|tortoise|terrapin)/,
    families: ANIMALS,
    looks: ['high domed COLOUR shell, yellow ring patterns, scaly grey legs, beaked mouth, short tail'],
  },
  {
    words: /\b(?:snail|slug)/,
    families: ANIMALS,
    looks: ['spiral COLOUR shell, soft grey body, two long eye stalks'],
  },
  {
    words: /\b(?:newt|salamander|axolotl|frog|toad|fish)/,
    families: ANIMALS,
    looks: ['pale COLOUR body, feathery red gills, wide smile, stubby legs, finned tail'],
  },
  {
    words: /\b(?:lizard|gecko|iguana|chameleon|reptile)/,
    families: ANIMALS,
    looks: ['COLOUR scales with shifting yellow bands, curled tail, casque crest, mitten feet'],
  },
  {
    words: /\b(?:snake|serpent|eel|worm)/,
    families: ANIMALS,
    looks: ['endless COLOUR scales, trailing fins, whale-like jaw'],
  },
  {
    words: /\b(?:rabbit|bunny|hare)/,
    families: ANIMALS,
    looks: ['soft COLOUR fur, long upright ears, white cotton tail, pink nose'],
  },
  {
    words: /\b(?:porcupine|hedgehog|urchin|spine|quill)/,
    families: ANIMALS,
    looks: ['COLOUR and white spines, pale furry face, long pointed snout, tiny ears'],
  },
  {
    words: /\b(?:mouse|rat|hamster|gerbil|vole|pika)/,
    families: ANIMALS,
    looks: ['round COLOUR body, white belly, stuffed cheeks, tiny pink paws, round ears'],
  },
  {
    words: /\b(?:ferret|otter|weasel|mink|stoat|mongoose|seal)/,
    families: ANIMALS,
    looks: ['long slinky body, COLOUR and cream fur, dark mask, small round ears, short legs'],
  },
  {
    words: /\b(?:fox|wolf|bear|panda|raccoon|monkey|lemur|deer)/,
    families: ANIMALS,
    looks: ['soft COLOUR fur, white belly, round ears, long bushy tail, black nose'],
  },
  {
    words: /\b(?:ghost|spirit|wraith|phantom|spectre)/,
    families: ANIMALS,
    looks: ['pale COLOUR sheet-like body, trailing wisps, faint blue glow'],
  },
  {
    words: /\b(?:robot|drone|android|machine|bot)\b/,
    families: ANIMALS,
    looks: ['brushed COLOUR body, rounded square head, antenna with red light, rubber treads, chest screen'],
  },
  {
    words: /\b(?:mushroom|fungus|spore|toadstool)/,
    families: ANIMALS,
    looks: ['COLOUR cap with white spots, pale stem body, tiny root feet, mossy collar'],
  },
  {
    words: /\b(?:cactus|succulent|plant|thorn|flower)/,
    families: ANIMALS,
    looks: ['round ribbed COLOUR body, white spines, pink flower on top, clay pot, stubby arms'],
  },
  {
    words: /\b(?:crystal|gem|prism|ice|diamond)/,
    families: ANIMALS,
    looks: ['clear COLOUR crystal body, repeating hexagons, geometric legs, prism glow'],
  },
  {
    words: /\b(?:flame|fire|phoenix|ember)/,
    families: ANIMALS,
    looks: ['COLOUR and gold feathers, flame-tipped wings, long burning tail, curled crest, glowing chest'],
  },
  {
    words: /\b(?:slime|goo|blob|ooze|pudding)/,
    families: ANIMALS,
    looks: ['round wobbly COLOUR jelly body, glossy surface, floating bubbles inside'],
  },
  {
    words: /\b(?:cube|box|block)/,
    families: ANIMALS,
    looks: ['COLOUR cube-like body, scrolling white glyphs, angular ears'],
  },
  {
    words: /\b(?:book|library|scroll|letter)/,
    families: ANIMALS,
    looks: ['stacked COLOUR body, brass drawer fronts, ribbon bookmark tail, round spectacles'],
  },
];

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
