import { parseArgs } from 'node:util';

import { fateOf, MARKS, type Fate } from '../sim/balance.ts';
import { KEEPER_KINDS } from '../sim/keeper.ts';
import { CATALOG } from '../src/rules/species/catalog.ts';

const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '3' }, species: { type: 'string' } },
});

const TRIAL = {
  seeds: Array.from({ length: Number(values.seeds) }, (_, seed) => seed + 1),
  zones: ['Europe/Berlin', 'Asia/Kathmandu'],
  startAt: Date.parse('2026-03-14T15:00:00Z'),
};

const chosen = CATALOG.filter(({ slug }) => !values.species || slug === values.species);

process.stdout.write(
  `${TRIAL.seeds.length} seeds in ${TRIAL.zones.join(' and ')}; share alive after ${MARKS.join(', ')} days\n\n`,
);
for (const species of chosen) {
  process.stdout.write(`${species.name} (window ${species.feedingWindowHours} h)\n`);
  for (const keeper of KEEPER_KINDS) process.stdout.write(`  ${row(fateOf(species, keeper, TRIAL))}\n`);
}

function row({ keeper, alive, paths }: Fate): string {
  const shares = MARKS.map((days) => `${Math.round(alive[days] * 100)}%`.padStart(5)).join('');
  const reached = Object.entries(paths).map(([path, count]) => `${path} ${count}`);
  return `${keeper.padEnd(11)}${shares}   ${reached.join(', ')}`;
}
