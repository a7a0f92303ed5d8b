import { dice } from '../src/rules/base/dice.ts';
import { cutPower, spreadCuts, type Found } from '../test/power-loss/after-power-loss.ts';
import { CONTROLS } from '../test/power-loss/controls.ts';
import { LOSSES, type DiskEvent } from '../test/power-loss/disk.ts';
import { record, whyNoRecording, type Recording } from '../test/power-loss/recording.ts';
import { end, readArguments, wholeNumber } from './support/arguments.ts';
import { inColumns, machineAndCommit, seedOfRun } from './support/report.ts';

const USAGE = `Usage: node tools/power-loss.ts [IMAGES]
Cuts the power of a busy service on SQLite after each disk operation, or so many times, opens the result and reports what is lost or
wrong. Takes some minutes, less with TMPDIR=/dev/shm; SEED=N repeats a run.`;
const { positionals } = readArguments(USAGE);

const whyNot = whyNoRecording();
if (whyNot !== undefined) end(`The power cannot be cut: ${whyNot}.`, 2);

const seed = seedOfRun();
console.log(`SEED=${seed}`);
let rolls = 0;
const roll = () => dice(seed, 'others', rolls++);

const recording = await record({ keepers: 36, caresEach: 4, ends: ['SIGTERM', 'SIGKILL'] } as const);
const images = wholeNumber(positionals[0] ?? String(recording.events.length), USAGE);
console.log(`${recording.events.length} moments, ${recording.deeds.length} deeds; ${images} images`);
const found = await findAfter(recording, images);
const controls: [name: string, found: Found[]][] = [];
for (const [name, worsen] of Object.entries(CONTROLS))
  controls.push([name, await findAfter(worsen(recording), 200)]);

const kinds = Map.groupBy(recording.deeds, ({ trace }) => trace.split(' ', 1)[0]);
const acknowledged = [...kinds].map(([kind, some]) => `${some.length} × ${kind}`).join(', ');
const eventsOf = (kind: DiskEvent['kind']) => recording.events.filter((event) => event.kind === kind).length;
console.log(`${machineAndCommit()}, SEED=${seed}
${eventsOf('written')} writes, ${eventsOf('synced')} flushes. Acknowledged: ${acknowledged}.`);
const head = ['what the disk kept', 'images', 'audited', 'with anything lost', 'with anything wrong'];
const losses = Object.entries(LOSSES).map(([loss, words]) =>
  row(
    `${loss}: ${words}`,
    found.filter((one) => one.loss === loss),
  ),
);
// The controls are the same recording, made worse: were nothing lost there, the rest would show nothing.
const worse = controls.map(([name, some]) => row(`if it were ${name}`, some));
console.log(inColumns([head, ...losses, row('all', found), ...worse]));
const blind = controls.filter(([, some]) => !some.some(({ lost }) => lost.length > 0));
for (const [name] of blind) console.error(`Nothing was found wrong with ${name}: this shows nothing.`);
if (found.some(isBad) || blind.length > 0) process.exitCode = 1;

async function findAfter(busy: Recording, count: number): Promise<Found[]> {
  const all: Found[] = [];
  for await (const one of cutPower(busy, spreadCuts(busy, count, roll), roll)) {
    all.push(one);
    if (busy === recording && isBad(one)) console.error(JSON.stringify(one));
    if (all.length % 500 === 0) console.log(`${all.length} of ${count}`);
  }
  return all;
}

function isBad({ lost, wrong }: Found): boolean {
  return lost.length + wrong.length > 0;
}

function row(name: string, some: readonly Found[]): string[] {
  const having = (isSo: (one: Found) => boolean) => String(some.filter(isSo).length);
  const lost = having((one) => one.lost.length > 0);
  const wrong = having((one) => one.wrong.length > 0);
  return [name, String(some.length), having(({ audited }) => audited), lost, wrong];
}
