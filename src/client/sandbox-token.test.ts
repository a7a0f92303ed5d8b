import { expect, test } from 'vitest';

import { findSandboxToken } from './sandbox-token.ts';

const ARKHOUSE_SANDBOX_TOKEN = 'the-token-of-this-sandbox-0123456789';

test.each([
  ['http://127.0.0.1:3000', true],
  ['http://127.8.9.10', true],
  ['http://[::1]:3000', true],
  ['http://localhost:3000', true],
  ['https://ark.example', false],
  ['http://10.0.0.7:3000', false],
  ['http://[::2]:3000', false],
  ['http://127.0.0.1.ark.example', false],
  ['http://localhost.ark.example', false],
  ['http://127.0.0.1@ark.example', false],
])('ARKHOUSE_SANDBOX_TOKEN is sent to %s: %s', async (baseUrl, isSent) => {
  const token = await findSandboxToken(baseUrl, { ARKHOUSE_SANDBOX_TOKEN });
  expect(token === ARKHOUSE_SANDBOX_TOKEN).toBe(isSent);
});
