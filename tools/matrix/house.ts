import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { connect, createSandboxClient, httpTransport, RefusedError } from '../../src/client/client.ts';
import { startService, type Service } from '../support/service.ts';
import { expectThat, runProgram, type Installed } from './installed.ts';

const SANDBOX_TOKEN = randomBytes(24).toString('hex');

/** Opens an installed house on a free port, with a clock that can be turned. */
export function openInstalled({ folder, env }: Installed): Promise<Service> {
  return startService([join(folder, 'node_modules/.bin/arkhouse'), 'serve'], {
    cwd: folder,
    env: {
      ...env,
      PORT: '0',
      ARKHOUSE_DATA_DIR: join(folder, 'data'),
      ARKHOUSE_CLOCK: 'sandbox',
      ARKHOUSE_SANDBOX_TOKEN: SANDBOX_TOKEN,
    },
  });
}

/** Steps of a service, by their name in the table. */
export const HOUSE_CHECKS: Readonly<Record<string, (house: Installed) => Promise<void>>> = {
  serve: opens,
  'a whole life': livesAWholeLife,
  backup: isBackedUp,
};

async function opens(house: Installed): Promise<void> {
  const { address, close } = await openInstalled(house);
  try {
    const { status } = await connect(address).getHealth();
    if (status !== 'ok') throw new Error('the house is not well');
    const page = await fetch(address);
    if (!page.ok || !(await page.text()).includes('</html>'))
      throw new Error(`its page answered ${page.status}`);
  } finally {
    await close();
  }
}

/** Adopted, hatched, played with, forgotten, mourned, and brought back for play money. */
async function livesAWholeLife(house: Installed): Promise<void> {
  const { address, close } = await openInstalled(house);
  try {
    const { your_token: key } = await connect(address).registerAgent({ body: { username: 'matrix' } });
    const keeper = connect(address, { key, sandboxToken: SANDBOX_TOKEN });
    const { creature } = await keeper.adoptCreature({ body: { name: 'Pebble', family: 'cat' } });
    await keeper.getCreatureStatus();
    await keeper.careForCreature({ body: { action: 'reflect' } });
    await forgetUntilItDies(address, async () => {
      const { creature: seen } = await keeper.getCreatureStatus({ query: { creature_id: creature.id } });
      return seen.alive;
    });
    await pay((await keeper.buyCredits({ body: { pack: '500' } })).checkout_url);
    const { creature: back } = await keeper.resurrectCreature({ body: { creature_id: creature.id } });
    if (back.name !== 'Pebble') throw new Error(`${back.name} came back`);
  } catch (error) {
    throw error instanceof RefusedError ? new Error(JSON.stringify(error.problem), { cause: error }) : error;
  } finally {
    await close();
  }
}

const LONGEST_ALONE_DAYS = 20;

/** One day at a time: a creature dead for a week cannot be resurrected. */
async function forgetUntilItDies(address: string, isAlive: () => Promise<boolean>): Promise<void> {
  for (let days = 0; days < LONGEST_ALONE_DAYS; days += 1) {
    await turnClock(address, 24);
    if (!(await isAlive())) return;
  }
  throw new Error(`it outlived ${LONGEST_ALONE_DAYS} days alone`);
}

export async function turnClock(address: string, hours: number): Promise<void> {
  const clock = createSandboxClient(httpTransport(address, undefined, SANDBOX_TOKEN));
  await clock.turnSandboxClock({ body: { advance_hours: hours } });
}

async function pay(checkout = ''): Promise<void> {
  const page = await (await fetch(checkout)).text();
  const seal = /name="seal" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const paid = await fetch(checkout, { method: 'POST', body: new URLSearchParams({ seal }) });
  if (!paid.ok) throw new Error(`the checkout page answered ${paid.status}`);
}

async function isBackedUp(house: Installed): Promise<void> {
  const copy = join(house.folder, 'copy.sqlite');
  const env = { ARKHOUSE_DATA_DIR: join(house.folder, 'data') };
  const ended = await runProgram(house, 'arkhouse', ['backup', copy], { env });
  expectThat(ended.code === 0 && existsSync(copy), 'backup', ended);
}

/** Below what it needs, a house says so in one sentence, and how to have it all the same. */
export async function refusesOldNode(house: Installed): Promise<void> {
  const ended = await runProgram(house, 'arkhouse', ['serve'], { env: { PORT: '0' } });
  const isSentence = /^[^\n]*Node[^\n]*npx -p node@26 -p arkhouse arkhouse[^\n]*\n$/.test(ended.err);
  expectThat(ended.code === 1 && ended.out === '' && isSentence, 'the sentence', ended);
}

/** That way, with the tarball in the place of its name. */
export async function runsByOtherNode(house: Installed, tarball: string): Promise<void> {
  const args = ['-y', '-p', 'node@26', '-p', tarball, 'arkhouse', 'migrate'];
  const env = {
    ARKHOUSE_DATA_DIR: join(house.folder, 'data-by-npx'),
    HOME: process.env['HOME'] ?? house.folder,
  };
  const ended = await runProgram({ ...house, folder: join(house.folder, '..') }, 'npx', args, { env });
  expectThat(ended.code === 0, 'npx -p node@26', ended);
}
