import { describe, expect, test } from 'vitest';

import { CATALOG } from '../species/catalog.ts';
import { ITEM_ACTIONS, type Family, type ItemAction } from '../vocabulary.ts';
import { isHazard } from './hazards.ts';

const to = (family: Family, ...approved: string[]) => ({ family, approved });

describe('danger beside something good', () => {
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
  ])('%s with %s hurts', (action, item) => {
    expect(isHazard(item, action, to('cat', 'tuna', 'ball', 'soft blanket'))).toBe(true);
  });
});

describe('what is food to one is poison to another', () => {
  test.each<[Family, string]>([
    ['dog', 'chocolate'],
    ['dog', 'grapes'],
    ['dog', 'a handful of raisins'],
    ['dog', 'chocolate cake'],
    ['dog', 'macadamia nuts'],
    ['cat', 'lilies'],
    ['cat', 'onion soup'],
    ['cat', 'garlic bread'],
    ['exotic', 'avocado toast'],
    ['ai-native', 'malware'],
  ])('feeding a %s %s hurts', (family, item) => {
    expect(isHazard(item, 'feed', to(family))).toBe(true);
  });

  test.each<[Family, string]>([
    ['ai-native', 'chocolate'],
    ['exotic', 'grapes'],
    ['cat', 'catnip'],
    ['dog', 'peanut butter'],
    ['dog', 'carrots'],
    ['exotic', 'lettuce'],
  ])('feeding a %s %s does not', (family, item) => {
    expect(isHazard(item, 'feed', to(family))).toBe(false);
  });

  test('only what is swallowed poisons', () => {
    expect(isHazard('grapes', 'play', to('dog'))).toBe(false);
    expect(isHazard('ibuprofen', 'medicine', to('dog'))).toBe(true);
  });
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
])('%s with a %s only sounds dangerous', (action, item) => {
  expect(isHazard(item, action, to('cat'))).toBe(false);
});

test('whoever likes one kind of danger is not hurt by that kind', () => {
  expect(isHazard('molten rock', 'feed', to('ai-native', 'embers'))).toBe(false);
  expect(isHazard('molten rock', 'feed', to('ai-native', 'stories'))).toBe(true);
  expect(isHazard('poisoned embers', 'feed', to('ai-native', 'embers'))).toBe(true);
});

test('whoever likes salt may still not have chocolate', () => {
  expect(isHazard('salt', 'feed', to('exotic', 'salt lick', 'salt'))).toBe(false);
  expect(isHazard('salted chocolate', 'feed', to('exotic', 'salt'))).toBe(true);
});

test.each(CATALOG)('nothing $slug likes is called a danger to it', ({ family, tastes }) => {
  const approved = Object.values(tastes).flat();
  const called = ITEM_ACTIONS.flatMap((action) =>
    tastes[action].filter((item) => isHazard(item, action, { family, approved })),
  );
  expect(called).toEqual([]);
});
