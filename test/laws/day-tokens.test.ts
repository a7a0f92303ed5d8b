import { expect, test } from 'vitest';

import { DAY, MINUTE } from '../../src/rules/base/clock.ts';
import type { NextStep } from '../../src/api/fields.ts';
import { aHouse } from '../support/house.ts';
import { adopt, aHome, seeded, turnTo } from '../support/keeping.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { Walker } from '../support/walker.ts';

/** From the eggs to adults. */
const DAYS = 6;
const CHARACTERS_PER_TOKEN = 4;
const LOOK_ROUND: NextStep = {
  action: 'check_status',
  method: 'GET',
  endpoint: '/api/house/status?view=brief',
  description: 'See how they are.',
};

interface Shown {
  readonly next_steps?: readonly NextStep[];
  readonly recommended_checkin?: { readonly at: string };
}

const HOUSEHOLDS = [
  ['a tabby', ['tabby'], 3_350],
  ['a turtle', ['turtle'], 2_000],
  ['six creatures', ['tabby', 'ferret', 'turtle', 'retriever', 'owl', 'axolotl'], 14_300],
] as const;

test.each(HOUSEHOLDS)(
  'the brief replies about %s to a keeper that obeys first steps take few tokens a day',
  { timeout: 60_000 },
  async (_, species, most) => {
    const house = await aHouse(await anyStore(), { house: { random: seeded(101, 102, 103, 104, 105, 106) } });
    const home = await aHome(house, { username: 'wren', timezone: 'Europe/Berlin' });
    for (const [nth, species_slug] of species.entries())
      await adopt(home, { name: `Bo ${nth}`, species_slug });
    const walker = new Walker(house, home.key);
    const lengths = new Map<string, number[]>();
    let instead: NextStep | undefined;
    for (const until = house.clock.now() + DAYS * DAY; house.clock.now() < until;) {
      let step: NextStep | undefined = instead ?? LOOK_ROUND;
      let shown: Shown = {};
      while (step && step.action !== 'check_back') {
        const { status, body, text } = await walker.follow(step);
        expect(status).toBe(200);
        lengths.set(step.action, [...(lengths.get(step.action) ?? []), text.length]);
        shown = body;
        step = shown.next_steps?.[0];
      }
      instead = step?.instead && { ...LOOK_ROUND, action: 'care_instead', ...step.instead };
      const at = Date.parse(shown.recommended_checkin?.at ?? '');
      turnTo(house, Math.max(at, house.clock.now() + MINUTE));
    }
    const sum = (of: readonly number[]) => of.reduce((total, each) => total + each, 0);
    const tokens = sum([...lengths.values()].flat()) / CHARACTERS_PER_TOKEN / DAYS;
    const calls = [...lengths].map(
      ([action, of]) =>
        `${action} ${(of.length / DAYS).toFixed(1)} × ${Math.round(sum(of) / of.length)} characters`,
    );
    console.log(`${species.join()}: ${Math.round(tokens)} tokens a day; calls a day: ${calls.join(', ')}`);
    expect(tokens).toBeLessThanOrEqual(most);
  },
);
