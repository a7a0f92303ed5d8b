import { expect, test } from 'vitest';

import { HeardSentences } from './heard-sentences.ts';
import { simulateHeart } from '../../tools/sim/hearts.ts';
import type { KeeperKind } from '../../tools/sim/keeper.ts';

const LIVES = 6;
const DAYS = 60;
/** 15 times in 60 days: once in four days. */
const OFTEN = 15;

test.each<KeeperKind>(['diligent', 'every_6_hours', 'steady'])(
  'in 60 days with a keeper that is %s no sentence is heard more than 15 times',
  (keeper) => {
    const heard = new HeardSentences();
    for (let nth = 0; nth < LIVES; nth += 1)
      heard.read(
        simulateHeart({ keeper, seed: 900 + nth, days: DAYS }, (answer) => heard.hear(answer)).story,
      );
    const report = heard.report();
    expect(report.filter(({ most }) => most > OFTEN)).toEqual([]);
    expect(report.find(({ where }) => where === 'care')?.all).toBeGreaterThan(1_000);
  },
  120_000,
);
