/**
 * Counts how many of our files and functions run for one request, by V8's precise coverage in the running service.
 * The same file is preloaded into the service (`--import`), where it answers the counter's messages.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { isMainThread } from 'node:worker_threads';

const HELP = `Usage: node tools/files-run.ts [--program DIR] [--list NAME]
Counts the files and functions of ours that run for one request to a warm service.
  --program DIR  a built checkout (default: this one)
  --list NAME    prints the files of one request: care, status, mcp-status or home
`;

const PRELOADED = 'FILES_RUN_PROGRAM';
const TOKEN = 'files-run-sandbox-token-0123456789';
const WARM_UP = 20;
/** The least of so many: jobs may run beside a request. */
const TRIES = 5;

/** The functions that ran, by file. */
type Ran = Readonly<Record<string, number>>;

// ---------------------------------------------------------------------------------------------------------- preload

async function answerCounter(program: string): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const root = pathToFileURL(`${program}/dist/`).href;
  const take = async () => {
    // Taking sets every count back to 0.
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const ran: Record<string, number> = {};
    for (const { url, functions } of result) {
      if (!url.startsWith(root)) continue;
      const called = functions.filter(
        ({ functionName, ranges: [range] }) =>
          range !== undefined && range.count > 0 && !(functionName === '' && range.startOffset === 0),
      );
      if (called.length > 0) ran[relative(program, fileURLToPath(url))] = called.length;
    }
    process.send?.(ran);
  };
  process.on('message', () => void take());
  process.channel?.unref();
}

// ---------------------------------------------------------------------------------------------------------- counter

async function takeCoverage(service: ChildProcess): Promise<Ran> {
  service.send('take');
  const [ran] = (await once(service, 'message')) as [Ran];
  return ran;
}

async function openService(program: string, data: string): Promise<[ChildProcess, string]> {
  const script = join(program, 'dist/cli/arkhouse.js');
  const service = spawn(process.execPath, ['--import', import.meta.url, script, 'serve'], {
    cwd: data,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      HOME: data,
      [PRELOADED]: program,
      PORT: '0',
      ARKHOUSE_DATA_DIR: data,
      ARKHOUSE_CLOCK: 'sandbox',
      ARKHOUSE_SANDBOX_TOKEN: TOKEN,
    },
  });
  if (!service.stdout) throw new Error('The service has no log.');
  const lines = createInterface({ input: service.stdout });
  const address = await new Promise<string>((open, fail) => {
    service.once('exit', (code) => fail(new Error(`The service ended with ${code}.`)));
    lines.on('line', (line) => {
      const found = /"address":"([^"]*)".*"msg":"open"/.exec(line)?.[1];
      if (found !== undefined) open(found);
    });
  });
  return [service, address];
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
  const [service, address] = await openService(program, data);
  try {
    const { pass, ...requests } = await prepareRequests(address);
    if (listed !== undefined && !(listed in requests)) throw new Error(`No request is called ${listed}.`);
    for (const [name, send] of Object.entries(requests)) {
      for (let time = 0; time < WARM_UP; time += 1) {
        await pass?.();
        await send();
      }
      const tries: Ran[] = [];
      for (let time = 0; time < TRIES; time += 1) {
        await pass?.();
        await takeCoverage(service);
        await send();
        tries.push(await takeCoverage(service));
      }
      const [least = {}] = tries.toSorted((one, other) => countFunctions(one) - countFunctions(other));
      const files = Object.keys(least).toSorted();
      if (listed === undefined)
        console.log(`${name.padEnd(12)} ${files.length} files, ${countFunctions(least)} functions`);
      if (listed === name)
        for (const file of files) console.log(`${String(least[file]).padStart(4)} ${file}`);
    }
  } finally {
    service.kill('SIGKILL');
    await once(service, 'exit');
    await rm(data, { recursive: true, force: true });
  }
}

const preloadedFor = process.env[PRELOADED];
if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean' },
      program: { type: 'string', default: '.' },
      list: { type: 'string' },
    },
  });
  if (values.help) console.log(HELP);
  else await count(resolve(values.program), values.list);
} else if (preloadedFor !== undefined && isMainThread) {
  await answerCounter(preloadedFor);
}
