import { expect, test } from 'vitest';

import { CATALOG } from '../../src/rules/species/catalog.ts';
import { DAY, type Instant } from '../../src/rules/base/clock.ts';
import { pick } from '../../src/rules/base/dice.ts';
import type { Species } from '../../src/rules/species/species.ts';
import { simulate } from '../../tools/sim/simulate.ts';
import { sentencesOf, wordsOfCare } from './claims/moments.ts';

const LIVES = process.env['TEST_LONG'] === undefined ? 30 : 300;
const EVERY_HOURS = [8, 12, 24] as const;
const WITHIN = 10 * DAY;
const FIELDS = ['message', 'item', 'tip'] as const;
const START = Date.UTC(2026, 2, 20, 9);
/** The shortest lists have 25 sentences, and more meals than that may fall into ten days. */
const MOST_REPEATED = 0.0125;

/** The same lives in every run: a bound on a sample need not hold for every seed. */
const SEED = 1;

test('few sentences about care are drawn again within ten days', { timeout: 60_000 + LIVES * 1_500 }, () => {
  let drawn = 0;
  let repeated = 0;
  for (let life = 0; life < LIVES; life += 1) {
    const species = pick(CATALOG as [Species, ...Species[]], ((SEED + life * 7919) % 1_000) / 1_000);
    const hours = pick(EVERY_HOURS, (life % EVERY_HOURS.length) / EVERY_HOURS.length);
    const last = new Map<string, Instant>();
    const plan = { species, seed: SEED + life, zone: 'UTC', days: 24, startAt: START, heeds: 0.5 };
    simulate({ ...plan, keeper: `every_${hours}_hours` }, (answer) => {
      const at = answer.given?.care.creature.life?.lastCareAt;
      if (at === undefined) return;
      const words = wordsOfCare(answer);
      for (const sentence of FIELDS.flatMap((field) => sentencesOf(words[field] ?? ''))) {
        if (sentence === '') continue;
        drawn += 1;
        if (at - (last.get(sentence) ?? -Infinity) < WITHIN) repeated += 1;
        last.set(sentence, at);
      }
    });
  }
  const share = repeated / drawn;
  console.log(`${LIVES} lives, ${drawn} sentences, ${(100 * share).toFixed(2)}% drawn again within ten days`);
  expect(drawn).toBeGreaterThan(LIVES * 40);
  expect({ SEED, share }).toEqual({ SEED, share: Math.min(share, MOST_REPEATED) });
});
