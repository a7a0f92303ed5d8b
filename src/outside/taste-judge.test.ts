import { expect, test } from 'vitest';

import { CATALOG } from '../rules/species/catalog.ts';
import { nameEmoji } from './open-taste-judge.ts';
import { lazyTasteJudge, type TasteQuestion, type TasteJudge } from './taste-judge.ts';

const [species] = CATALOG;
const OFFER = { item: 'tuna', action: 'feed', species } as TasteQuestion;
const WISE: TasteJudge = { judge: async () => 1, closest: async () => 0, close: async () => {} };

test('the model is opened with the first item, and again with the next one only if that failed', async () => {
  let tries = 0;
  const tastes = lazyTasteJudge(async () => {
    tries += 1;
    if (tries === 1) throw new Error('no such file');
    return WISE;
  });
  expect(tries).toBe(0);
  expect(await tastes.judge(OFFER)).toBeNull();
  expect([await tastes.judge(OFFER), await tastes.judge(OFFER)]).toEqual([1, 1]);
  expect(tries).toBe(2);
  expect(await tastes.closest('a moth', ['a moth'])).toBe(0);
  await tastes.close();
});

test('every emoji has a name, with any skin tone', async () => {
  expect((await nameEmoji('🌶️')).trim()).toBe('hot pepper');
  expect((await nameEmoji('🌶')).trim()).toBe('hot pepper');
  expect((await nameEmoji('👍🏽')).trim()).toMatch(/^thumbs up/);
  expect(await nameEmoji('tuna')).toBe('tuna');
});
