import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { aLivedInHouse, aModel } from './bench/lived-in.ts';
import { measure, middleOf, warmUp, type Measured, type Subject } from './bench/measure.ts';
import { askCare, askPublic, askStatus, inTurn, type Request } from './bench/requests.ts';
import { startServer, type ServerProcess } from './bench/server-process.ts';
import { inColumns } from './bench/tables.ts';
import { readArguments, wholeNumber } from './support/arguments.ts';

const USAGE = `Usage: node tools/bench-scale.ts [COPIES]
Cost of requests with a thousand creatures and with COPIES (1000) times as many, on SQLite.`;

const MODEL_AGENTS = 1000;
const copies = wholeNumber(readArguments(USAGE).positionals[0] ?? '1000', USAGE);
// Spread over the whole house: far more than fit in the memory of a database, so that most have to be looked up.
const KEYS = 20_000;

const WARM_UP = { ms: 20_000, most: 6000 };
const MOST = 1.2;
const ROUNDS = 5;
const ROUND = { ms: 2000, most: 2000 };

const ASKED: Readonly<Record<string, (keys: readonly string[]) => readonly Request[]>> = {
  'GET status': (keys) => keys.map((key) => askStatus(key, 'full')),
  'GET status, brief': (keys) => keys.map((key) => askStatus(key, 'brief')),
  'POST care': (keys) => keys.map(askCare),
  'GET graveyard': anyone('/api/house/graveyard'),
  'GET hall, oldest_living': anyone('/api/house/hall?category=oldest_living'),
  'GET hall, most_consistent': anyone('/api/house/hall?category=most_consistent'),
  'GET hall, gravestone_count': anyone('/api/house/hall?category=gravestone_count'),
  'GET stats': anyone('/api/stats'),
  'GET species': anyone('/api/house/species'),
};

const data = fileURLToPath(new URL('../data/', import.meta.url));
await mkdir(data, { recursive: true });
const folder = await mkdtemp(`${data}scale-`);
const servers: ServerProcess[] = [];
try {
  const model = await aModel(join(folder, 'model'), MODEL_AGENTS);
  const small = await aHouse(model, 1);
  const large = await aHouse(model, copies);
  const head = ['', 'CPU µs, small', 'large', '×', 'p50 ms, small', 'large', '×', `≤ ${MOST}×`];
  const lines: string[][] = [];
  for (const [name, requests] of Object.entries(ASKED)) {
    const pair = [small, large].map((house) => subjectOf(name, house, requests));
    const [inSmall, inLarge] = await side(pair);
    if (inSmall && inLarge) lines.push(lineOf(name, inSmall, inLarge));
  }
  process.stdout.write(
    `${inColumns([head, ...lines])}\n\n${await memoryOf(small)}\n${await memoryOf(large)}\n`,
  );
} finally {
  await Promise.all(servers.map((server) => server.stop()));
  await rm(folder, { recursive: true });
}

function lineOf(name: string, one: Measured, many: Measured): string[] {
  const grown = (before: number, after: number, digits: number) => [
    before.toFixed(digits),
    after.toFixed(digits),
    (after / before).toFixed(2),
  ];
  const isMet = many.cpuMicros / one.cpuMicros <= MOST && many.p50Ms / one.p50Ms <= MOST;
  const figures = [...grown(one.cpuMicros, many.cpuMicros, 0), ...grown(one.p50Ms, many.p50Ms, 2)];
  return [name, ...figures, isMet ? 'met' : 'MISSED'];
}

interface House {
  readonly creatures: number;
  readonly server: ServerProcess;
  readonly keys: readonly string[];
}

async function aHouse(model: string, times: number): Promise<House> {
  const began = performance.now();
  const place = join(folder, `times-${times}`);
  const { keys } = await aLivedInHouse(model, place, { copies: times, keys: KEYS });
  const { size } = await stat(join(place, 'arkhouse.db'));
  const creatures = times * MODEL_AGENTS;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  process.stdout.write(`${creatures} creatures in ${(size / 1e6).toFixed(0)} MB, made in ${seconds} s\n`);
  const server = await startServer('lived-in', place);
  servers.push(server);
  return { creatures, server, keys };
}

function subjectOf(
  name: string,
  { server, keys }: House,
  requests: (keys: readonly string[]) => readonly Request[],
): Subject {
  return { name, server, status: 200, next: inTurn(requests(keys)) };
}

/** One after the other, and both again, so that the machine's moods meet both alike. */
async function side(pair: readonly Subject[]): Promise<Measured[]> {
  for (const subject of pair) await warmUp(subject, WARM_UP);
  const rounds = pair.map((): Measured[] => []);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, subject] of pair.entries()) rounds[at]?.push(await measure(subject, ROUND));
  return rounds.map(middleOf);
}

async function memoryOf({ creatures, server }: House): Promise<string> {
  const { residentBytes } = await server.spent();
  return `${(residentBytes / 1e6).toFixed(0)} MB resident with ${creatures} creatures (≤ 200)`;
}

function anyone(path: string): () => readonly Request[] {
  return () => Array.from({ length: MODEL_AGENTS }, (_, nth) => askPublic(path, nth));
}
