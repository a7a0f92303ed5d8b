import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { HERE, inColumns } from '../support/report.ts';
import { Checkout } from './checkout.ts';
import { measure, type Bounds } from './measure.ts';
import { requestsOf, type Operation } from './requests.ts';

const LEAST = 0.0005;

/** Profiles a warm service under load; returns its CPU by folder and by function. */
export async function profileOperation(
  operation: Operation,
  folder: string,
  { agents, warmUp }: { readonly agents: number; readonly warmUp: Bounds },
): Promise<string> {
  const profiles = join(folder, 'profiles');
  await mkdir(profiles, { recursive: true });
  const checkout = new Checkout(HERE, join(folder, 'here'), { agents, profiles });
  const { name, status = 200 } = operation;
  let ms = 0;
  try {
    const server = await checkout.startHouse(operation);
    const subject = { name, server, status, next: await requestsOf(operation, server, Infinity) };
    await measure(subject, warmUp);
    const began = performance.now();
    await measure(subject, { ms: 5000, most: 50_000 });
    ms = performance.now() - began;
  } finally {
    // Only now is the profile written.
    await checkout[Symbol.asyncDispose]();
  }
  // Threads leave profiles of their own; the main one is number 0.
  const file = (await readdir(profiles)).find((each) => /^CPU(?:\.\d+){3}\.0\./.test(each)) ?? '';
  const kept = join(HERE, 'data', `${name.replaceAll(/\W+/g, '-')}.cpuprofile`);
  await rename(join(profiles, file), kept);
  for (const each of [join(folder, 'here'), profiles]) await rm(each, { recursive: true });
  const profile = JSON.parse(await readFile(kept, 'utf8')) as CpuProfile;
  const percent = (share: number) => (share < LEAST ? '' : `${(100 * share).toFixed(1)}%`);
  const table = (head: string, shares: readonly Share[]) => {
    const lines = shares.map((each) => [each.name, percent(each.own), percent(each.whole)]);
    return inColumns([head.split('|'), ...lines]);
  };
  return [
    `${name}; for a browser: ${kept}`,
    table(
      'folder|itself|with what it calls outside of our sources',
      shareByFolder(profile, ms).filter(({ own }) => own >= LEAST),
    ),
    table('function of ours|itself|with all it calls', shareByFunction(profile, ms).slice(0, 30)),
  ].join('\n\n');
}

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
type Share = ReturnType<typeof sharesOf>[number];

/** Each folder of src with what it calls in Node, in packages and in native code; and these by themselves. */
export function shareByFolder(profile: CpuProfile, lastMs: number): Share[] {
  return sharesOf(profile, lastMs, folderOf, (path) => [folderOf(path.find(isOurs) ?? path[0])]);
}

export function shareByFunction(profile: CpuProfile, lastMs: number): Share[] {
  const shares = sharesOf(profile, lastMs, nameOf, (path) => path.filter(isOurs).map(nameOf));
  return shares.filter(({ whole }) => whole > 0);
}

/** Shares of the last part of a profile; `namesIn` gets a call and its callers. */
function sharesOf(
  { nodes, samples, timeDeltas }: CpuProfile,
  lastMs: number,
  ownName: (node: CallNode) => string,
  namesIn: (path: readonly [CallNode, ...CallNode[]]) => readonly string[],
) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node])));
  const shares = new Map<string, { own: number; whole: number }>();
  let total = 0;
  const add = (name: string, what: 'own' | 'whole', micros: number) => {
    const share = shares.get(name) ?? { own: 0, whole: 0 };
    shares.set(name, { ...share, [what]: share[what] + micros });
  };
  for (let at = samples.length - 1, left = lastMs * 1000; at >= 0 && left > 0; at -= 1) {
    const micros = timeDeltas[at] ?? 0;
    left -= micros;
    const node = byId.get(samples[at] ?? NaN);
    if (!node || node.callFrame.functionName === '(idle)') continue;
    total += micros;
    const path: [CallNode, ...CallNode[]] = [node];
    for (let each = parents.get(node.id); each; each = parents.get(each.id)) path.push(each);
    add(ownName(node), 'own', micros);
    for (const name of new Set(namesIn(path))) add(name, 'whole', micros);
  }
  return [...shares]
    .map(([name, { own, whole }]) => ({ name, own: own / total, whole: whole / total }))
    .toSorted((one, other) => other.whole - one.whole || other.own - one.own);
}

function folderOf({ callFrame: { functionName, url } }: CallNode): string {
  if (functionName === '(garbage collector)') return 'GC';
  const [, foreign] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  const [, ours] = /\/(?:src|packages)\/([\w-]+)(?:\.ts|\/)/.exec(url) ?? [];
  return foreign ?? ours ?? (url.startsWith('node:') ? 'node' : url === '' ? 'native' : 'bench');
}

const OURS = /^.*\/(?:src|packages)\//;

function isOurs({ callFrame: { url } }: CallNode): boolean {
  return OURS.test(url) && !url.includes('/node_modules/');
}

function nameOf({ callFrame: { functionName, url, lineNumber } }: CallNode): string {
  const place = url.replace(OURS, '');
  return `${functionName || 'anonymous'} ${place}:${lineNumber + 1}`;
}
