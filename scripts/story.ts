import { parseArgs } from 'node:util';

import { diary } from '../sim/diary.ts';
import { KEEPER_KINDS } from '../sim/keeper.ts';
import { simulate } from '../sim/simulate.ts';
import { canonicalZone } from '../src/rules/base/time-zones.ts';
import { findBuiltIn } from '../src/rules/species/catalog.ts';

const { values } = parseArgs({
  options: {
    species: { type: 'string', default: 'housecat' },
    keeper: { type: 'string', default: 'diligent' },
    seed: { type: 'string', default: '1' },
    zone: { type: 'string', default: 'UTC' },
    days: { type: 'string', default: '7' },
    start: { type: 'string', default: '2026-03-25T09:00:00Z' },
  },
});

const species = findBuiltIn(values.species);
const keeper = KEEPER_KINDS.find((kind) => kind === values.keeper);
const zone = canonicalZone(values.zone);
const [seed, days, startAt] = [Number(values.seed), Number(values.days), Date.parse(values.start)];

if (!species) refuse(`There is no species "${values.species}".`);
else if (!keeper) refuse(`Keepers are ${KEEPER_KINDS.join(', ')}.`);
else if (!zone) refuse(`There is no time zone "${values.zone}".`);
else if (![seed, days, startAt].every(Number.isFinite)) refuse('Seed and days are numbers, start is a date.');
else for (const line of diary(simulate({ species, keeper, seed, zone, days, startAt }))) say(line);

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function refuse(why: string): void {
  process.stderr.write(`${why}\n`);
  process.exitCode = 1;
}
