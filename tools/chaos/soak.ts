import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import { dice } from '../../src/rules/base/dice.ts';
import { converse } from '../../test/support/raw-socket.ts';
import { FAULTS, runFault } from './faults.ts';
import { listOf, Load, reckon } from './load.ts';
import { World } from './world.ts';

const SPEED = 100;
const FAULT_EVERY_MS = 90_000;
/** This node is never killed, so that its memory shows leaks. */
const WITNESS = 0;
const BROKEN = ['node-killed', 'redis-frozen', 'postgres-frozen', 'redis-killed', 'postgres-immediate'];
/** Warm-up fills caches and compiles code; after it, memory may grow by this much per minute. */
const WARM_AFTER = 1 / 3;
const MOST_MB_A_MINUTE = 1;

const LIVES = `
  select cast(count(*) as int) as laid, cast(count(*) filter (where stage <> 'egg') as int) as hatched,
    cast(count(*) filter (where stage not in ('egg', 'baby')) as int) as grown,
    cast(count(died_at) as int) as died from creatures`;

/** Returns what was wrong. */
export async function soak(minutes: number, seed: number): Promise<string[]> {
  await using world = await World.create({ speed: SPEED });
  const ends = performance.now() + minutes * 60_000;
  const load = new Load(world.address, seed);
  const attackers = startAttackers(world.nodePorts, seed);
  const [samples] = await Promise.all([sampleMemory(world, ends), breakThings(world, ends)]);
  await attackers.stop();
  const { counts, complaints } = await reckon(world, load);
  const [lives] = await world.current.query<Record<string, number>>(LIVES);
  const growth = growthOf(samples);
  const [requests, succeeded, deeds, acknowledged] = counts;
  console.log(`agents: ${requests} requests, ${succeeded} succeeded, ${listOf(load.counts.others)}`);
  console.log(`attackers: ${listOf(attackers.statuses)}`);
  console.log(`deeds: ${deeds}, acknowledged ${acknowledged}; lives: ${JSON.stringify(lives)}`);
  console.log(`one node: ${growth.toFixed(2)} MB a minute`);
  const bad = [...attackers.statuses.keys()].filter((status) => status >= 500 && status !== 503);
  return [
    ...complaints,
    ...bad.map((status) => `attackers were answered with ${status}`),
    ...(growth > MOST_MB_A_MINUTE ? ['memory grows'] : []),
  ];
}

async function breakThings(world: World, ends: number): Promise<void> {
  for (let nth = 0; performance.now() + FAULT_EVERY_MS < ends; nth += 1) {
    await pause(FAULT_EVERY_MS);
    const fault = FAULTS.find(({ name }) => name === BROKEN[nth % BROKEN.length]);
    if (fault) await runFault(fault, world);
    await world.ready();
    console.log(`fault: ${fault?.name}`);
  }
}

async function sampleMemory(world: World, ends: number) {
  const samples: { readonly minute: number; readonly megabytes: number }[] = [];
  const began = performance.now();
  while (performance.now() < ends) {
    await pause(5000);
    const status = readFileSync(`/proc/${world.pidOf(WITNESS)}/status`, 'utf8');
    const megabytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
    samples.push({ minute: (performance.now() - began) / 60_000, megabytes });
  }
  return samples;
}

/** By how many megabytes memory grows in a minute, by the line that fits best once it is warm. */
function growthOf(samples: Awaited<ReturnType<typeof sampleMemory>>): number {
  const warm = samples.slice(Math.floor(samples.length * WARM_AFTER));
  const mean = (figure: (each: (typeof warm)[number]) => number) =>
    warm.reduce((sum, each) => sum + figure(each), 0) / warm.length;
  const [at, height] = [mean(({ minute }) => minute), mean(({ megabytes }) => megabytes)];
  const rise = mean(({ minute, megabytes }) => (minute - at) * (megabytes - height));
  return rise / mean(({ minute }) => (minute - at) ** 2);
}

const HEAD = 'HTTP/1.1\r\nHost: 127.0.0.1\r\n';

/** Requests that are large, unknown or senseless; test/server looks at each kind closely. */
const ATTACKS: readonly ((roll: () => number) => string | Buffer)[] = [
  () => registration(JSON.stringify({ bio: `a${'\u0301'.repeat(31_000)}` })),
  () => registration(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`),
  () => `GET /api/house/species ${HEAD}\r\n`.repeat(20),
  (roll) => `GET /api/house/status ${HEAD}Authorization: Bearer ah_${roll()}\r\n\r\n`,
  (roll) => Buffer.from(Array.from({ length: 2000 }, () => Math.floor(roll() * 256))),
];

function registration(body: string): string {
  const headers = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  return `POST /api/auth/register ${HEAD}${headers}\r\n${body}`;
}

/** Sends hostile requests to every node without the balancer, and counts the statuses of the answers. */
function startAttackers(ports: readonly number[], seed: number) {
  const statuses = new Map<number, number>();
  const stopping = new AbortController();
  let [turns, rolls] = [0, 0];
  const roll = () => dice(seed, 'others', ++rolls);
  const nextPort = () => ports[++turns % ports.length] ?? 0;
  const repeat = async (work: () => Promise<unknown>) => {
    while (!stopping.signal.aborted) await work();
  };
  const send = async (attack: (typeof ATTACKS)[number]) => {
    const { answers } = await converse(nextPort(), Buffer.from(attack(roll)), 1);
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    await pause(500);
  };
  /** Connections that ask for a large page and do not read it. */
  const stall = async () => {
    const held = Array.from({ length: 20 }, () => connect(nextPort(), '127.0.0.1').pause());
    for (const socket of held)
      socket.on('error', () => {}).write(`GET /llms-full.txt ${HEAD}\r\n`.repeat(20));
    await pause(20_000);
    for (const socket of held) socket.destroy();
  };
  const running = [...ATTACKS.map((attack) => repeat(() => send(attack))), repeat(stall)];
  const stop = async () => {
    stopping.abort();
    await Promise.all(running);
  };
  return { statuses, stop };
}
