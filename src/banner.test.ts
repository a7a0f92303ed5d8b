import { expect, test } from 'vitest';

import { banner } from './banner.ts';
import { readConfig } from './config/config.ts';

const TOKEN = { ARKHOUSE_SANDBOX_TOKEN: 'the-token-of-this-sandbox-0123456789' };
const PUBLIC = { ARKHOUSE_BASE_URL: 'https://pets.example.org' };
const CLOCK = { ARKHOUSE_CLOCK: 'sandbox' };

test.each([
  ['for this machine', {}],
  ['for this machine', CLOCK],
  ['for nobody', { ...CLOCK, ...PUBLIC }],
  ['for whoever sends ARKHOUSE_SANDBOX_TOKEN', { ...CLOCK, ...PUBLIC, ...TOKEN }],
  ['for whoever sends ARKHOUSE_SANDBOX_TOKEN', TOKEN],
])('at start it is said that the sandbox is %s: %o', (whom, env) => {
  const said = banner(readConfig(env), 'http://127.0.0.1:3000', 'SQLite');
  expect(said).toContain(`sandbox   ${whom}`);
  expect(said).not.toContain(TOKEN.ARKHOUSE_SANDBOX_TOKEN);
});

test('a house without one says nothing of it', () => {
  expect(banner(readConfig(PUBLIC), 'https://pets.example.org', 'SQLite')).not.toContain('sandbox');
});
