import { expect, test } from 'vitest';

import { offer } from './offers.ts';
import { lexicalJudge } from './lexical-judge.ts';

const tastes = lexicalJudge();

test.each(['tuna', 'Some TUNA', 'atún', '🦐', '🍗 chicken'.slice(3)])(
  '%s is liked by its words',
  async (item) => {
    expect(await tastes.judge(offer(item))).toBe(1);
  },
);

test('a slip of the finger is forgiven', async () => {
  expect(await tastes.judge(offer('tunna'))).toBeGreaterThanOrEqual(0.85);
});

test('of a word nobody knows it cannot tell', async () => {
  expect(await tastes.judge(offer('wubblecrank'))).toBeNull();
});
