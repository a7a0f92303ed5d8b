import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { DAY } from '../src/rules/base/clock.ts';
import { openLog } from '../src/app/log.ts';
import { closeHouse, openHouse } from '../src/app/open-house.ts';
import { counted } from '../src/cli/progress.ts';
import { readConfig } from '../src/config/config.ts';
import { NO_CASHIER } from '../src/outside/money/cashier.ts';
import { lexicalJudge } from '../test/care/lexical-judge.ts';
import { livedIn } from '../test/lived-in/lived-in.ts';
import { end, readArguments, wholeNumber } from './support/arguments.ts';

const USAGE = `Usage: node tools/lived-in.ts [--out data/lived-in] [--creatures 200] [--days 40]
Makes a database in which creatures have lived until now.`;
const { values } = readArguments(USAGE, {
  out: { type: 'string', default: 'data/lived-in' },
  creatures: { type: 'string', default: '200' },
  days: { type: 'string', default: '40' },
});
const { out } = values;
const lives = {
  creatures: wholeNumber(values.creatures, USAGE),
  days: wholeNumber(values.days, USAGE),
  seed: 1,
};
if (existsSync(join(out, 'arkhouse.db'))) end(`There is a database in ${out} already.`, 1);

await mkdir(out, { recursive: true });
// Lives end now, so that they go on when the database is opened.
let at = Date.now() - lives.days * DAY;
const parts = { clock: { now: () => at }, tastes: lexicalJudge(), cashier: NO_CASHIER };
// The deaths of weeks happen within seconds.
const config = readConfig({ ARKHOUSE_DATA_DIR: out, ARKHOUSE_DEATHS_PERCENT: '0' });
const house = await openHouse(config, openLog('silent'), parts);
const turnTo = (to: number) => void (at = to);
const { agents } = await livedIn({ house, turnTo, onMoment: counted('moments') }, lives);
await closeHouse(house);
console.log(`${lives.creatures} creatures have lived with ${agents.length} agents for ${lives.days} days.
Look around: ARKHOUSE_DATA_DIR=${out} ARKHOUSE_CLOCK=sandbox npm start
The key of ${agents[0]?.username} is ${agents[0]?.key}`);
