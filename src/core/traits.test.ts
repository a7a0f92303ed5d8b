import { expect, test } from 'vitest';

import { TRAIT_MECHANICS } from './traits.ts';

test('a social creature fades half again as fast once nobody has looked in for three hours', () => {
  expect(TRAIT_MECHANICS.social?.loneliness).toEqual({ afterHours: 3, pace: 1.5 });
});

test('being social changes nothing but loneliness', () => {
  expect(Object.keys(TRAIT_MECHANICS.social ?? {})).toEqual(['key', 'blurb', 'loneliness']);
});

test('no other trait bends a number', () => {
  expect(Object.keys(TRAIT_MECHANICS)).toEqual(['social']);
});
