// `npm run power-loss [-- images]`: cuts the power of a busy SQLite house after each thing it did to its disk, or so many times,
// opens what is left, and writes docs/reliability/power-loss.md. It takes some minutes; TMPDIR=/dev/shm makes them fewer.
import { randomInt } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { format } from 'prettier';

import { commitOf, machine } from '../bench/machine.ts';
import { dice } from '../src/core/engine/dice.ts';
import { cutPower, spreadCuts, type Found } from '../test/power-loss/after-power-loss.ts';
import { CONTROLS } from '../test/power-loss/controls.ts';
import { LOSSES, type DiskEvent } from '../test/power-loss/disk.ts';
import { record, whyNoRecording, type Recording } from '../test/power-loss/recording.ts';

const ROOT = new URL('../', import.meta.url);
const PAGE = new URL('docs/reliability/power-loss.md', ROOT);
const BUSY_TIME = { keepers: 36, caresEach: 4, ends: ['SIGTERM', 'SIGKILL'] } as const;
const IMAGES_OF_CONTROLS = 200;
const TOLD_EVERY = 500;

const whyNot = whyNoRecording();
if (whyNot !== undefined) {
  console.error(`The power cannot be cut: ${whyNot}.`);
  process.exit(2);
}

const seed = Number(process.env['SEED'] ?? randomInt(2 ** 32));
console.log(`SEED=${seed}`);
let rolls = 0;
const roll = () => dice(seed, 'others', rolls++);

const recording = await record(BUSY_TIME);
const images = Number(process.argv[2] ?? recording.events.length);
console.log(`${recording.events.length} moments, ${recording.deeds.length} deeds; ${images} images`);
const found = await findAfter(recording, images);
const controls: [name: string, found: Found[]][] = [];
for (const [name, worsen] of Object.entries(CONTROLS))
  controls.push([name, await findAfter(worsen(recording), IMAGES_OF_CONTROLS)]);

const page = await format(pageOf(), { parser: 'markdown', singleQuote: true, printWidth: 110 });
await mkdir(new URL('.', PAGE), { recursive: true });
await writeFile(PAGE, page);
console.log(page);
const blind = controls.filter(([, some]) => !some.some(({ lost }) => lost.length > 0));
for (const [name] of blind) console.error(`Nothing was found wrong with ${name}: this shows nothing.`);
if (found.some(isBad) || blind.length > 0) process.exitCode = 1;

async function findAfter(busy: Recording, count: number): Promise<Found[]> {
  const all: Found[] = [];
  for await (const one of cutPower(busy, spreadCuts(busy, count, roll), roll)) {
    all.push(one);
    if (busy === recording && isBad(one)) console.error(JSON.stringify(one));
    if (all.length % TOLD_EVERY === 0) console.log(`${all.length} of ${count}`);
  }
  return all;
}

function isBad({ lost, wrong }: Found): boolean {
  return lost.length + wrong.length > 0;
}

function pageOf(): string {
  const { events, deeds } = recording;
  const [agents, creatures, cares, orders, paid] = ['agent', 'creature', 'care', 'order', 'paid'].map(
    (kind) => deeds.filter(({ trace }) => trace.startsWith(`${kind} `)).length,
  );
  return `# When the power fails

What a house on SQLite has acknowledged is there when the power is back. \`npm run power-loss\` shows it and writes this page; a smaller
choice of the same runs with every test (\`test/power-loss/power-loss.test.ts\`).

The real program is lived in, with a recorder between it and the C library (\`test/power-loss/disk-recorder.c\`) that writes down every write,
cut, flush and new or lost name of its files, and every answer at the moment it leaves. Of that, disks are made as a power failure
after each of these moments may leave them: bytes are certain once their file was flushed, names once the folder around them was, and
anything else may be there or not. Each is opened as a start opens it. Then every acknowledged deed must be there, once; the file must be whole
(\`pragma integrity_check\`, no orphans) and take writes; and of every 25th image the whole of \`arkhouse audit\` must find nothing.

## The busy time

${events.length} moments: ${howOften(({ kind }) => kind === 'written')} writes, ${howOften(({ kind }) => kind === 'synced')} flushes, the log begun ${howOften(isLogBegun)} times, copied into the database ${howOften(isCopied)} times; the house was
closed once and killed once. Acknowledged: ${agents} registrations, ${creatures} adoptions, ${cares} acts of care, ${orders} orders, ${paid} payments.

On ${machine()}, ${commitOf(fileURLToPath(ROOT))}, \`SEED=${seed}\`.

## What was found

| what the disk kept | images | audited | with anything lost | with anything wrong |
| --- | ---: | ---: | ---: | ---: |
${Object.entries(LOSSES)
  .map(([loss, words]) =>
    row(
      `${loss}: ${words}`,
      found.filter((one) => one.loss === loss),
    ),
  )
  .join('\n')}
${row('**all**', found)}

## What would have been found

The same recording, made worse: were nothing lost here, the table above would show nothing.

| if it were | images | audited | with anything lost | with anything wrong |
| --- | ---: | ---: | ---: | ---: |
${controls.map(([name, some]) => row(name, some)).join('\n')}
`;
}

function howOften(isSo: (event: DiskEvent) => boolean): number {
  return recording.events.filter(isSo).length;
}

function isLogBegun(event: DiskEvent): boolean {
  return event.kind === 'written' && event.file === 'arkhouse.db-wal' && event.at === 0;
}

function isCopied(event: DiskEvent): boolean {
  return event.kind === 'synced' && event.file === 'arkhouse.db';
}

function row(name: string, some: readonly Found[]): string {
  const having = (isSo: (one: Found) => boolean) => some.filter(isSo).length;
  const lost = having((one) => one.lost.length > 0);
  const wrong = having((one) => one.wrong.length > 0);
  return `| ${name} | ${some.length} | ${having(({ audited }) => audited)} | ${lost} | ${wrong} |`;
}
