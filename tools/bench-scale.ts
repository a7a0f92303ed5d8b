import { mkdir, mkdtempDisposable, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { ALL_ROUTES } from './bench/asked.ts';
import { aLivedInHouse, aModel } from './bench/lived-in.ts';
import { inRounds, middleOf, type Subject } from './bench/measure.ts';
import { startServer } from './bench/server-process.ts';
import { readArguments, wholeNumber } from './support/arguments.ts';
import { growthOf, HERE, inColumns } from './support/report.ts';

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
const REQUESTS = WARM_UP.most + ROUNDS * ROUND.most;

await mkdir(join(HERE, 'data'), { recursive: true });
await using folder = await mkdtempDisposable(join(HERE, 'data/scale-'));
await using servers = new AsyncDisposableStack();
const model = await aModel(join(folder.path, 'model'), MODEL_AGENTS);
const houses = [await aHouse(1), await aHouse(copies)];
const lines = [['', 'CPU µs, small', 'large', '×', 'p50 ms, small', 'large', '×', `≤ ${MOST}×`]];
for (const { name, status = 200, next } of ALL_ROUTES) {
  const subjects: Subject[] = [];
  for (const { server, keys } of houses)
    subjects.push({ name, server, status, next: await next({ ...server, keys }, REQUESTS) });
  const plan = { warmUp: WARM_UP, rounds: ROUNDS, round: ROUND };
  const [small, large] = (await inRounds(subjects, plan)).map(({ rounds }) => middleOf(rounds));
  if (!small || !large) continue;
  const isMet = (['cpuMicros', 'p50Ms'] as const).every((what) => large[what] / small[what] <= MOST);
  const figures = [...growthOf([small, large], 'cpuMicros'), ...growthOf([small, large], 'p50Ms', 2)];
  lines.push([name, ...figures, isMet ? 'met' : 'MISSED']);
}
console.log(inColumns(lines));
for (const { creatures, server } of houses) {
  const { residentBytes } = await server.spent();
  console.log(`${(residentBytes / 1e6).toFixed(0)} MB resident with ${creatures} creatures (≤ 200)`);
}

async function aHouse(times: number) {
  const place = join(folder.path, `times-${times}`);
  const { keys } = await aLivedInHouse(model, place, { copies: times, keys: KEYS });
  const { size } = await stat(join(place, 'arkhouse.db'));
  const creatures = times * MODEL_AGENTS;
  console.log(`${creatures} creatures in ${(size / 1e6).toFixed(0)} MB`);
  const server = await startServer('lived-in', place);
  servers.defer(() => server.stop());
  return { creatures, server, keys };
}
