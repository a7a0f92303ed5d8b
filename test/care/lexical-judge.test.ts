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

test('a misspelled word is recognized', async () => {
  expect(await tastes.judge(offer('tunna'))).toBeGreaterThanOrEqual(0.85);
});

test('an unknown word is not judged', async () => {
  expect(await tastes.judge(offer('wubblecrank'))).toBeNull();
});
