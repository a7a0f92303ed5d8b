import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { createHouseClient, httpTransport } from '../../src/api/client.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import { SANDBOX_TOKEN } from '../support/parts.ts';
import { aFolder, started } from './arkhouse.ts';
import { buyCredits, callsIn, run, turnToNoon, type Hand } from './examples.ts';

const LEAVING = 'leaving';
const ADMIN_KEY = 'the-operators-own-key-of-32-characters';

interface Operation {
  readonly name: string;
  readonly status: number;
  readonly policy: RegExp;
  readonly calls: readonly string[];
}

/** Every operation that the text describes, with what it says of its limit and its answer. */
function operationsIn(text: string): Operation[] {
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

test('every operation of the whole text does what the text says, under the limit it says', async () => {
  // The environment variable of the token in the examples.
  const cwd = aFolder();
  mkdirSync(join(cwd, 'data'));
  writeFileSync(join(cwd, 'data/sandbox-token'), SANDBOX_TOKEN);
  const { address } = await started({
    ARKHOUSE_DATA_DIR: aFolder(),
    ARKHOUSE_CLOCK: 'sandbox',
    ARKHOUSE_ADMIN_KEY: ADMIN_KEY,
  });
  const operations = operationsIn(await (await fetch(`${address}/llms-full.txt`)).text());
  expect(operations.length).toBeGreaterThan(24);
  const [veteran, rotating] = [await aVeteran(address), await register(address, 'rotating')];
  const leaving = await register(address, LEAVING);
  await turnToNoon(address);
  const newcomer = await register(address, 'newcomer');
  const { token } = await at(address, newcomer).createCalendarFeed();
  const plain: Hand = { KEY: newcomer, TOKEN: token, ADMIN_KEY };
  const hands: Record<string, () => Promise<Hand>> = {
    rotate_api_key: async () => ({ KEY: rotating }),
    delete_my_account: async () => ({ KEY: leaving }),
    release_creature: async () => ({ ...plain, CREATURE_ID: await livingOf(address, newcomer) }),
    resurrect_creature: async () => veteran,
    create_species: async () => veteran,
  };
  for (const { name, status, policy, calls } of operations) {
    expect(calls, name).toHaveLength(1);
    // Leaving requires the username.
    const said = name === 'delete_my_account' ? calls.map((call) => call.replace('wren-7', LEAVING)) : calls;
    const call = said.join('\n');
    // Play money needs it as well, and its example is for every house.
    const paying = call.replace(/^curl /, `curl -H 'X-Sandbox-Token: ${SANDBOX_TOKEN}' `);
    const typed = call.includes('X-Sandbox-Token') ? call : paying;
    const { answers } = await run(typed, (await hands[name]?.()) ?? plain, cwd);
    expect(answers, name).toEqual([{ status, policy: expect.stringMatching(policy) as string }]);
  }
});

/** An agent that has raised an adult, lost another, and has credits to resurrect it. */
async function aVeteran(address: string): Promise<Hand> {
  await turnToNoon(address);
  const key = await register(address, 'veteran');
  await buyCredits(address, key);
  const house = at(address, key);
  const adopt = async (name: string) => {
    await house.adoptCreature({ body: { name, species_slug: PATIENT } });
    return livingOf(address, key);
  };
  const feedDaily = async (creature_id: string, days: number) => {
    for (let day = 0; day < days; day += 1) {
      await turnToNoon(address);
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

const at = (address: string, key?: string) => createHouseClient(httpTransport(address, key, SANDBOX_TOKEN));

async function livingOf(address: string, key: string): Promise<string> {
  return (await at(address, key).getCreatureStatus()).creature.id;
}

async function register(address: string, username: string): Promise<string> {
  return (await at(address).registerAgent({ body: { username } })).your_token;
}
