import { recordOf } from '../engine/record-of.ts';
import { wordsOf } from './items/item-words.ts';
import { readItem } from './items/lexicon.ts';

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
  const things = readItem(wordsOf(item)).head;
  return THING_KINDS.filter((kind) =>
    things.some((thing) => [thing.name, thing.kind, thing.group].some((word) => WORDS[kind].has(word))),
  );
}

/** The names, kinds and groups of the lexicon that are of each kind. */
const WORDS: Readonly<Record<ThingKind, ReadonlySet<string>>> = recordOf(
  THING_KINDS,
  (kind) =>
    new Set(
      {
        food: 'food, chocolate, onions and garlic, grapes, avocado, macadamia nuts, salt',
        fruit: 'fruit, tropical fruit, berries, citrus, grapes, avocado',
        fish: 'fish, shellfish, squid',
        meat: 'meat, processed meat, organ meat, poultry, prey, bones',
        vegetable:
          'vegetables, leafy greens, squash, potatoes, mushrooms, beans and lentils, onions and garlic',
        sweet: 'sweets, nectar and syrup, chocolate, ice cream',
        drink: 'drinks, water, soft drinks, soups, caffeine, alcohol, milk',
        toy: 'balls, things to fetch, chew toys, tug toys, soft toys, dangling toys, boxes, tunnels and courses, things on wheels',
        ball: 'balls, snowball',
        puzzle: 'puzzles, board games',
        music: 'music, soft sounds',
        story: 'stories, storytelling, ghost story, bedtime routine',
        brush: 'brushes and combs, dental care',
        bath: "baths, pet shampoo, people's soap, soft cloths, water, dust baths",
        blanket: 'blankets, beds, pillows, nests, hideaways',
        light: 'light, fire, harsh light, laser pointer, heat lamp, sunny windowsill',
        flower: 'flowers, leafy greens, hay, poisonous plants, twigs and bark, cactus, moss',
        shiny: 'gems, shiny coin, mirror, coin, treasure, treasure chest, ring, jewelry',
        code: 'data, code, mathematics, digital cleaning, digital repair',
        medicine: "remedy, digital repair, people's medicine",
        outdoors: 'outings, water play',
        picture: 'self portrait, drawing, painting, photo shoot, photography, screens',
      }[kind].split(', '),
    ),
);
