// What a look at a creature costs, and what the door costs, held against bare node:http in the same run.
// The machine is noisy: trust ratios, not absolutes.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { creatureLines } from './creature.ts';
import { measure, middleOf, warmUp, type Measured, type Subject } from './measure.ts';
import { startSubjects } from './subjects.ts';
import { tableOf } from './table.ts';

const ROUNDS = 3;
// The compiler needs some twenty thousand requests until it has made up its mind about the house, and few for a bare server.
const WARM_UP = { house: { ms: 60_000, most: 25_000 }, bare: { ms: 60_000, most: 10_000 } };
const ROUND = { ms: 1000, most: 8000 };

const [word = ''] = process.argv.slice(2);
if ('creature'.includes(word)) process.stdout.write(`${creatureLines().join('\n')}\n\n`);

// Beside the house's own data: what the system calls temporary is often no disk at all.
const data = fileURLToPath(new URL('../data/', import.meta.url));
await mkdir(data, { recursive: true });
const folder = await mkdtemp(`${data}bench-`);
const all = await startSubjects(folder);
const subjects = all.filter(isWanted);
try {
  const rounds = await inRounds();
  const rows = subjects.map((subject) => ({ subject, measured: middleOf(rounds.get(subject) ?? []) }));
  process.stdout.write(`${tableOf(rows)}\n`);
} finally {
  await Promise.all([...new Set(all.map(({ server }) => server))].map((server) => server.stop()));
  await rm(folder, { recursive: true });
}

/** `npm run bench -- keyed` measures only what has the word in its name, and what that is held against. */
function isWanted(subject: Subject): boolean {
  const named = ({ name }: Subject) => name.includes(word);
  const measuredBy = all.filter(named).flatMap(({ against }) => [against?.get, against?.post]);
  return named(subject) || measuredBy.includes(subject);
}

/** One after the other, and all of them again, so that the machine's moods meet everyone alike. */
async function inRounds(): Promise<Map<Subject, Measured[]>> {
  const rounds = new Map<Subject, Measured[]>(subjects.map((subject) => [subject, []]));
  await Promise.all(
    subjects.map((subject) => warmUp(subject, subject.against ? WARM_UP.house : WARM_UP.bare)),
  );
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const subject of subjects) rounds.get(subject)?.push(await measure(subject, ROUND));
  }
  return rounds;
}
