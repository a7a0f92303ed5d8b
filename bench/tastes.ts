// Measures the cost of judging an item: known, new, and for other requests while new items are judged. `node
// bench/tastes.ts`
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import { findBuiltIn } from '../src/rules/species/catalog.ts';

const MB = 1024 * 1024;
const rss = () => Math.round(process.memoryUsage.rss() / MB);

const bare = rss();
const beganLoading = performance.now();
const { openTasteJudge } = await import('../src/outside/open-taste-judge.ts');
const noMemory = { read: async () => undefined, write: async () => undefined };
const tastes = openTasteJudge({ embeddings: undefined }, noMemory, (error) => console.log(error));
console.log(`opening: ${(performance.now() - beganLoading).toFixed(1)} ms, ${rss() - bare} MB`);

const species = findBuiltIn('housecat');
if (species === undefined) throw new Error('no cat');
const judge = (item: string) => tastes.judge({ item, action: 'feed', species });

const idle = await delaysDuring(() => sleep(2_000));
const first = await msOf(() => judge('a first bowl of porridge'));
console.log(`first item: ${first.toFixed(0)} ms, ${rss()} MB`);

const nouns = 'bowl plate pot pan jar tin bag box pile heap'.split(' ');
const dishes = 'noodles pancakes waffles lasagna risotto goulash paella omelette dumplings couscous'.split(
  ' ',
);
const items = nouns.flatMap((noun) => dishes.map((dish) => `${noun} with ${dish}`));
const times: number[] = [];
const busy = await delaysDuring(async () => {
  for (const item of items) times.push(await msOf(() => judge(item)));
});
times.sort((a, b) => a - b);
console.log(`new item: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, worst ${at(1)} ms, ${rss()} MB`);
console.log(`delay of the event loop, p99: idle ${idle.toFixed(1)} ms, with new items ${busy.toFixed(1)} ms`);

const rounds = 200_000;
const known = await msOf(async () => {
  for (let round = 0; round < rounds; round++) await judge(items[round % items.length] ?? '');
});
console.log(`known item: ${((1000 * known) / rounds).toFixed(2)} µs`);
await tastes.close();

function at(share: number): string {
  return (times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0).toFixed(0);
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function delaysDuring(work: () => Promise<unknown>): Promise<number> {
  const monitor = monitorEventLoopDelay({ resolution: 1 });
  monitor.enable();
  await work();
  monitor.disable();
  return monitor.percentile(99) / 1e6;
}
