import { expect, test } from 'vitest';

import { readConfig } from '../config/config.ts';
import { banner } from './main.ts';

const OWN_TOKEN = 'the-token-of-this-sandbox-0123456789';
const PUBLIC = { ARKHOUSE_BASE_URL: 'https://pets.example.org' };
const CLOCK = { ARKHOUSE_CLOCK: 'sandbox' };

test.each([
  ['http://127.0.0.1:3000', true, 'npm run --silent arkhouse keep'],
  ['http://127.0.0.1:3001', true, 'npm run --silent arkhouse keep -- --base-url http://127.0.0.1:3001'],
  [
    'http://127.0.0.1:3000',
    false,
    'npx -y --package=http://127.0.0.1:3000/arkhouse-agent.tgz arkhouse-agent keep',
  ],
  [
    'https://ark.example',
    false,
    'npx -y --package=https://ark.example/arkhouse-agent.tgz arkhouse-agent keep --base-url https://ark.example',
  ],
])('the banner begins with three commands: %s, clone %s', (address, isClone, keep) => {
  const said = banner(readConfig({}), { address, database: 'SQLite', isClone });
  expect(said.split('\n').slice(3, 6)).toEqual([
    `    watch                  ${address}`,
    `    hand it to an agent    Read ${address}/skill.md, adopt a creature there, and keep it alive.`,
    `    let the keeper do it   ${keep}`,
  ]);
});

function shown(env: Record<string, string>, sandboxToken: string | undefined): string {
  return banner(readConfig(env), { address: 'http://127.0.0.1:3000', database: 'SQLite', sandboxToken });
}

test.each([{}, CLOCK, { ...CLOCK, ...PUBLIC }])('the sandbox token and its file are shown: %o', (env) => {
  const said = shown({ ARKHOUSE_DATA_DIR: '/srv/ark', ...env }, 'random-token');
  expect(said).toContain('X-Sandbox-Token: random-token\n');
  expect(said).toContain('/srv/ark/sandbox-token');
});

test('a token that could not be stored is shown without a file', () => {
  const facts = { address: 'http://127.0.0.1:3000', database: 'PostgreSQL', sandboxToken: 'random-token' };
  const said = banner(readConfig(CLOCK), { ...facts, isTokenKept: false });
  expect(said).toContain('X-Sandbox-Token: random-token\n');
  expect(said).toContain('which is in no file');
  expect(said).not.toContain('sandbox-token');
});

test('a configured token is not shown', () => {
  const said = shown({ ...CLOCK, ARKHOUSE_SANDBOX_TOKEN: OWN_TOKEN }, OWN_TOKEN);
  expect(said).toContain('see ARKHOUSE_SANDBOX_TOKEN\n');
  expect(said).not.toContain(OWN_TOKEN);
});

test('without a sandbox the banner does not mention it', () => {
  expect(shown(PUBLIC, undefined)).not.toMatch(/sandbox/i);
});
