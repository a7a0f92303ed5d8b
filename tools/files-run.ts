import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { whereItIsNoon } from '../test/program/noon.ts';
import { readArguments } from './support/arguments.ts';
import { startService } from './support/service.ts';

const { values } = readArguments(
  `Usage: node tools/files-run.ts [--program DIR] [--list NAME]
Counts the files and functions of ours that run for one request to a warm service, by V8's precise coverage.
  --program DIR  a checkout (default: this one)
  --list NAME    prints the files of one request: care, status, mcp-status or home`,
  { program: { type: 'string', default: '.' }, list: { type: 'string' } },
);

const TOKEN = 'files-run-sandbox-token-0123456789';
const WARM_UP = 20;
/** The least of so many: jobs may run beside a request. */
const TRIES = 5;

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
  const registered = await send('/api/auth/register', { username: 'counted', timezone: whereItIsNoon() });
  const { your_token } = JSON.parse(registered) as { readonly your_token: string };
  const own = { authorization: `Bearer ${your_token}` };
  await send('/api/house/adopt', { name: 'Bea', species_slug: 'tabby' }, own);
  await send('/api/house/status', undefined, own);
  const params = { name: 'get_creature_status', arguments: {} };
  const asMcp = { ...own, accept: 'application/json, text/event-stream' };
  return {
    care: () => send('/api/house/care', { action: 'feed', item: 'tuna' }, own),
    status: () => send('/api/house/status', undefined, own),
    'mcp-status': () => send('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, asMcp),
    home: () => send('/'),
    // Exceeds the rate limits and the page cache.
    pass: () => send('/api/sandbox/clock', { advance_hours: 0.02 }, { 'x-sandbox-token': TOKEN }),
  };
}

/** The functions that run for a request to a warm service, by file. */
async function count(
  service: ChildProcess,
  pass: Send,
  send: Send,
): Promise<Readonly<Record<string, number>>> {
  const takeCoverage = async () => {
    service.send('take');
    const [ran] = (await once(service, 'message')) as [Record<string, number>];
    return ran;
  };
  const tries = [];
  for (let time = 0; time < WARM_UP + TRIES; time += 1) {
    await pass();
    await takeCoverage();
    await send();
    tries.push(await takeCoverage());
  }
  return tries.slice(WARM_UP).toSorted((one, other) => functionsIn(one) - functionsIn(other))[0] ?? {};
}

function functionsIn(ran: Readonly<Record<string, number>>): number {
  return Object.values(ran).reduce((sum, each) => sum + each, 0);
}

const program = resolve(values.program);
const data = await mkdtemp(join(tmpdir(), 'arkhouse-files-run-'));
const preload = new URL('files-run/preload.ts', import.meta.url).href;
const jsx = new URL('support/jsx.ts', import.meta.url).href;
// The sources: a build has few files.
const preloads = [jsx, preload].flatMap((file) => ['--import', file]);
const command = [process.execPath, ...preloads, join(program, 'src/cli/arkhouse.ts'), 'serve'];
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
  const { pass = async () => {}, ...requests } = await prepareRequests(service.address);
  if (values.list !== undefined && !(values.list in requests)) throw new Error(`There is no ${values.list}.`);
  for (const [name, send] of Object.entries(requests)) {
    if (values.list !== undefined && values.list !== name) continue;
    const ran = await count(service.process, pass, send);
    const files = Object.keys(ran).toSorted();
    console.log(`${name.padEnd(12)} ${files.length} files, ${functionsIn(ran)} functions`);
    if (values.list === name)
      for (const file of files) console.log(`${String(ran[file]).padStart(4)} ${file}`);
  }
} finally {
  await service.close();
  await rm(data, { recursive: true, force: true });
}
