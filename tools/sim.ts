import {
  compareToNeediest,
  type HouseholdResult,
  keepHousehold,
  ONE_PER_WINDOW,
  randomSpecies,
} from './sim/households.ts';
import { readArguments, wholeNumber } from './support/arguments.ts';

const USAGE = `Usage: node tools/sim.ts [--days DAYS] [--households NUMBER] [--creatures NUMBER] [--seed SEED]
Simulates keepers that do the first step of each answer and come back by recommended_checkin.at or by its cron line. Prints visits and
meals on time for a species of each feeding window, and for households of species with windows of 4 to 12 hours (12 households of
6 creatures unless given), whose visits are compared with those to the neediest of them alone. 8 days unless given.`;
const text = { type: 'string' } as const;
const { values } = readArguments(USAGE, { days: text, households: text, creatures: text, seed: text });
const numberOf = (given: string | undefined, usual: number) =>
  given === undefined ? usual : wholeNumber(given, USAGE);
const days = numberOf(values.days, 8);
const households = numberOf(values.households, 12);
const creatures = numberOf(values.creatures, 6);
const firstSeed = numberOf(values.seed, 1);

const CHANNELS = ['at', 'cron'] as const;
const average = (of: readonly number[]) => of.reduce((sum, value) => sum + value, 0) / of.length;
const percent = (share: number) => `${(share * 100).toFixed(1)}%`;
const onTimeIn = (results: readonly HouseholdResult[]) => results.flatMap(({ onTime }) => onTime);

console.log('| feeding window | channel | visits a day | visits per meal | meals on time |');
console.log('| --- | --- | --- | --- | --- |');
for (const species of ONE_PER_WINDOW)
  for (const channel of CHANNELS) {
    const results = [0, 1, 2].map((more) =>
      keepHousehold({ channel, species: [species], seed: firstSeed + more, days }),
    );
    const visits = average(results.map((each) => each.visits));
    const perMeal = visits / average(results.map(({ meals }) => meals));
    const onTime = percent(average(onTimeIn(results)));
    const cells = [
      `${species.feedingWindowHours} h`,
      channel,
      (visits / days).toFixed(1),
      perMeal.toFixed(2),
      onTime,
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }

console.log(`\n${households} households of ${creatures} creatures:\n`);
console.log(
  '| channel | visits a day | of the visits to the neediest alone | most | meals on time | least of a creature |',
);
console.log('| --- | --- | --- | --- | --- | --- |');
for (const channel of CHANNELS) {
  const results = Array.from({ length: households }, (_, nth) => {
    const seed = firstSeed + nth;
    return compareToNeediest({ channel, species: randomSpecies(seed, creatures), seed, days });
  });
  const ratios = results.map(({ ratio }) => ratio);
  const visits = average(results.map((each) => each.visits)) / days;
  const onTime = onTimeIn(results);
  const cells = [channel, visits.toFixed(1), average(ratios).toFixed(2), Math.max(...ratios).toFixed(2)];
  console.log(`| ${[...cells, percent(average(onTime)), percent(Math.min(...onTime))].join(' | ')} |`);
}
