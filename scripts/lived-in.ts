import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { counted } from '../src/cli/progress.ts';
import { readConfig } from '../src/config/config.ts';
import { DAY } from '../src/rules/base/clock.ts';
import { openLog } from '../src/log.ts';
import { closeHouse, openHouse } from '../src/open-house.ts';
import { systemClock } from '../src/outside/clock.ts';
import { NO_CASHIER } from '../src/outside/money/cashier.ts';
import { livedIn } from '../test/lived-in/lived-in.ts';
import { lexicalJudge } from '../test/care/lexical-judge.ts';

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'data/lived-in' },
    creatures: { type: 'string', default: '200' },
    days: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
  },
});

const [creatures, days, seed] = [Number(values.creatures), Number(values.days), Number(values.seed)];

if (![creatures, days, seed].every(Number.isSafeInteger) || creatures < 1 || days < 1)
  refuse('Creatures, days and seed are whole numbers.');
else if (existsSync(join(values.out, 'arkhouse.db'))) refuse(`Somebody lives in ${values.out} already.`);
else await makeHouse();

/** Its lives end now, so that they continue from the current time when the database is opened. */
async function makeHouse(): Promise<void> {
  await mkdir(values.out, { recursive: true });
  let at = systemClock().now() - days * DAY;
  const clock = { now: () => at };
  const config = readConfig({ ARKHOUSE_DATA_DIR: values.out });
  const parts = { clock, tastes: lexicalJudge(), cashier: NO_CASHIER };
  process.once('SIGINT', leaveUnfinished);
  const house = await openHouse(config, openLog('silent'), parts);
  const turnTo = (to: number) => void (at = to);
  const onMoment = counted('moments');
  const { agents } = await livedIn({ house, turnTo, onMoment }, { creatures, days, seed });
  await closeHouse(house);
  say(`${creatures} creatures have lived with ${agents.length} agents for ${days} days in ${values.out}.`);
  say(`Look around: ARKHOUSE_DATA_DIR=${values.out} ARKHOUSE_CLOCK=sandbox npm start`);
  const [first] = agents;
  if (first) say(`You may act as ${first.username}, whose key is ${first.key}`);
}

function leaveUnfinished(): void {
  process.stderr.write(`\nInterrupted. What is in ${values.out} is not lived in to the end: remove it.\n`);
  process.exit(130);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function refuse(why: string): void {
  process.stderr.write(`${why}\n`);
  process.exitCode = 1;
}
