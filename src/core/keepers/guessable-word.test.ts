import { hash } from 'node:crypto';
import { expect, test } from 'vitest';

import { isGuessable } from './guessable-word.ts';

test.each([
  '',
  'k',
  'register-1',
  'wren-7',
  'register-wren-7-once',
  'correct-horse-battery-st',
  // 31 hexadecimal digits, 38 decimal ones, 21 of base64.
  '6f3d0c52b1e94a7d8c05f2e6a9134bd',
  '38460195372846019537284619305728461930',
  'h3Kq9ZtWmX2bRv7LpJ4cY',
  // Long, and nothing but a beginning.
  'x'.repeat(255),
  '00000000-0000-0000-0000-000000000000',
  '00000000-0000-4000-8000-000000000000',
  '11111111-1111-4111-8111-111111111111',
  'deadbeefdeadbeefdeadbeefdeadbeef',
  'wren-7-wren-7-wren-7-wren-7-wren-7-wren-7-wren-7',
  '0123456789abcdef0123456789abcdef',
  '0123456789abcdefghijklmnopqrstuvwxyz',
  'zyxwvutsrqponmlkjihgfedcba9876543210',
  // By the moment and the machine, by a name, by the moment and too little chance.
  '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
  '886313e1-3b8a-5372-9b90-0c9aee199e5d',
  '019a8b2e-4c5d-7e6f-8a1b-2c3d4e5f6a7b',
])('a stranger could come upon %s', (word) => {
  expect(isGuessable(word)).toBe(true);
});

test.each([
  '6f3d0c52-b1e9-4a7d-8c05-f2e6a9134bd7',
  '6F3D0C52-B1E9-4A7D-8C05-F2E6A9134BD7',
  '6f3d0c52b1e94a7d8c05f2e6a9134bd7',
  'register:6f3d0c52-b1e9-4a7d-8c05-f2e6a9134bd7',
  'h3Kq9ZtWmX2bRv7LpJ4cYd',
  'uF0-y_4Hk2sPq8VbXz1LmA==',
  '6285317094462195078831150962743389012674',
])('nobody comes upon %s', (word) => {
  expect(isGuessable(word)).toBe(false);
});

test('what is made of 128 bits of chance is taken, however it is written', () => {
  for (let nth = 0; nth < 2000; nth += 1) {
    const bytes = hash('sha256', `chance ${nth}`, 'buffer').subarray(0, 16);
    for (const written of ['hex', 'base64', 'base64url'] as const) {
      const word = bytes.toString(written);
      expect(isGuessable(word), word).toBe(false);
    }
  }
});
