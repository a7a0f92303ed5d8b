import { expect, test } from 'vitest';

import {
  compareToNeediest,
  keepHousehold,
  ONE_PER_WINDOW,
  randomSpecies,
} from '../../tools/sim/households.ts';

// Fixed samples: shares of meals on time vary with the nights in which creatures sleep. `node tools/sim.ts` prints the same.
const LONG = process.env['TEST_LONG'] !== undefined;
const PATIENTLY = { timeout: 120_000 };
const DAYS = LONG ? 20 : 6;
const SEEDS = Array.from({ length: LONG ? 40 : 6 }, (_, at) => at + 1);

const HOUSEHOLDS = SEEDS.map((seed) => ({ seed, species: randomSpecies(seed, 6) }));

test('six creatures take at most 1.3 times the visits of the neediest alone', PATIENTLY, () => {
  for (const { seed, species } of HOUSEHOLDS) {
    const { ratio, onTime } = compareToNeediest({ channel: 'at', species, seed, days: DAYS });
    const told = `seed ${seed}: ${species.map(({ slug }) => slug).join()}`;
    expect(ratio, told).toBeLessThanOrEqual(1.3);
    expect(Math.min(...onTime), told).toBeGreaterThanOrEqual(LONG ? 0.93 : 0.95);
  }
});

test.each([
  ['cron', 1.31, 0.9],
  ['calendar', 1.3, 0.95],
] as const)(
  'six creatures visited by %s take at most %d times the visits of the neediest alone, and are fed on time',
  PATIENTLY,
  (channel, most, least) => {
    for (const { seed, species } of HOUSEHOLDS) {
      const { ratio, onTime } = compareToNeediest({ channel, species, seed, days: DAYS });
      expect(ratio, `seed ${seed}`).toBeLessThanOrEqual(LONG ? most + 0.05 : most);
      expect(Math.min(...onTime), `seed ${seed}`).toBeGreaterThanOrEqual(LONG ? least - 0.03 : least);
    }
  },
);

test.each(ONE_PER_WINDOW)(
  'a $slug is fed on time by a keeper that follows check-ins',
  PATIENTLY,
  (species) => {
    const { onTime } = keepHousehold({ channel: 'at', species: [species], seed: 3, days: DAYS * 2 });
    expect(Math.min(...onTime)).toBeGreaterThanOrEqual(0.97);
  },
);

test.each(ONE_PER_WINDOW)('a $slug takes at most 1.8 visits per meal by cron', PATIENTLY, (species) => {
  const { visits, meals } = keepHousehold({ channel: 'cron', species: [species], seed: 3, days: DAYS });
  expect(visits / meals).toBeLessThanOrEqual(1.8);
});
