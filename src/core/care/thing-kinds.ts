import { recordOf } from '../engine/record-of.ts';
import { readItem } from './lexicon.ts';

export const THING_KINDS = [
  'food',
  'fruit',
  'fish',
  'meat',
  'vegetable',
  'sweet',
  'drink',
  'toy',
  'ball',
  'puzzle',
  'music',
  'story',
  'brush',
  'bath',
  'blanket',
  'light',
  'flower',
  'shiny',
  'code',
  'medicine',
  'outdoors',
  'picture',
] as const;
/** What a thing is, as people would say it. */
export type ThingKind = (typeof THING_KINDS)[number];

/** Everything an item is, by what the house knows of its name; nothing when it knows nothing. */
export function thingKindsOf(item: string): readonly ThingKind[] {
  const reading = readItem(item);
  if (reading === undefined) return [];
  return THING_KINDS.filter((kind) =>
    reading.head.some((thing) => [thing.name, thing.kind, thing.group].some((word) => WORDS[kind].has(word))),
  );
}

/** The names, kinds and groups of the lexicon that are of each kind. */
const WORDS: Readonly<Record<ThingKind, ReadonlySet<string>>> = recordOf(
  THING_KINDS,
  (kind) =>
    new Set(
      {
        food: 'food, chocolate, onion, grape, avocado, macadamia, salt',
        fruit: 'fruit, tropical fruit, berry, citrus, grape, avocado',
        fish: 'fish, shellfish, squid',
        meat: 'meat, processed meat, organ meat, poultry, prey, bone',
        vegetable: 'vegetable, leafy green, squash, potato, mushroom, legume, onion',
        sweet: 'sweet, nectar, chocolate, ice cream',
        drink: 'drink, water, soda, broth, caffeine, alcohol, milk',
        toy: 'toy',
        ball: 'ball, snowball',
        puzzle: 'puzzle, board game',
        music: 'music, lullaby',
        story: 'story, storytelling, spooky stories, bedtime routine',
        brush: 'brush, dental',
        bath: 'bath, shampoo, soap, cloth, water, dust bath',
        blanket: 'blanket, pet bed, pillow, nest, hideaway',
        light: 'light, fire, glare',
        flower: 'edible flower, leafy green, hay, toxic plant, twig, cactus pad, moss',
        shiny: 'gem, mirror, coin, treasure, ring, jewelry, shiny coin',
        code: 'data, code, maths, digital cleaning, digital remedy',
        medicine: 'remedy, digital remedy, human drug',
        outdoors: 'outing, water play',
        picture: 'self portrait, drawing, painting, photo shoot, photography, screen',
      }[kind].split(', '),
    ),
);
