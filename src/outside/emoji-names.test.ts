import { expect, test } from 'vitest';

import { nameEmoji } from './open-taste-judge.ts';

test('every emoji has a name, with any skin tone', async () => {
  expect((await nameEmoji('🌶️')).trim()).toBe('hot pepper');
  expect((await nameEmoji('🌶')).trim()).toBe('hot pepper');
  expect((await nameEmoji('👍🏽')).trim()).toMatch(/^thumbs up/);
  expect(await nameEmoji('tuna')).toBe('tuna');
});
