import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { Checkout } from './checkout.ts';
import { measure, warmUp } from './measure.ts';
import { shareByFunction, shareByRoom, type CpuProfile } from './rooms.ts';
import { HERE } from './servers/server-process.ts';
import { THOROUGH } from './speed.ts';
import type { Group } from './subjects/group.ts';
import { inColumns } from './tables/columns.ts';

const MEASURED = { ms: 5000, most: 50_000 };
const MOST_FUNCTIONS = 30;
const LEAST = 0.0005;

/** Has one house profiled under load, once it is warm, and tells where its CPU went. */
export async function profileGroup(group: Group, folder: string): Promise<string> {
  const profiles = join(folder, 'profiles');
  await mkdir(profiles, { recursive: true });
  const { agents } = THOROUGH;
  const checkout = new Checkout({ root: HERE, folder: join(folder, 'here'), agents, profiles });
  let ms = 0;
  let cpuMicros = NaN;
  try {
    const { server, status, next } = await group.open(checkout);
    const subject = { name: group.name, server, status, next } as const;
    await warmUp(subject, THOROUGH.warmUp.house);
    const began = performance.now();
    ({ cpuMicros } = await measure(subject, MEASURED));
    ms = performance.now() - began;
  } finally {
    // Only now is the profile written.
    await checkout.stop();
  }
  const kept = join(HERE, 'data', `${group.name.replaceAll(/\W+/g, '-')}.cpuprofile`);
  await rename(join(profiles, await profileIn(profiles)), kept);
  await rm(join(folder, 'here'), { recursive: true });
  await rm(profiles, { recursive: true });
  // The promise: Node wrote it.
  const profile = JSON.parse(await readFile(kept, 'utf8')) as CpuProfile;
  const heading = `${group.name}, ${cpuMicros.toFixed(0)} µs each while profiled; for a browser: ${kept}`;
  return [heading, roomTable(profile, ms), functionTable(profile, ms)].join('\n\n');
}

/** Threads leave profiles of their own; the main one is number 0. */
async function profileIn(folder: string): Promise<string> {
  const files = await readdir(folder);
  const found = files.find((file) => /^CPU(?:\.\d+){3}\.0\./.test(file));
  if (found === undefined) throw new Error('no profile was written');
  return found;
}

function roomTable(profile: CpuProfile, lastMs: number): string {
  const lines = shareByRoom(profile, lastMs)
    .filter(({ own }) => own >= LEAST)
    .map(({ name, own, whole }) => [name, percent(own), percent(whole)]);
  return inColumns([['room', 'itself', 'with what it calls outside the house'], ...lines]);
}

function functionTable(profile: CpuProfile, lastMs: number): string {
  const lines = shareByFunction(profile, lastMs)
    .slice(0, MOST_FUNCTIONS)
    .map(({ name, own, whole }) => [name, percent(own), percent(whole)]);
  return inColumns([['function of the house', 'itself', 'with all it calls'], ...lines]);
}

function percent(share: number): string {
  return share < LEAST ? '' : `${(100 * share).toFixed(1)}%`;
}
