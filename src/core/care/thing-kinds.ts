/** What a thing is, in the words that wishes have for it. */
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
export type ThingKind = (typeof THING_KINDS)[number];

/** What an item is, by its words. */
export function thingKindsOf(item: string): readonly ThingKind[] {
  const words = item.toLowerCase();
  return THING_KINDS.filter((kind) => WORDS[kind].test(words));
}

const WORDS: Readonly<Record<ThingKind, RegExp>> = {
  food: /food|kibble|treat|meal|snack/,
  fruit: /fruit|apple|berr|mango|banana|melon|grape|pear|fig/,
  fish: /fish|tuna|salmon|sardine|krill|shrimp|squid|trout/,
  meat: /meat|chicken|beef|turkey|lamb|liver|pork|steak|mice|mouse|egg/,
  vegetable: /vegetable|carrot|lettuce|greens|kale|pea|leaf|leaves|hay|clover|cucumber/,
  sweet: /sweet|honey|cake|cookie|biscuit|nectar|sugar|syrup/,
  drink: /milk|tea|water|broth|juice|drink/,
  toy: /toy|rope|string|feather|yarn|mouse|wand|chew|stick|frisbee/,
  ball: /ball|orb|marble/,
  puzzle: /puzzle|maze|riddle|game|problem|proof/,
  music: /music|song|lullaby|hum|chime|melody|rhythm|white noise|sound/,
  story: /story|stories|tale|poem|book|reading/,
  brush: /brush|comb|groom/,
  bath: /bath|soap|shampoo|towel|rinse|wash|cloth|wipe|mist|water/,
  blanket: /blanket|bed|nest|pillow|cushion|den|burrow|hammock|basket/,
  light: /light|lamp|star|glow|laser|candle|sun|moon|photon/,
  flower: /flower|plant|leaf|moss|grass|petal/,
  shiny: /shiny|mirror|gem|coin|crystal|bell|bauble/,
  code: /data|code|algorithm|cache|log|token|memory|bit|cycle|dataset|signal|compress|defrag/,
  medicine: /medicine|vitamin|vet|balm|patch|tonic|bandage|drops|remedy/,
  outdoors: /walk|park|garden|run|fetch|outdoor|trail|beach|swim|hike/,
  picture: /picture|paint|drawing|photo/,
};
