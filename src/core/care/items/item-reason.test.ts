import { expect, test } from 'vitest';

import { findBuiltIn } from '../../species/catalog.ts';
import { explainItem } from './item-reason.ts';

const penguin = findBuiltIn('penguin');
if (penguin === undefined) throw new Error('no penguin');
const offer = (item: string) => ({ item, action: 'feed' as const, species: penguin });

test('what is of the same kind as a favourite is explained by both', () => {
  expect(explainItem(offer('shrimp cocktail'), 'liked')).toEqual({ kind: 'shellfish', like: 'krill' });
});

test('what is a favourite in other words is explained by the favourite', () => {
  expect(explainItem(offer('fresh sardines'), 'loved')).toEqual({ kind: undefined, like: 'sardines' });
});

test('what hurts is explained by its kind', () => {
  expect(explainItem(offer('a bar of chocolate'), 'harmful')).toEqual({ kind: 'chocolate', like: undefined });
});

test('nothing is explained that was judged otherwise, or that nobody knows', () => {
  expect(explainItem(offer('a bar of chocolate'), 'neutral')).toBeUndefined();
  expect(explainItem(offer('wubblecrank'), 'neutral')).toBeUndefined();
});

test('a list that a stranger wrote is not quoted', () => {
  const species = { ...penguin, tastes: { ...penguin.tastes, feed: ['<b>mackerel</b>'] } };
  expect(explainItem({ ...offer('mackerel'), species }, 'loved')).toBeUndefined();
  expect(explainItem({ ...offer('cod'), species }, 'liked')).toEqual({ kind: 'fish', like: undefined });
});
