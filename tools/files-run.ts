import { mkdtemp, rm } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { whereItIsNoon } from '../test/program/noon.ts';
import { freePort } from '../test/support/local-server.ts';
import { end, readArguments } from './support/arguments.ts';

const NAMES = ['care', 'status', 'mcp-status', 'home'] as const;
const USAGE = `Usage: node tools/files-run.ts [--program DIR] [--list NAME]
Counts the files and functions of ours that run for one request to a warm service, by V8's precise coverage.
  --program DIR  a checkout (default: this one)
  --list NAME    prints the files of one request: ${NAMES.join(', ')}`;
const { values } = readArguments(USAGE, {
  program: { type: 'string', default: '.' },
  list: { type: 'string' },
});
if (values.list !== undefined && !NAMES.some((name) => name === values.list)) end(USAGE, 2);

const TOKEN = 'files-run-sandbox-token-0123456789';
const WARM_UP = 20;
/** The least of so many: jobs may run beside a request. */
const TRIES = 5;

const program = resolve(values.program);
const data = await mkdtemp(join(tmpdir(), 'arkhouse-files-run-'));
const address = `http://127.0.0.1:${await freePort()}`;
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
await serve();
const { pass, ...requests } = await prepareRequests();
for (const name of NAMES) {
  if (values.list !== undefined && values.list !== name) continue;
  const ran = await count(requests[name]);
  const files = Object.keys(ran).toSorted();
  console.log(`${name.padEnd(12)} ${files.length} files, ${functionsIn(ran)} functions`);
  if (values.list === name) for (const file of files) console.log(`${String(ran[file]).padStart(4)} ${file}`);
}
await rm(data, { recursive: true, force: true });
process.exit();

/** Runs the service of the checkout in this process, from its sources: a build has few files. */
async function serve(): Promise<void> {
  Object.assign(process.env, {
    HOST: '127.0.0.1',
    PORT: new URL(address).port,
    LOG_LEVEL: 'error',
    ARKHOUSE_DATA_DIR: data,
    ARKHOUSE_CLOCK: 'sandbox',
    ARKHOUSE_SANDBOX_TOKEN: TOKEN,
  });
  const main = join(program, 'src/cli/arkhouse.ts');
  process.argv = [process.execPath, main, 'serve'];
  void import(pathToFileURL(main).href);
  const isReady = async () => (await fetch(`${address}/readyz`).catch(() => undefined))?.ok;
  while (!(await isReady())) await new Promise((done) => setTimeout(done, 100));
}

async function prepareRequests() {
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
async function count(send: () => Promise<unknown>): Promise<Readonly<Record<string, number>>> {
  const tries = [];
  for (let time = 0; time < WARM_UP + TRIES; time += 1) {
    await pass();
    await takeCoverage();
    await send();
    tries.push(await takeCoverage());
  }
  return tries.slice(WARM_UP).toSorted((one, other) => functionsIn(one) - functionsIn(other))[0] ?? {};
}

async function takeCoverage(): Promise<Record<string, number>> {
  const roots = ['src', 'packages'].map((folder) => pathToFileURL(`${program}/${folder}/`).href);
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const ran: Record<string, number> = {};
  for (const { url, functions } of result) {
    if (!roots.some((root) => url.startsWith(root))) continue;
    const called = functions.filter(
      ({ functionName, ranges: [range] }) =>
        range !== undefined && range.count > 0 && !(functionName === '' && range.startOffset === 0),
    );
    if (called.length > 0) ran[relative(program, fileURLToPath(url))] = called.length;
  }
  return ran;
}

function functionsIn(ran: Readonly<Record<string, number>>): number {
  return Object.values(ran).reduce((sum, each) => sum + each, 0);
}
