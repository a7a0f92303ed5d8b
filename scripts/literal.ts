import { parseArgs } from 'node:util';

import { GROUPS, literalRow, type LiteralRow } from '../sim/literal-table.ts';
import { CHANNELS } from '../sim/literal.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1' },
    days: { type: 'string', default: '30' },
    channel: { type: 'string' },
  },
});

const TRIAL = {
  zones: ['UTC', 'Asia/Kolkata', 'America/New_York'],
  seeds: Array.from({ length: Number(values.seeds) }, (_, seed) => seed + 1),
  days: Number(values.days),
  // Clocks change in New York while it runs.
  startAt: Date.parse('2026-02-27T15:00:00Z'),
};

process.stdout.write(
  `Agents that do as told, ${TRIAL.days} days, in ${TRIAL.zones.join(', ')}: new, weak, resurrected, asleep\n\n`,
);
process.stdout.write(
  '| channel | creatures | window | lives | alive | on time | early | late | missed | slept through | visits/meal | still weak |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n',
);
for (const channel of CHANNELS.filter((each) => !values.channel || each === values.channel)) {
  for (const creatures of [1, 2, 3, 4]) {
    for (const group of GROUPS) {
      const row = literalRow(group, { ...TRIAL, channel, creatures });
      process.stdout.write(`| ${[channel, creatures, group.name, ...cells(row)].join(' | ')} |\n`);
    }
  }
}

function cells(row: LiteralRow): string[] {
  return [
    String(row.lives),
    percent(1 - row.deaths / row.lives),
    percent(row.onTime),
    percent(row.early),
    percent(row.late),
    String(row.missed),
    String(row.sleptThrough),
    row.visitsPerMeal.toFixed(2),
    String(row.stillWeak),
  ];
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}
