// What creatures have to wish for, to keep and to tell in sixty days, by the kind of their keeper: tables for `docs/heart.md`.
import { parseArgs } from 'node:util';

import { HEART_KEEPERS, simulateHeart, type HeartLife } from '../../sim/hearts.ts';
import type { KeeperKind } from '../../sim/keeper.ts';
import { FAMILIES } from '../../src/core/vocabulary.ts';
import { wishesOf } from '../../src/core/heart/wish-reach.ts';
import { CATALOG } from '../../src/core/species/catalog.ts';
import { HeardSentences } from './heard-sentences.ts';

const { values } = parseArgs({
  options: {
    lives: { type: 'string', default: '200' },
    days: { type: 'string', default: '60' },
    seed: { type: 'string', default: '21' },
    keeper: { type: 'string' },
  },
});
const [lives, days, seed] = [values.lives, values.days, values.seed].map(Number) as [number, number, number];

/** What is long for one who comes four times a day. */
const QUIET_DAYS = 3;

say(`${lives} lives of up to ${days} days with each kind of keeper, seed ${seed}.\n`);
say(
  '| keeper | days lived | wishes | granted | keepsakes | letters | manners | quiet days: median | most | ≤ 3 |',
);
say('|---|---|---|---|---|---|---|---|---|---|');
const heard = new HeardSentences();
const manners = new Map<KeeperKind, string>();
for (const keeper of HEART_KEEPERS.filter((each) => !values.keeper || each === values.keeper)) {
  const lived = Array.from({ length: lives }, (_, nth) => {
    const life = simulateHeart({ keeper, seed: seed * 1_000_003 + nth, days }, (answer) =>
      heard.hear(answer),
    );
    heard.read(life.story);
    return life;
  });
  say(`| ${rowOf(keeper, lived).join(' | ')} |`);
  manners.set(keeper, mannersOf(lived));
}
say('\nManners of those who grew up, the most frequent first:\n');
for (const [keeper, found] of manners) say(`- ${keeper}: ${found}`);
sayWishes();
sayRepeated();

function rowOf(keeper: KeeperKind, lived: readonly HeartLife[]): string[] {
  const mean = (of: (life: HeartLife) => number) =>
    (lived.reduce((sum, life) => sum + of(life), 0) / lived.length).toFixed(1);
  const quiet = lived.map(({ quietDays }) => quietDays).toSorted((one, other) => one - other);
  const near = quiet.filter((each) => each <= QUIET_DAYS).length / quiet.length;
  return [
    keeper,
    mean((life) => life.days),
    mean((life) => life.offered),
    mean((life) => life.granted),
    mean((life) => life.keepsakes),
    mean((life) => life.letters),
    String(new Set(lived.flatMap(({ manner }) => manner ?? [])).size),
    (quiet[Math.floor(quiet.length / 2)] ?? 0).toFixed(1),
    (quiet.at(-1) ?? 0).toFixed(1),
    `${(near * 100).toFixed(1)}%`,
  ];
}

function mannersOf(lived: readonly HeartLife[]): string {
  const counts = new Map<string, number>();
  for (const { manner } of lived) if (manner) counts.set(manner, (counts.get(manner) ?? 0) + 1);
  const often = [...counts].toSorted(([, one], [, other]) => other - one);
  return often.map(([manner, count]) => `${manner} ${count}`).join(', ') || 'nobody grew up';
}

function sayWishes(): void {
  say('\nWhat a species can wish for at all:\n\n| family | species | fewest | most |\n|---|---|---|---|');
  for (const family of FAMILIES) {
    const counts = CATALOG.filter((species) => species.family === family).map((species) => ({
      name: species.name,
      count: wishesOf(species).length,
    }));
    const [fewest, ...rest] = counts.toSorted((one, other) => one.count - other.count);
    const most = rest.at(-1);
    say(
      `| ${family} | ${counts.length} | ${fewest?.count} (${fewest?.name}) | ${most?.count} (${most?.name}) |`,
    );
  }
}

function sayRepeated(): void {
  say('\nHow often a sentence came again, of all sentences one agent heard of one life:\n');
  say(
    '| heard in | sentences | different | most repeated in one life | the sentence |\n|---|---|---|---|---|',
  );
  for (const { where, all, different, most, sentence } of heard.report())
    say(`| ${[where, all, different, most, sentence].join(' | ')} |`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
