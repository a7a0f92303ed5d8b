import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { CATALOG, findBuiltIn } from '../species/catalog.ts';
import { ITEM_ACTIONS, type ItemAction, type ItemCategory } from '../vocabulary.ts';
import { categoryOf } from './care.ts';
import { readItem, wordsOf } from './lexicon.ts';
import { explainItem, isOpenToMeaning, judgeByKnowledge, judgeByMeaning } from './judge-item.ts';

function judged(slug: string, action: ItemAction, item: string) {
  const species = findBuiltIn(slug);
  if (species === undefined) throw new Error(`${slug} is no species`);
  return judgeByKnowledge({ item, action, species });
}

function categoryFor(slug: string, action: ItemAction, item: string): ItemCategory | undefined {
  const known = judged(slug, action, item);
  return known && categoryOf(known.score);
}

test.each([
  'tuna',
  'TUNA',
  'some tuna, please',
  'a can of tuna',
  'túna',
  'atún',
  'cat kibbles',
  'treats (catnip)',
  'catkibble',
])('%j has the same words as a favourite', (item) => {
  expect(judged('housecat', 'feed', item)?.score).toBe(1);
});

test.each(['tunna', 'samlon', 'salmn', 'cat kible', 'catnip treets', 'sardnies'])(
  '%j is a typo of a favourite',
  (item) => {
    expect(judged('housecat', 'feed', item)?.score).toBe(0.92);
  },
);

test.each(['salon', 'tuba', 'wubblecrank', '', 'a glimwhistle'])(
  '%j is no typo of another word and no favourite',
  (item) => {
    expect(categoryFor('housecat', 'feed', item)).not.toBe('loved');
  },
);

describe('judgements that match common knowledge of animals', () => {
  test.each<[string, ItemAction, string, ItemCategory]>([
    ['penguin', 'feed', 'shrimp cocktail', 'liked'],
    ['tuxedo', 'feed', 'wet food at seven sharp', 'liked'],
    ['retriever', 'medicine', 'ibuprofeno', 'harmful'],
    ['fennec_fox', 'feed', 'crickets dusted with calcium', 'loved'],
    ['serval', 'feed', 'a whole dead mouse, fur and all', 'loved'],
    ['turtle', 'feed', 'rubber shrimp', 'disliked'],
    ['housecat', 'clean', 'splashing', 'disliked'],
    ['kraken', 'feed', 'a shoal of deep sea fish', 'loved'],
    ['beagle', 'feed', 'kibble soaked in broth', 'loved'],
    ['beagle', 'sleep', 'a sealed crate', 'harmful'],
    ['cipher', 'feed', 'a locked diary', 'liked'],
    ['beagle', 'medicine', 'ibuprofin', 'harmful'],
    ['beagle', 'discipline', 'kicking him', 'harmful'],
    ['beagle', 'discipline', 'leaving him be', 'liked'],
    ['penguin', 'play', 'being passed around', 'disliked'],
    ['beagle', 'discipline', 'shouting', 'disliked'],
    ['tabby', 'sleep', 'loud music', 'disliked'],
    ['echo', 'feed', 'dark matter', 'neutral'],
    ['robot', 'feed', 'dark matter', 'neutral'],
    ['void', 'feed', 'dark matter', 'loved'],
    ['housecat', 'feed', 'grilled salmon', 'loved'],
    ['housecat', 'feed', 'mackerel', 'liked'],
    ['housecat', 'feed', 'broccoli', 'disliked'],
    ['tortoise', 'feed', 'dog food', 'disliked'],
    ['parrot', 'feed', 'grapes', 'liked'],
    ['beagle', 'feed', 'grapes', 'harmful'],
    ['beagle', 'feed', 'chocolate cake', 'harmful'],
    ['chonk', 'feed', 'chocolate cake', 'loved'],
    ['parrot', 'feed', 'avocado toast', 'harmful'],
    ['housecat', 'feed', 'onion soup', 'harmful'],
    ['beagle', 'play', 'grapes', 'disliked'],
    ['beagle', 'medicine', 'ibuprofen', 'harmful'],
    ['retriever', 'medicine', 'a whole box of heartworm tablets', 'harmful'],
    ['beagle', 'discipline', 'a smack on the nose', 'harmful'],
    ['husky', 'sleep', 'cold tile floor', 'loved'],
    ['robot', 'clean', 'a bucket of water', 'harmful'],
    ['lab', 'clean', 'a bucket of water', 'liked'],
    ['echo', 'feed', 'malware', 'harmful'],
    ['phoenix', 'feed', 'molten rock', 'neutral'],
    ['echo', 'feed', 'molten rock', 'harmful'],
    ['axolotl', 'clean', 'cleaning the tank', 'liked'],
    ['hamster', 'clean', 'bacon-scented brushing', 'disliked'],
    ['rabbit', 'feed', 'a marble', 'harmful'],
    ['siamese', 'discipline', 'throwing across the room', 'harmful'],
    ['tabby', 'play', 'a plush toy shark', 'liked'],
    ['rabbit', 'sleep', 'fresh hay', 'liked'],
    ['tabby', 'sleep', 'fresh hay', 'disliked'],
    ['robot', 'feed', 'a battery', 'loved'],
    ['robot', 'feed', 'corrupt firmware', 'harmful'],
    ['beagle', 'feed', 'ground nutmeg', 'harmful'],
    ['housecat', 'feed', 'tuna with lots of mustard', 'liked'],
    ['housecat', 'feed', 'tuna in water', 'loved'],
    ['housecat', 'feed', 'wubbled tuna', 'liked'],
    ['housecat', 'feed', 'a little fresh tuna', 'loved'],
    ['beagle', 'play', 'tennis ball small enough to swallow', 'harmful'],
  ])('to a %s, for %s, %s is %s', (slug, action, item, category) => {
    expect(categoryFor(slug, action, item)).toBe(category);
  });
});

test.each<[ItemAction, string]>([
  ['feed', 'poisoned tuna'],
  ['feed', 'tuna with antifreeze'],
  ['feed', 'moldy salmon'],
  ['feed', 'Rotten Chicken'],
  ['feed', 'chicken, expired'],
  ['feed', 'tuna without bones and with bleach'],
  ['feed', 'free bleach'],
  ['play', 'ball with razor blades'],
  ['play', 'stick of dynamite'],
  ['clean', 'boiling bath'],
  ['medicine', 'overdose of vitamins'],
  ['discipline', 'hitting'],
  ['sleep', 'blanket on fire'],
])('a hazard beside something good is a hazard: %s with %s', (action, item) => {
  expect(categoryFor('housecat', action, item)).toBe('harmful');
});

test.each<[ItemAction, string]>([
  ['play', 'toy knife'],
  ['play', 'water gun'],
  ['play', 'plush bomb'],
  ['feed', 'grain-free non-toxic kibble'],
  ['medicine', 'omega fatty acids'],
  ['clean', 'bath bomb'],
  ['play', 'kick a ball'],
  ['feed', 'fruit punch'],
  ['sleep', 'bomb-proof cat bed'],
])('%s with a %s only sounds dangerous', (action, item) => {
  expect(categoryFor('housecat', action, item)).not.toBe('harmful');
});

test.each<[string, ItemAction, string, ItemCategory | undefined]>([
  ['housecat', 'feed', 'xkcdqwrt', undefined],
  ['housecat', 'feed', 'wubblecrank', undefined],
  ['housecat', 'feed', 'cold wubblecrank', undefined],
  ['housecat', 'feed', 'smelly frobnitz', undefined],
  ['housecat', 'play', 'noisy glimwhistle', undefined],
  ['housecat', 'feed', '!!!', 'neutral'],
  ['housecat', 'feed', 'rotten wubblecrank', 'harmful'],
  ['housecat', 'feed', 'wubblecrank with bleach', 'harmful'],
])('of an unknown word only a known hazard beside it counts: %s, %s, %s is %s', (...row) => {
  const [slug, action, item, category] = row;
  expect(categoryFor(slug, action, item)).toBe(category);
});

test.each<[string, ItemAction, string, ItemCategory]>([
  ['housecat', 'feed', 'not chocolate', 'neutral'],
  ['beagle', 'feed', 'no onions', 'neutral'],
  ['beagle', 'feed', 'no onions or garlic', 'neutral'],
  ['beagle', 'feed', 'no onions, garlic or leeks', 'neutral'],
  ['beagle', 'feed', 'anything but chocolate', 'neutral'],
  ['chonk', 'feed', 'not chocolate cake', 'neutral'],
  ['housecat', 'feed', 'no tuna', 'neutral'],
  ['housecat', 'play', 'without a ball', 'neutral'],
  ['beagle', 'feed', 'chicken without garlic', 'loved'],
  ['beagle', 'feed', 'chicken with no onions', 'loved'],
  ['beagle', 'feed', 'onion-free chicken', 'loved'],
  ['beagle', 'feed', 'chicken free of onions', 'loved'],
  ['beagle', 'feed', 'no chocolate, just chicken', 'loved'],
  ['beagle', 'feed', 'nothing but chicken', 'loved'],
  ['beagle', 'feed', 'xylitol-free peanut butter', 'neutral'],
  ['housecat', 'feed', 'salmon minus the onions', 'loved'],
  ['housecat', 'feed', 'pollo sin cebolla', 'loved'],
  ['housecat', 'feed', 'Huhn ohne Zwiebeln', 'loved'],
  ['housecat', 'feed', 'not poisoned tuna', 'loved'],
  ['housecat', 'discipline', 'a firm no', 'loved'],
  ['beagle', 'feed', 'chicken without garlic but with chocolate', 'harmful'],
  ['beagle', 'feed', 'not only chicken but also chocolate', 'harmful'],
  ['housecat', 'feed', 'free chocolate', 'harmful'],
])('a negated part does not count: to a %s, for %s, %s is %s', (slug, action, item, category) => {
  expect(categoryFor(slug, action, item)).toBe(category);
});

test.each<[string, ItemAction, string, ItemCategory]>([
  ['pangolin', 'feed', 'termites with a side of honey', 'liked'],
  ['pangolin', 'feed', 'termites, honey', 'liked'],
  ['pangolin', 'feed', 'honey with termites', 'loved'],
  ['hedgehog', 'feed', 'mealworms and lettuce', 'loved'],
  ['housecat', 'feed', 'tuna and broccoli', 'liked'],
  ['housecat', 'feed', 'bread, sardine and mustard', 'liked'],
  ['beagle', 'feed', 'chicken with candy', 'liked'],
  ['beagle', 'feed', 'chicken with chocolate', 'harmful'],
  ['housecat', 'feed', 'poisonned tuna', 'harmful'],
  ['chameleon', 'feed', 'crickets in antifreeze', 'harmful'],
])(
  'a mix is judged by its main part unless a part is a hazard: to a %s, %s, %s is %s',
  (slug, action, item, category) => {
    expect(categoryFor(slug, action, item)).toBe(category);
  },
);

test('unknown words are never judged below neutral', () => {
  const syllable = fc.constantFrom(
    'blor',
    'wub',
    'quim',
    'glee',
    'frob',
    'snid',
    'prin',
    'zor',
    'vak',
    'mip',
  );
  const word = fc.array(syllable, { minLength: 2, maxLength: 4 }).map((syllables) => syllables.join(''));
  fc.assert(
    fc.property(
      word,
      fc.constantFrom(...CATALOG),
      fc.constantFrom(...ITEM_ACTIONS),
      (item, species, action) => {
        const known = judgeByKnowledge({ item, action, species });
        expect(known?.score ?? 0.42).toBeGreaterThanOrEqual(0.42);
      },
    ),
  );
});

test('within a category the score rises with similarity to the nearest favourite', () => {
  const scores = (items: readonly string[]) =>
    items.map((item) => judged('housecat', 'feed', item)?.score ?? -1);
  for (const items of [
    ['fresh tuna', 'warm organic tuna'],
    ['tuna with bleach', 'bleach'],
    ['trout', 'lamb'],
  ]) {
    const [nearer = 0, farther = 0] = scores(items);
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
  const category = (known: { score: number } | undefined, near: number) =>
    categoryOf(judgeByMeaning(known, near, scale).score);
  expect(['neutral', 'liked', 'liked']).toEqual([0.4, 0.6, 0.9].map((near) => category(undefined, near)));
  expect(['neutral', 'liked', 'loved']).toEqual(
    [0.4, 0.6, 0.9].map((near) => category({ score: 0.46 }, near)),
  );
});

test('the model is not asked about harmful or disliked items', () => {
  expect([0, 0.1, 0.37, 0.46, 0.55, 0.78].map((score) => isOpenToMeaning({ score }))).toEqual([
    false,
    false,
    false,
    true,
    true,
    false,
  ]);
  expect(isOpenToMeaning(undefined)).toBe(true);
});

describe('reasons', () => {
  const penguin = findBuiltIn('penguin');
  if (penguin === undefined) throw new Error('no penguin');
  const offer = (item: string) => ({ item, action: 'feed' as const, species: penguin });

  test('an item of the kind of a favourite is explained by both', () => {
    expect(explainItem(offer('shrimp cocktail'), 'liked')).toEqual({ kind: 'shellfish', like: 'krill' });
  });

  test('an item that paraphrases a favourite is explained by the favourite', () => {
    expect(explainItem(offer('fresh sardines'), 'loved')).toEqual({ kind: undefined, like: 'sardines' });
  });

  test('a harmful item is explained by its kind', () => {
    expect(explainItem(offer('a bar of chocolate'), 'harmful')).toEqual({
      kind: 'chocolate',
      like: undefined,
    });
  });

  test('items judged by other means, or unknown, have no reason', () => {
    expect(explainItem(offer('a bar of chocolate'), 'neutral')).toBeUndefined();
    expect(explainItem(offer('wubblecrank'), 'neutral')).toBeUndefined();
  });

  test.each(CATALOG)('no reason contradicts a food on the list of $slug', (species) => {
    const eaten = new Set(
      species.tastes.feed.flatMap((item) => readItem(wordsOf(item)).head.map(({ kind }) => kind)),
    );
    for (const action of ITEM_ACTIONS)
      for (const item of [...eaten].flatMap((kind) => [
        kind,
        `cold smelly ${kind}`,
        `${kind} with bitter mustard`,
      ]))
        for (const category of ['neutral', 'disliked', 'harmful'] as const) {
          const kind = explainItem({ item, action, species }, category)?.kind ?? '';
          expect([...eaten], `${action} ${item} is ${category}`).not.toContain(kind);
        }
  });

  test('a worm eater is not told that it dislikes insects', () => {
    const axolotl = findBuiltIn('axolotl');
    if (axolotl === undefined) throw new Error('no axolotl');
    expect(explainItem({ item: 'locusts', action: 'play', species: axolotl }, 'neutral')).toBeUndefined();
  });

  test('a list written by a stranger is not quoted', () => {
    const species = { ...penguin, tastes: { ...penguin.tastes, feed: ['<b>mackerel</b>'] } };
    expect(explainItem({ ...offer('mackerel'), species }, 'loved')).toBeUndefined();
    expect(explainItem({ ...offer('cod'), species }, 'liked')).toEqual({ kind: 'fish', like: undefined });
  });
});
