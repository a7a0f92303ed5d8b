// Measures the CPU cost of each page, and whether status requests slow down with 500 open event streams.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { request, type ClientRequest } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { readConfig } from '../src/config/config.ts';
import { SECOND } from '../src/rules/base/clock.ts';
import { openServer } from '../src/server/open-server.ts';
import { openLog } from '../src/log.ts';
import { closeHouse, openHouse } from '../src/open-house.ts';
import { aLivedInHouse, aModel } from './lived-in.ts';
import { commitOf, machine } from './machine.ts';
import { measure, median, middleOf, warmUp, type Measured, type Subject } from './measure.ts';
import { HERE, startServer } from './servers/server-process.ts';
import { inTurn, replyTo } from './subjects/next-request.ts';
import { askCare, askPublic, askStatus } from './subjects/requests.ts';

const AGENTS = 400;
const WATCHERS = 500;
const ROUNDS = 7;
const WARM_UP = { ms: 15_000, most: 8000 };
const ROUND = { ms: 2000, most: 4000 };
/** Interval of care requests during the measurement, so that streams have events. */
const CARE_EVERY_MS = 200;
const MOST_MS_PER_PAGE = 5;
const TIMES_MADE = 60;

const data = fileURLToPath(new URL('../data/', import.meta.url));
await mkdir(data, { recursive: true });
const folder = await mkdtemp(`${data}pages-`);
try {
  say(`${machine()}, ${commitOf(HERE)}`);
  const model = await aModel(join(folder, 'model'), AGENTS);
  await tellPages(await aLivedInHouse(model, join(folder, 'pages'), { copies: 1, keys: 1 }));
  await tellWatching(await aLivedInHouse(model, join(folder, 'watched'), { copies: 1, keys: 300 }));
} finally {
  await rm(folder, { recursive: true });
}

interface House {
  readonly folder: string;
  readonly keys: readonly string[];
}

/** The CPU of this process for making a page anew, the middle of many. */
async function tellPages(lived: House): Promise<void> {
  const log = openLog('silent');
  const config = readConfig({ ARKHOUSE_DATA_DIR: lived.folder });
  let [at, callers] = [Date.now(), 0];
  const house = await openHouse(config, log, { clock: { now: () => at } });
  const app = await openServer(house, { ...config, log });
  const read = async (path: string) => {
    callers += 1;
    const remoteAddress = `10.1.${callers >> 8}.${callers & 255}`;
    return app.inject({ url: path, remoteAddress, headers: { accept: 'text/html' } });
  };
  const creature = /\/creatures\/[0-9a-f-]{36}/.exec((await read('/')).body)?.[0] ?? '/';
  const agent = /\/agents\/[\w-]+/.exec((await read('/')).body)?.[0] ?? '/';
  const pages = ['/', '/creatures', creature, agent, '/graveyard', '/hall', '/species', '/species/housecat'];
  for (const [nth, path] of [...pages, ...pages].entries()) {
    const micros: number[] = [];
    for (let made = 0; made < TIMES_MADE; made++) {
      // No page is kept for so long.
      at += 31 * SECOND;
      const before = process.cpuUsage();
      await read(path);
      const { user, system } = process.cpuUsage(before);
      micros.push(user + system);
    }
    const ms = median(micros) / 1000;
    const name = path.replace(/[0-9a-f-]{36}/, '{id}');
    // The first time they are being compiled.
    if (nth >= pages.length)
      say(`${name}: ${ms.toFixed(2)} ms CPU${ms > MOST_MS_PER_PAGE ? ', more than it may' : ''}`);
  }
  await app.close();
  await closeHouse(house);
}

/** Status without and with open streams, alternating, on one server. */
async function tellWatching({ folder: place, keys }: House): Promise<void> {
  const server = await startServer('lived-in', place);
  const subject: Subject = {
    name: 'status',
    server,
    status: 200,
    next: inTurn(keys.map((key) => askStatus(key, 'full'))),
  };
  let cared = 0;
  const caring = setInterval(() => {
    cared += 1;
    void replyTo(server, askCare(keys[cared % keys.length] ?? '', cared));
  }, CARE_EVERY_MS);
  try {
    await warmUp(subject, WARM_UP);
    const rounds: (readonly [Measured, Measured])[] = [];
    let told = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const alone = await measure(subject, ROUND);
      const watchers = await Promise.all(
        Array.from({ length: WATCHERS }, (_, nth) => watch(server.port, nth, (bytes) => (told += bytes))),
      );
      rounds.push([alone, await measure(subject, ROUND)]);
      for (const watcher of watchers) watcher.destroy();
    }
    const [alone, watched] = [
      middleOf(rounds.map(([one]) => one)),
      middleOf(rounds.map(([, other]) => other)),
    ];
    for (const [name, { p50Ms, p99Ms, cpuMicros }] of Object.entries({
      'nobody watches': alone,
      'with watchers': watched,
    }))
      say(
        `${name}: p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms, ${cpuMicros.toFixed(0)} µs CPU a request`,
      );
    const ratio = (figure: 'p99Ms' | 'cpuMicros') => (watched[figure] / alone[figure]).toFixed(2);
    say(
      `${WATCHERS} watchers: p99 × ${ratio('p99Ms')}, CPU × ${ratio('cpuMicros')}, ${(told / 1024).toFixed(0)} KB told`,
    );
  } finally {
    clearInterval(caring);
    await server.stop();
  }
}

/** One event stream, once connected. */
function watch(port: number, nth: number, hear: (bytes: number) => void): Promise<ClientRequest> {
  const { promise, resolve, reject } = Promise.withResolvers<ClientRequest>();
  const { path, headers } = askPublic('/live', nth);
  const asking = request({ port, path, headers, agent: false }, (answer) => {
    if (answer.statusCode !== 200) return reject(new Error(`${answer.statusCode} for who wanted to watch`));
    answer.on('data', ({ length }: Buffer) => hear(length)).on('error', () => undefined);
    resolve(asking);
  });
  asking.on('error', reject).end();
  return promise;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
