import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { CATALOG } from '../../src/rules/species/catalog.ts';
import { createHouseClient, httpTransport } from '../../src/client/client.ts';
import { aFolder, started } from './arkhouse.ts';
import { buyCredits, callsIn, callsInLines, follow, run, turnToNoon, type Hand } from './examples.ts';

const PATIENTLY = { timeout: 120_000 };
const LEAVING = 'leaving';
const ADMIN_KEY = 'the-operators-own-key-of-32-characters';
const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** Each of them is run as it stands: the first ones by `.ci/run`, the last by `demo.test.ts`. */
const COMMANDS = ['npm ci && npm start', 'npm run demo', 'npm ci && npm test'];

test('the README fits on a screen and shows only tested commands', () => {
  const readme = read('README.md');
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
  const blocks = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block.trim());
  expect(blocks.flatMap((block) => block.split('\n'))).toEqual(COMMANDS);
});

test('the animation of the README is at most 300 kB and contains no script', () => {
  const film = read('docs/life.svg');
  expect(Buffer.byteLength(film)).toBeLessThanOrEqual(300_000);
  expect(film).not.toMatch(/<script|<foreignObject|https?:\/\/(?!www\.w3\.org\/2000\/svg)/);
});

type Sandbox = Readonly<Record<'address' | 'token' | 'cwd', string>>;

test('commands of documents run unchanged, operations have the documented limits', PATIENTLY, async () => {
  const cwd = aFolder();
  const ARKHOUSE_DATA_DIR = join(cwd, 'data');
  const env = { ARKHOUSE_CLOCK: 'sandbox', ARKHOUSE_SANDBOX_TOKEN: '', ARKHOUSE_ADMIN_KEY: ADMIN_KEY };
  const { address } = await started({ ARKHOUSE_DATA_DIR, ...env });
  const token = readFileSync(join(ARKHOUSE_DATA_DIR, 'sandbox-token'), 'utf8').trim();
  expect(token).toMatch(/^[\w-]{43}$/);
  // Where docs/use/http.md has its sandbox.
  mkdirSync(join(cwd, 'data/sandbox'));
  writeFileSync(join(cwd, 'data/sandbox/sandbox-token'), token);
  await expectConversations({ address, token, cwd });
  await expectOperations({ address, token, cwd });
});

async function expectConversations({ address, token, cwd }: Sandbox): Promise<void> {
  const fetchText = async (path: string) => (await fetch(`${address}${path}`)).text();
  const documents: Record<string, string[]> = {
    talk: callsIn(read('docs/use/http.md').replaceAll('http://127.0.0.1:3000', address)),
    index: callsIn(await fetchText('/llms.txt')),
    skill: callsIn(await fetchText('/skill.md')),
    folder: callsIn(read('skills/arkhouse/SKILL.md')),
    // After waking, an agent has a key from before.
    heartbeat: callsInLines(await fetchText('/heartbeat.md')),
    auth: callsIn(await fetchText('/auth.md')),
  };
  expect(documents['talk']?.length).toBeGreaterThan(6);
  let hand: Hand = { ARKHOUSE_BASE_URL: address };
  for (const [document, blocks] of Object.entries(documents)) {
    expect(blocks.length, document).toBeGreaterThan(0);
    await turnToNoon(address, token);
    // Each agent has its own name.
    for (const block of blocks)
      hand = await follow(block.replaceAll('wren-7', `wren-${document}`), hand, cwd);
  }
}

/** Every operation that the text describes, with what it says of its limit and its answer. */
function operationsIn(text: string) {
  const [, section = ''] = text.split('\n## Operations\n');
  const [operations = ''] = section.split('\n## ');
  return operations
    .split('\n### ')
    .slice(1)
    .map((told) => {
      const [, max, seconds] = /at most (\d+) requests in (\d+) seconds/.exec(told) ?? [];
      return {
        name: told.split('\n', 1)[0] ?? '',
        status: Number(/^Answers (\d+):$/m.exec(told)?.[1]),
        policy: new RegExp(`^"\\w+";q=${max};w=${seconds}$`),
        calls: callsIn(told),
      };
    });
}

async function expectOperations(sandbox: Sandbox): Promise<void> {
  const { address, token, cwd } = sandbox;
  const operations = operationsIn(await (await fetch(`${address}/llms-full.txt`)).text());
  expect(operations.length).toBeGreaterThan(24);
  const [veteran, rotating] = [await aVeteran(sandbox), await register(sandbox, 'rotating')];
  const leaving = await register(sandbox, LEAVING);
  await turnToNoon(address, token);
  const newcomer = await register(sandbox, 'newcomer');
  const { token: TOKEN } = await at(sandbox, newcomer).createCalendarFeed();
  const plain: Hand = { KEY: newcomer, TOKEN, ADMIN_KEY };
  const hands: Record<string, () => Promise<Hand>> = {
    rotate_api_key: async () => ({ KEY: rotating }),
    delete_my_account: async () => ({ KEY: leaving }),
    release_creature: async () => ({ ...plain, CREATURE_ID: await livingOf(sandbox, newcomer) }),
    revoke_sitter: async () => ({ ...plain, SITTER_ID: await sitterOf(sandbox, newcomer) }),
    resurrect_creature: async () => veteran,
    create_species: async () => veteran,
  };
  for (const { name, status, policy, calls } of operations) {
    expect(calls, name).toHaveLength(1);
    // Leaving requires the username.
    const call = (calls[0] ?? '').replace('wren-7', name === 'delete_my_account' ? LEAVING : 'wren-7');
    // Play money needs the token as well, and its example is for every house.
    const paying = call.replace(/^curl /, `curl -H 'X-Sandbox-Token: ${token}' `);
    const typed = call.includes('X-Sandbox-Token') ? call : paying;
    const { answers } = await run(typed, (await hands[name]?.()) ?? plain, cwd);
    expect(answers, name).toEqual([{ status, policy: expect.stringMatching(policy) as string }]);
  }
}

async function sitterOf(sandbox: Sandbox, key: string): Promise<string> {
  const { sitter } = await at(sandbox, key).createSitter({ body: { name: 'Robin', hours: 1 } });
  return sitter.id;
}

/** An agent that has raised an adult, lost another, and has credits to resurrect it. */
async function aVeteran(sandbox: Sandbox): Promise<Hand> {
  const { address, token } = sandbox;
  await turnToNoon(address, token);
  const key = await register(sandbox, 'veteran');
  await buyCredits(address, key, token);
  const house = at(sandbox, key);
  const adopt = async (name: string) => {
    await house.adoptCreature({ body: { name, species_slug: PATIENT } });
    return livingOf(sandbox, key);
  };
  const feedDaily = async (creature_id: string, days: number) => {
    for (let day = 0; day < days; day += 1) {
      await turnToNoon(address, token);
      await house.careForCreature({ body: { action: 'feed', creature_id } });
    }
  };
  const old = await adopt('Old');
  await feedDaily(old, 5);
  const lost = await adopt('Lost');
  await feedDaily(old, 2);
  return { KEY: key, CREATURE_ID: lost };
}

// Hungry once a day, without special mechanics.
const PATIENT =
  CATALOG.find(({ feedingWindowHours, mechanics }) => feedingWindowHours === 24 && mechanics.length === 0)
    ?.slug ?? '';

const at = ({ address, token }: Sandbox, key?: string) =>
  createHouseClient(httpTransport(address, key, token));

async function livingOf(sandbox: Sandbox, key: string): Promise<string> {
  return (await at(sandbox, key).getCreatureStatus()).creature.id;
}

async function register(sandbox: Sandbox, username: string): Promise<string> {
  return (await at(sandbox).registerAgent({ body: { username } })).your_token;
}
