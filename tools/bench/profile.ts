import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { Checkout } from './checkout.ts';
import { measure, warmUp } from './measure.ts';
import { HERE } from './server-process.ts';
import { THOROUGH } from './speed.ts';
import type { Group } from './groups.ts';
import { inColumns } from './tables.ts';

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
  const byRoom = shareByRoom(profile, ms).filter(({ own }) => own >= LEAST);
  const byFunction = shareByFunction(profile, ms).slice(0, MOST_FUNCTIONS);
  return [
    heading,
    table('room|itself|with what it calls outside of our sources', byRoom),
    table('function of ours|itself|with all it calls', byFunction),
  ].join('\n\n');
}

/** Threads leave profiles of their own; the main one is number 0. */
async function profileIn(folder: string): Promise<string> {
  const files = await readdir(folder);
  const found = files.find((file) => /^CPU(?:\.\d+){3}\.0\./.test(file));
  if (found === undefined) throw new Error('no profile was written');
  return found;
}

function table(head: string, shares: readonly Share[]): string {
  const percent = (share: number) => (share < LEAST ? '' : `${(100 * share).toFixed(1)}%`);
  return inColumns([
    head.split('|'),
    ...shares.map(({ name, own, whole }) => [name, percent(own), percent(whole)]),
  ]);
}

/** A profile as V8 writes it: a tree of calls, and which of them was going on at each sample. */
interface CpuProfile {
  readonly nodes: readonly CallNode[];
  readonly samples: readonly number[];
  /** In microseconds, since the sample before. */
  readonly timeDeltas: readonly number[];
}

interface CallNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly children?: readonly number[];
}

/** Shares of all the time that was not idle. */
interface Share {
  readonly name: string;
  readonly own: number;
  readonly whole: number;
}

/** Each room of the house with what it calls in Node, in packages and in native code; and these by themselves. */
export function shareByRoom(profile: CpuProfile, lastMs: number): Share[] {
  const calls = new Calls(profile, lastMs);
  return sharesOf(calls, (node) => {
    const nearest = calls.upwards(node).find(isOfTheHouse) ?? node;
    return { own: roomOf(node), whole: [roomOf(nearest)] };
  });
}

/** Each function of the house, with all that is going on while it is. */
export function shareByFunction(profile: CpuProfile, lastMs: number): Share[] {
  const calls = new Calls(profile, lastMs);
  return sharesOf(calls, (node) => ({
    own: nameOf(node),
    whole: calls.upwards(node).filter(isOfTheHouse).map(nameOf),
  })).filter(({ whole }) => whole > 0);
}

/** Self time by module in the last part of a profile. */
class Calls {
  readonly micros = new Map<CallNode, number>();
  readonly #parents = new Map<number, CallNode>();

  constructor({ nodes, samples, timeDeltas }: CpuProfile, lastMs: number) {
    const byId = new Map(nodes.map((node) => [node.id, node]));
    for (const node of nodes) for (const child of node.children ?? []) this.#parents.set(child, node);
    let left = lastMs * 1000;
    for (let at = samples.length - 1; at >= 0 && left > 0; at -= 1) {
      const node = byId.get(samples[at] ?? NaN);
      const micros = timeDeltas[at] ?? 0;
      left -= micros;
      if (node && node.callFrame.functionName !== '(idle)')
        this.micros.set(node, (this.micros.get(node) ?? 0) + micros);
    }
  }

  /** A call frame and its callers. */
  upwards(node: CallNode): CallNode[] {
    const path = [];
    for (let each: CallNode | undefined = node; each; each = this.#parents.get(each.id)) path.push(each);
    return path;
  }
}

function sharesOf(
  { micros }: Calls,
  namesOf: (node: CallNode) => { readonly own: string; readonly whole: readonly string[] },
): Share[] {
  const total = [...micros.values()].reduce((sum, each) => sum + each, 0);
  const shares = new Map<string, { own: number; whole: number }>();
  const shareOf = (name: string) => {
    const share = shares.get(name) ?? { own: 0, whole: 0 };
    shares.set(name, share);
    return share;
  };
  for (const [node, spent] of micros) {
    const { own, whole } = namesOf(node);
    shareOf(own).own += spent / total;
    for (const name of new Set(whole)) shareOf(name).whole += spent / total;
  }
  return [...shares]
    .map(([name, share]) => ({ name, ...share }))
    .toSorted((one, other) => other.whole - one.whole || other.own - one.own);
}

function roomOf({ callFrame: { functionName, url } }: CallNode): string {
  if (functionName === '(garbage collector)') return 'GC';
  const [, ours] = /\/src\/([\w-]+)(?:\.ts|\/)/.exec(url) ?? [];
  const [, foreign] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (foreign !== undefined) return foreign;
  if (ours !== undefined) return ours;
  if (url.startsWith('node:')) return 'node';
  return url === '' ? 'native' : 'bench';
}

function isOfTheHouse({ callFrame: { url } }: CallNode): boolean {
  return url.includes('/src/') && !url.includes('/node_modules/');
}

function nameOf({ callFrame: { functionName, url, lineNumber } }: CallNode): string {
  const place = url.slice(url.lastIndexOf('/src/') + 5);
  return `${functionName || 'anonymous'} ${place}:${lineNumber + 1}`;
}
