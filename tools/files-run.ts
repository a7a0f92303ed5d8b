import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { readArguments } from './support/arguments.ts';
import { startService } from './support/service.ts';

const { values } = readArguments(
  `Usage: node tools/files-run.ts [--program DIR] [--list NAME]
Counts the files and functions of ours that run for one request to a warm service, by V8's precise coverage.
  --program DIR  a built checkout (default: this one)
  --list NAME    prints the files of one request: care, status, mcp-status or home`,
  { program: { type: 'string', default: '.' }, list: { type: 'string' } },
);

const TOKEN = 'files-run-sandbox-token-0123456789';
const WARM_UP = 20;
/** The least of so many: jobs may run beside a request. */
const TRIES = 5;

/** The functions that ran, by file. */
type Ran = Readonly<Record<string, number>>;

await count(resolve(values.program), values.list);

async function takeCoverage(service: ChildProcess): Promise<Ran> {
  service.send('take');
  const [ran] = (await once(service, 'message')) as [Ran];
  return ran;
}

type Send = () => Promise<unknown>;

/** A keeper with one hatched creature, and what it sends. */
async function prepareRequests(address: string): Promise<Readonly<Record<string, Send>>> {
  const send = async (path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const reply = await fetch(`${address}${path}`, {
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${text.slice(0, 300)}`);
    return text;
  };
  const registered = await send('/api/auth/register', { username: 'counted' });
  const { your_token } = JSON.parse(registered) as { readonly your_token: string };
  const own = { authorization: `Bearer ${your_token}` };
  await send('/api/house/adopt', { name: 'Bea', species_slug: 'tabby' }, own);
  await send('/api/house/status', undefined, own);
  const call = { name: 'get_creature_status', arguments: {} };
  const accept = 'application/json, text/event-stream';
  return {
    care: () => send('/api/house/care', { action: 'feed', item: 'tuna' }, own),
    status: () => send('/api/house/status', undefined, own),
    'mcp-status': () => send('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }, { ...own, accept }), // prettier-ignore
    home: () => send('/'),
    // Exceeds the rate limits and the page cache.
    pass: () => send('/api/sandbox/clock', { advance_hours: 0.02 }, { 'x-sandbox-token': TOKEN }),
  };
}

function countFunctions(ran: Ran): number {
  return Object.values(ran).reduce((sum, each) => sum + each, 0);
}

async function count(program: string, listed: string | undefined): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'arkhouse-files-run-'));
  const preload = new URL('files-run/preload.ts', import.meta.url).href;
  const command = [process.execPath, '--import', preload, join(program, 'dist/cli/arkhouse.js'), 'serve'];
  const service = await startService(command, {
    cwd: data,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      HOME: data,
      FILES_RUN_PROGRAM: program,
      PORT: '0',
      ARKHOUSE_DATA_DIR: data,
      ARKHOUSE_CLOCK: 'sandbox',
      ARKHOUSE_SANDBOX_TOKEN: TOKEN,
    },
  });
  try {
    const { pass, ...requests } = await prepareRequests(service.address);
    if (listed !== undefined && !(listed in requests)) throw new Error(`No request is called ${listed}.`);
    for (const [name, send] of Object.entries(requests)) {
      for (let time = 0; time < WARM_UP; time += 1) {
        await pass?.();
        await send();
      }
      const tries: Ran[] = [];
      for (let time = 0; time < TRIES; time += 1) {
        await pass?.();
        await takeCoverage(service.process);
        await send();
        tries.push(await takeCoverage(service.process));
      }
      const [least = {}] = tries.toSorted((one, other) => countFunctions(one) - countFunctions(other));
      const files = Object.keys(least).toSorted();
      if (listed === undefined)
        console.log(`${name.padEnd(12)} ${files.length} files, ${countFunctions(least)} functions`);
      if (listed === name)
        for (const file of files) console.log(`${String(least[file]).padStart(4)} ${file}`);
    }
  } finally {
    await service.close();
    await rm(data, { recursive: true, force: true });
  }
}
