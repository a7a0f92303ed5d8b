import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import lexicon from '../../../packages/tastes/lexicon.json' with { type: 'json' };
import { contentWords, readItem, stemOf, wordsOf } from '../../../packages/tastes/lexicon.ts';
import { builtIn } from '../../../test/support/creature.ts';
import { CATALOG } from '../species/catalog.ts';
import { ITEM_ACTIONS, type ItemAction, type ItemCategory } from '../vocabulary.ts';
import { categoryOf } from './care.ts';
import { explainItem, isOpenToMeaning, judgeByKnowledge, judgeByMeaning, receiverOf } from './judge-item.ts';
import rules from './taste-rules.json' with { type: 'json' };

const scoreFor = (slug: string, action: ItemAction, item: string): number | undefined =>
  judgeByKnowledge({ item, action, species: builtIn(slug) })?.score;

function categoryFor(slug: string, action: ItemAction, item: string): ItemCategory | undefined {
  const score = scoreFor(slug, action, item);
  return score === undefined ? undefined : categoryOf(score);
}

/** The category of every item of `slug: item; item | slug: item`. */
function categoriesFor(action: ItemAction, offers: string): Record<string, ItemCategory | undefined> {
  const each = offers.split(' | ').flatMap((offer) => {
    const [slug = '', items = ''] = offer.split(': ');
    return items.split('; ').map((item) => [`${slug}: ${item}`, categoryFor(slug, action, item)] as const);
  });
  return Object.fromEntries(each);
}

type Judgement = readonly [category: ItemCategory, action: ItemAction, offers: string];

test('the score is 1 for the words of a favourite, 0.92 for a typo, and other words are not loved', () => {
  const scores = (items: string) =>
    new Set(items.split('; ').map((item) => scoreFor('housecat', 'feed', item)));
  expect(scores('tuna; TUNA; some tuna, please; a can of tuna; túna; atún')).toEqual(new Set([1]));
  expect(scores('cat kibbles; treats (catnip); catkibble')).toEqual(new Set([1]));
  expect(scores('tunna; samlon; salmn; cat kible; catnip treets; sardnies')).toEqual(new Set([0.92]));
  for (const item of ['salon', 'tuba', 'wubblecrank', '', 'a glimwhistle'])
    expect(categoryFor('housecat', 'feed', item)).not.toBe('loved');
});

const COMMON_KNOWLEDGE: readonly Judgement[] = [
  ['liked', 'feed', 'penguin: shrimp cocktail | tuxedo: wet food at seven sharp | cipher: a locked diary'],
  ['liked', 'feed', 'housecat: mackerel; tuna with lots of mustard; wubbled tuna | parrot: grapes'],
  ['harmful', 'medicine', 'retriever: ibuprofeno; a whole box of heartworm tablets | beagle: ibuprofin'],
  ['harmful', 'medicine', 'beagle: ibuprofen'],
  ['loved', 'feed', 'fennec_fox: crickets dusted with calcium | serval: a whole dead mouse, fur and all'],
  ['loved', 'feed', 'kraken: a shoal of deep sea fish | beagle: kibble soaked in broth | void: dark matter'],
  ['loved', 'feed', 'housecat: grilled salmon; tuna in water; a little fresh tuna | chonk: chocolate cake'],
  ['loved', 'feed', 'robot: a battery | housecat: fire-roasted salmon; flame-grilled salmon'],
  ['disliked', 'feed', 'turtle: rubber shrimp | housecat: broccoli | tortoise: dog food'],
  ['disliked', 'clean', 'housecat: splashing | hamster: bacon-scented brushing'],
  ['harmful', 'sleep', 'beagle: a sealed crate; in our old fireplace'],
  ['harmful', 'discipline', 'beagle: kicking him; a smack on the nose | siamese: throwing across the room'],
  ['liked', 'discipline', 'beagle: leaving him be'],
  ['disliked', 'play', 'penguin: being passed around | beagle: grapes'],
  ['disliked', 'discipline', 'beagle: shouting'],
  ['disliked', 'sleep', 'tabby: loud music; fresh hay'],
  ['neutral', 'feed', 'echo: dark matter | robot: dark matter | phoenix: molten rock'],
  ['harmful', 'feed', 'beagle: grapes; chocolate cake; ground nutmeg | parrot: avocado toast'],
  ['harmful', 'feed', 'housecat: onion soup | echo: malware; molten rock | rabbit: a marble'],
  ['harmful', 'feed', 'robot: corrupt firmware'],
  ['loved', 'sleep', 'husky: cold tile floor'],
  ['harmful', 'clean', 'robot: a bucket of water'],
  ['liked', 'clean', 'lab: a bucket of water | axolotl: cleaning the tank'],
  ['liked', 'play', 'tabby: a plush toy shark | beagle: fire hydrant toy'],
  ['liked', 'sleep', 'rabbit: fresh hay | housecat: near the fireplace'],
  ['harmful', 'play', 'beagle: tennis ball small enough to swallow'],
];

const HAZARD_IS_HARMFUL: readonly Judgement[] = [
  ['harmful', 'feed', 'housecat: poisoned tuna; tuna with antifreeze; moldy salmon; Rotten Chicken'],
  ['harmful', 'feed', 'housecat: chicken, expired; tuna without bones and with bleach; free bleach'],
  ['harmful', 'play', 'housecat: ball with razor blades; stick of dynamite'],
  ['harmful', 'clean', 'housecat: boiling bath'],
  ['harmful', 'medicine', 'housecat: overdose of vitamins'],
  ['harmful', 'discipline', 'housecat: hitting'],
  ['harmful', 'sleep', 'housecat: blanket on fire'],
  ['harmful', 'feed', 'housecat: rotten wubblecrank; wubblecrank with bleach'],
];

const NEGATED_PART_IS_IGNORED: readonly Judgement[] = [
  ['neutral', 'feed', 'housecat: not chocolate; no tuna | beagle: no onions; no onions or garlic'],
  ['neutral', 'feed', 'beagle: no onions, garlic or leeks; anything but chocolate'],
  ['neutral', 'feed', 'beagle: xylitol-free peanut butter | chonk: not chocolate cake'],
  ['neutral', 'play', 'housecat: without a ball; plush fire truck; toy fire engine'],
  ['loved', 'feed', 'beagle: chicken without garlic; chicken with no onions; onion-free chicken'],
  ['loved', 'feed', 'beagle: chicken free of onions; no chocolate, just chicken; nothing but chicken'],
  ['loved', 'feed', 'housecat: salmon minus the onions; pollo sin cebolla; Huhn ohne Zwiebeln'],
  ['loved', 'feed', 'housecat: not poisoned tuna'],
  ['loved', 'discipline', 'housecat: a firm no'],
  ['harmful', 'feed', 'beagle: chicken without garlic but with chocolate'],
  ['harmful', 'feed', 'beagle: not only chicken but also chocolate | housecat: free chocolate'],
];

const MAIN_PART_COUNTS: readonly Judgement[] = [
  ['liked', 'feed', 'pangolin: termites with a side of honey; termites, honey | housecat: tuna and broccoli'],
  ['liked', 'feed', 'housecat: bread, sardine and mustard | beagle: chicken with candy'],
  ['loved', 'feed', 'pangolin: honey with termites | hedgehog: mealworms and lettuce'],
  ['harmful', 'feed', 'beagle: chicken with chocolate | housecat: poisonned tuna'],
  ['harmful', 'feed', 'chameleon: crickets in antifreeze'],
];

const RULES = { COMMON_KNOWLEDGE, HAZARD_IS_HARMFUL, NEGATED_PART_IS_IGNORED, MAIN_PART_COUNTS };
const JUDGEMENTS = Object.entries(RULES).flatMap(([rule, rows]) =>
  rows.map((row) => [rule, ...row] as const),
);

test.each(JUDGEMENTS)('%s: %s for %s: %s', (_, category, action, offers) => {
  const judged = categoriesFor(action, offers);
  expect(judged).toEqual(Object.fromEntries(Object.keys(judged).map((offer) => [offer, category])));
});

test.each<[ItemAction, string]>([
  ['play', 'toy knife; water gun; plush bomb; kick a ball'],
  ['feed', 'grain-free non-toxic kibble; fruit punch'],
  ['medicine', 'omega fatty acids'],
  ['clean', 'bath bomb'],
  ['sleep', 'bomb-proof cat bed'],
])('%s with one of these only sounds dangerous: %s', (action, items) => {
  expect(Object.values(categoriesFor(action, `housecat: ${items}`))).not.toContain('harmful');
});

test('an unknown word is not judged, with or without an adjective, and a mere sign is neutral', () => {
  const unknown = 'housecat: xkcdqwrt; wubblecrank; cold wubblecrank; smelly frobnitz';
  expect(new Set(Object.values(categoriesFor('feed', unknown)))).toEqual(new Set([undefined]));
  expect(categoryFor('housecat', 'play', 'noisy glimwhistle')).toBeUndefined();
  expect(categoryFor('housecat', 'feed', '!!!')).toBe('neutral');
});

test('unknown words are never judged below neutral', () => {
  const syllable = fc.constantFrom(...'blor wub quim glee frob snid prin zor vak mip'.split(' '));
  const items = fc.string({ unit: syllable, minLength: 2, maxLength: 4 });
  const [kinds, actions] = [fc.constantFrom(...CATALOG), fc.constantFrom(...ITEM_ACTIONS)];
  fc.assert(
    fc.property(items, kinds, actions, (item, species, action) => {
      expect(judgeByKnowledge({ item, species, action })?.score ?? 0.42).toBeGreaterThanOrEqual(0.42);
    }),
  );
});

test('within a category the score rises with similarity to the nearest favourite', () => {
  for (const items of ['fresh tuna; warm organic tuna', 'tuna with bleach; bleach', 'trout; lamb']) {
    const [nearer = 0, farther = 0] = items.split('; ').map((item) => scoreFor('housecat', 'feed', item));
    expect(categoryOf(nearer)).toBe(categoryOf(farther));
    expect(nearer).toBeGreaterThan(farther);
  }
});

test('a species that likes one kind of hazard is not hurt by it', () => {
  expect(categoryFor('phoenix', 'feed', 'flames')).toBe('liked');
  expect(categoryFor('phoenix', 'feed', 'poisoned embers')).toBe('harmful');
  expect(categoryFor('leviathan', 'feed', 'salted chocolate')).toBe('harmful');
});

test.each(CATALOG)('every favourite of $slug is judged a favourite', (species) => {
  const called = ITEM_ACTIONS.flatMap((action) =>
    species.tastes[action].filter((item) => judgeByKnowledge({ item, action, species })?.score !== 1),
  );
  expect(called).toEqual([]);
});

test('the model raises harmless items, and makes no unknown word a favourite', () => {
  const scale = { liked: 0.5, loved: 0.7 };
  const categories = (known?: { score: number }) =>
    [0.4, 0.6, 0.9].map((near) => categoryOf(judgeByMeaning(known, near, scale).score));
  expect(categories()).toEqual(['neutral', 'liked', 'liked']);
  expect(categories({ score: 0.46 })).toEqual(['neutral', 'liked', 'loved']);
});

test('the model is not asked about harmful or disliked items', () => {
  const open = [0, 0.1, 0.37, 0.46, 0.55, 0.78].filter((score) => isOpenToMeaning({ score }));
  expect(open).toEqual([0.46, 0.55]);
  expect(isOpenToMeaning(undefined)).toBe(true);
});

const PENGUIN = builtIn('penguin');
const offer = (item: string) => ({ item, action: 'feed' as const, species: PENGUIN });

test.each<[string, ItemCategory, ReturnType<typeof explainItem>]>([
  ['shrimp cocktail', 'liked', { kind: 'shellfish', like: 'krill' }],
  ['fresh sardines', 'loved', { kind: undefined, like: 'sardines' }],
  ['a bar of chocolate', 'harmful', { kind: 'chocolate', like: undefined }],
  ['a bar of chocolate', 'neutral', undefined],
  ['wubblecrank', 'neutral', undefined],
])('%s being %s is explained by %j', (item, category, reason) => {
  expect(explainItem(offer(item), category)).toEqual(reason);
});

test.each(CATALOG)('no reason contradicts a food on the list of $slug', (species) => {
  const heads = species.tastes.feed.flatMap((item) => readItem(wordsOf(item)).head);
  const eaten = new Set(heads.map(({ kind }) => kind));
  const items = [...eaten].flatMap((kind) => [kind, `cold smelly ${kind}`, `${kind} with bitter mustard`]);
  const contradicted: string[] = [];
  for (const action of ITEM_ACTIONS)
    for (const item of items)
      for (const category of ['neutral', 'disliked', 'harmful'] as const)
        if (eaten.has(explainItem({ item, action, species }, category)?.kind ?? ''))
          contradicted.push(`${action} ${item} is ${category}`);
  expect(contradicted).toEqual([]);
});

test.each(CATALOG)('no reason contradicts a toy on the list of $slug', (species) => {
  const liked = new Set(species.tastes.play.flatMap(contentWords).map(stemOf));
  const toys = ['crossword', 'puzzle feeder', 'tug rope', 'frisbee', 'tunnel', 'plush toy', 'laser pointer'];
  const contradicted = toys.flatMap((item) =>
    (['neutral', 'disliked', 'harmful'] as const).flatMap((category) => {
      const kind = explainItem({ item, action: 'play', species }, category)?.kind ?? '';
      return contentWords(kind).some((word) => liked.has(stemOf(word))) ? [`${item} is ${kind}`] : [];
    }),
  );
  expect(contradicted).toEqual([]);
});

test('a worm eater is not told that it dislikes insects', () => {
  const locusts = { item: 'locusts', action: 'play', species: builtIn('axolotl') } as const;
  expect(explainItem(locusts, 'neutral')).toBeUndefined();
});

test('a list of tastes written by an agent is not quoted', () => {
  const species = { ...PENGUIN, tastes: { ...PENGUIN.tastes, feed: ['<b>mackerel</b>'] } };
  expect(explainItem({ ...offer('mackerel'), species }, 'loved')).toBeUndefined();
  expect(explainItem({ ...offer('cod'), species }, 'liked')).toEqual({ kind: 'fish', like: undefined });
});

const KINDS = Object.values(lexicon).flatMap((kinds) => Object.entries<readonly string[]>(kinds));
const NAMES = KINDS.flatMap(([, list]) => list.map((each) => each.split('=')[0] ?? ''));

test('every rule names a word, kind or group of the lexicon, for all or for each of nine diets', () => {
  const known = new Set([...Object.keys(lexicon), ...KINDS.map(([kind]) => kind), ...NAMES]);
  const rows = Object.values(rules).flatMap((table) => Object.entries<string>(table));
  expect(rows.filter(([key]) => !known.has(key))).toEqual([]);
  expect(rows.filter(([, row]) => !/^[lndh](?:[lndh]{8})?$/.test(row))).toEqual([]);
  expect(Object.keys(rules).toSorted()).toEqual(['any', ...ITEM_ACTIONS].toSorted());
});

test('the lexicon has unique kinds and at least fifteen hundred everyday things', () => {
  expect(new Set(KINDS.map(([kind]) => kind)).size).toBe(KINDS.length);
  expect(new Set(NAMES).size).toBeGreaterThan(1_500);
});

test('the diet of a species follows from its food', () => {
  const slugs = 'housecat beagle penguin hedgehog parrot tortoise chonk cipher phoenix'.split(' ');
  const diets = 'cat dog meat mixed seed graze snack ai ember'.split(' ');
  expect(slugs.map((slug) => receiverOf(builtIn(slug)).way)).toEqual(diets);
});
