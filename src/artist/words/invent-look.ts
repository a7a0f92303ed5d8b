import { seedOf } from '../../core/engine/dice.ts';
import type { Species } from '../../core/species/species.ts';
import type { Family, Trait } from '../../core/vocabulary.ts';
import { seededRandom, type SeededRandom } from '../drawing/random.ts';
import { findColours } from './colour-words.ts';
import { firstMatch, type WordTable } from './word-table.ts';

/**
 * A look for a species that has none: from its name, prompt and personality where they hold known words, and for
 * the rest from its family, its traits and its slug as a seed: all creatures of a species look alike.
 */
export function inventLook(
  { slug, name, family, personality, traits }: Species,
  prompt: string,
): readonly string[] {
  const random = seededRandom(seedOf(slug));
  const said = `${name} ${prompt} ${personality}`.toLowerCase();
  const known = family === 'cat' || family === 'dog' ? undefined : firstMatch(ANIMAL_LOOKS, said);
  const base = random.pick(known ? [known] : FAMILY_LOOKS[family]);
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

// Only for families that hold more than one kind of animal.
const ANIMAL_LOOKS: WordTable<string> = [
  [
    /\b(?:dragon|drake|wyvern|wyrm)/,
    'COLOUR scales, gold belly plates, great leathery wings, curved horns, spiked tail',
  ],
  [/\b(?:owl|owlet)/, 'mottled COLOUR feathers, white face disc, ear tufts, broad silent wings'],
  [/\b(?:duck|swan|gull|goose)/, 'COLOUR feathers, orange bill, orange webbed feet, curled tail feather'],
  [
    /\b(?:penguin|puffin|auk)/,
    'COLOUR back, white belly, orange neck patch, stubby flippers, waddling feet, black beak',
  ],
  [
    /\b(?:bird|finch|robin|raven|crow|hawk|eagle|parrot|sparrow|budgie|canary|feather)/,
    'COLOUR feathers, curved black beak, long tail feathers',
  ],
  [
    /\b(?:octopus|squid|jelly|tentacle|kraken)/,
    'COLOUR skin, eight curling arms, pale suckers, bulbous head',
  ],
  [
    /\b(?:turtle|tortoise|terrapin)/,
    'high domed COLOUR shell, yellow ring patterns, scaly grey legs, beaked mouth, short tail',
  ],
  [/\b(?:snail|slug)/, 'spiral COLOUR shell, soft grey body, two long eye stalks'],
  [
    /\b(?:newt|salamander|axolotl|frog|toad|fish)/,
    'pale COLOUR body, feathery red gills, wide smile, stubby legs, finned tail',
  ],
  [
    /\b(?:lizard|gecko|iguana|chameleon|reptile)/,
    'COLOUR scales with shifting yellow bands, curled tail, casque crest, mitten feet',
  ],
  [/\b(?:snake|serpent|eel|worm)/, 'endless COLOUR scales, trailing fins, whale-like jaw'],
  [/\b(?:rabbit|bunny|hare)/, 'soft COLOUR fur, long upright ears, white cotton tail, pink nose'],
  [
    /\b(?:porcupine|hedgehog|urchin|spine|quill)/,
    'COLOUR and white spines, pale furry face, long pointed snout, tiny ears',
  ],
  [
    /\b(?:mouse|rat|hamster|gerbil|vole|pika)/,
    'round COLOUR body, white belly, stuffed cheeks, tiny pink paws, round ears',
  ],
  [
    /\b(?:ferret|otter|weasel|mink|stoat|mongoose|seal)/,
    'long slinky body, COLOUR and cream fur, dark mask, small round ears, short legs',
  ],
  [
    /\b(?:fox|wolf|bear|panda|raccoon|monkey|lemur|deer)/,
    'soft COLOUR fur, white belly, round ears, long bushy tail, black nose',
  ],
  [
    /\b(?:ghost|spirit|wraith|phantom|spectre)/,
    'pale COLOUR sheet-like body, trailing wisps, faint blue glow',
  ],
  [
    /\b(?:robot|drone|android|machine|bot)\b/,
    'brushed COLOUR body, rounded square head, antenna with red light, rubber treads, chest screen',
  ],
  [
    /\b(?:mushroom|fungus|spore|toadstool)/,
    'COLOUR cap with white spots, pale stem body, tiny root feet, mossy collar',
  ],
  [
    /\b(?:cactus|succulent|plant|thorn|flower)/,
    'round ribbed COLOUR body, white spines, pink flower on top, clay pot, stubby arms',
  ],
  [
    /\b(?:crystal|gem|prism|ice|diamond)/,
    'clear COLOUR crystal body, repeating hexagons, geometric legs, prism glow',
  ],
  [
    /\b(?:flame|fire|phoenix|ember)/,
    'COLOUR and gold feathers, flame-tipped wings, long burning tail, curled crest, glowing chest',
  ],
  [
    /\b(?:slime|goo|blob|ooze|pudding)/,
    'round wobbly COLOUR jelly body, glossy surface, floating bubbles inside',
  ],
  [/\b(?:cube|box|block)/, 'COLOUR cube-like body, scrolling white glyphs, angular ears'],
  [
    /\b(?:book|library|scroll|letter)/,
    'stacked COLOUR body, brass drawer fronts, ribbon bookmark tail, round spectacles',
  ],
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
