import { expect, test } from 'vitest';

import { offer } from '../../test/tastes/offers.ts';
import { spelledOut } from './tastes-emoji.ts';
import { lexicalTastes } from './tastes-by-words.ts';

const tastes = lexicalTastes();

test.each(['tuna', 'Some TUNA', 'atún', '🦐', '🍗 chicken'.slice(3)])(
  '%s is liked by its words',
  async (item) => {
    expect(await tastes.judge(offer(item))).toBe(1);
  },
);

test('a slip of the finger is forgiven', async () => {
  expect(await tastes.judge(offer('tunna'))).toBeGreaterThanOrEqual(0.85);
});

test.each(['mackerel', '!!!', 'poisoned tuna'])('of %s it cannot tell', async (item) => {
  expect(await tastes.judge(offer(item))).toBeNull();
});

test('every emoji has a name, whatever its shade', async () => {
  expect((await spelledOut('🌶️')).trim()).toBe('hot pepper');
  expect((await spelledOut('🌶')).trim()).toBe('hot pepper');
  expect((await spelledOut('👍🏽')).trim()).toMatch(/^thumbs up/);
  expect(await spelledOut('tuna')).toBe('tuna');
});
