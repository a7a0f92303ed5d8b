import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { expect } from 'vitest';

import { DAY, HOUR } from '../../src/rules/base/clock.ts';
import { createHouseClient, httpTransport } from '../../src/client/client.ts';

export type Hand = Record<string, string>;

/** Every command block of a document, without lines that are no calls. */
export function callsIn(document: string): string[] {
  const blocks = [...document.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  return blocks.map((block) => calls(block)).filter((block) => block !== '');
}

export function callsInLines(document: string): string[] {
  return [...document.matchAll(/`(curl [^`]+)`/g)].map(([, call = '']) => call);
}

function calls(block: string): string {
  const commands = block.split(/(?<!\\)\n/).map((command) => command.trim());
  return commands.filter((command) => command.startsWith('curl ')).join('\n');
}

// Where it cannot be read as the reply.
const TOLD = String.raw`--write-out '%{stderr}%{http_code} %header{ratelimit-policy}\n'`;

/** Types a block into a shell as it stands; a refusal is a failure. Returns output, statuses and limits. */
export async function run(block: string, hand: Hand, cwd?: string) {
  const script = block.replaceAll(/^curl /gm, `curl --silent --show-error --fail-with-body ${TOLD} `);
  const env = { PATH: process.env['PATH'] ?? '', ONCE: randomUUID(), ...hand };
  try {
    const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-euc', script], { env, cwd });
    const answers = [...stderr.matchAll(/^(\d{3}) (.*)$/gm)];
    const told = answers.map(([, status, policy = '']) => ({ status: Number(status), policy }));
    return { out: stdout, answers: told };
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${block}\n${stderr ?? ''}\n${stdout ?? ''}`, { cause: error });
  }
}

/** The same, and takes from the answers what a reader would keep. */
export async function follow(block: string, hand: Hand, cwd?: string): Promise<Hand> {
  const { out, answers } = await run(block, hand, cwd);
  expect(out, block).not.toBe('');
  expect(answers.length, block).toBe(block.match(/^curl /gm)?.length);
  for (const { status } of answers) expect([200, 201], block).toContain(status);
  const key = /"your_token":"(ah_\w+)"/.exec(out)?.[1];
  return key === undefined ? hand : { ...hand, KEY: key };
}

/** Turns the sandbox clock to the next eleven o'clock in London, noon in Berlin: no creature sleeps then. */
export async function turnToNoon(address: string, token: string): Promise<void> {
  const clock = `${address}/api/sandbox/clock`;
  const headers = { 'x-sandbox-token': token };
  const { now } = (await (await fetch(clock, { headers })).json()) as { now: string };
  const eleven = Math.floor(Date.parse(now) / DAY) * DAY + 11 * HOUR;
  const to = new Date(eleven > Date.parse(now) ? eleven : eleven + DAY).toISOString();
  const turned = await fetch(clock, { method: 'POST', headers, body: JSON.stringify({ to }) });
  expect(turned.status).toBe(200);
}

/** Pays with play money, as a person would; returns the page after the click. */
export async function buyCredits(address: string, key: string, token: string) {
  const agent = createHouseClient(httpTransport(address, key, token));
  const { checkout_url: link } = (await agent.buyCredits({ body: { pack: '500' } })) as {
    checkout_url: string;
  };
  const seal = /name="seal" value="([^"]+)"/.exec(await (await fetch(link)).text())?.[1] ?? '';
  const clicked = await fetch(link, { method: 'POST', body: new URLSearchParams({ seal }) });
  return { link, page: await clicked.text() };
}
