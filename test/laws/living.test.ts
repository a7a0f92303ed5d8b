import fc from 'fast-check';
import { expect, test } from 'vitest';

import { DAY } from '../../src/rules/base/clock.ts';
import { diesAt } from '../../src/rules/lives/death.ts';
import { feltTimeUntil, type FeltTime } from '../../src/rules/lives/felt-time.ts';
import { liveUntil, nextEventAt } from '../../src/rules/lives/live-until.ts';
import { observe } from '../../src/rules/lives/observe.ts';
import { anyCreature, anyShare, copyOf, onTheWay, PATIENTLY, RUNS, type Moment } from './creatures.ts';

test('advancing a life in steps equals advancing it at once, with the same events', PATIENTLY, () => {
  fc.assert(
    fc.property(anyCreature, fc.array(fc.nat(12 * DAY), { minLength: 1, maxLength: 8 }), (moment, waits) => {
      const { creature, species, now } = moment;
      const moments = waits.map((wait) => now + wait).toSorted((one, other) => one - other);
      const atOnce = liveUntil(copyOf(creature), species, moments.at(-1) ?? now);
      let stepped = creature as typeof atOnce.creature;
      const happened = moments.flatMap((at) => {
        const step = liveUntil(stepped, species, at);
        stepped = step.creature;
        return step.happened;
      });
      expect({ creature: stepped, happened, nextEventAt: nextEventAt(stepped, species) }).toStrictEqual(
        atOnce,
      );
    }),
    RUNS,
  );
});

test('events are in order, each at the time foretold', PATIENTLY, () => {
  fc.assert(
    fc.property(anyCreature, ({ creature, species, now }) => {
      const { happened } = liveUntil(creature, species, now + 20 * DAY);
      const moments = happened.map(({ at }) => at);
      expect(moments[0]).toBe(nextEventAt(creature, species));
      expect(moments.every((at) => Number.isInteger(at) && at >= now)).toBe(true);
      expect(moments).toEqual(moments.toSorted((one, other) => one - other));
      expect(happened.at(-1)?.kind).toBe('died');
    }),
    RUNS,
  );
});

test('a creature that dies at the moment of growing up has not grown up', PATIENTLY, () => {
  fc.assert(
    fc.property(anyCreature, ({ creature, species }) => {
      const dies = diesAt(creature, species);
      const life = { ...creature.life, ageFrom: dies - DAY };
      const { happened } = liveUntil({ ...creature, stage: 'baby', life }, species, dies);
      expect(happened.map(({ kind }) => kind)).toEqual(['died']);
    }),
    RUNS,
  );
});

function feltBetween({ creature, species }: Moment, from: number, to: number): FeltTime {
  return feltTimeUntil({ ...creature, life: { ...creature.life, settledAt: from } }, species, to);
}

test('felt time of two consecutive spans adds up to that of the whole', PATIENTLY, () => {
  fc.assert(
    fc.property(anyCreature, anyShare, anyShare, (moment, one, other) => {
      const [between, end] = [onTheWay(moment, Math.min(one, other)), onTheWay(moment, Math.max(one, other))];
      const first = feltBetween(moment, moment.now, between);
      const second = feltBetween(moment, between, end);
      const whole = feltBetween(moment, moment.now, end);
      for (const count of ['all', 'overdue', 'critical', 'neglected'] as const) {
        expect(Math.abs(first[count] + second[count] - whole[count])).toBeLessThan(1e-9);
      }
    }),
    RUNS,
  );
});

test('feeding status and check-in of an observation agree on the window', PATIENTLY, () => {
  fc.assert(
    fc.property(anyCreature, anyShare, (moment, share) => {
      const at = onTheWay(moment, share);
      const { feeding, checkin } = observe(moment.creature, moment.species, at);
      expect(feeding.opensAt === undefined).toBe(checkin.windowStatus !== 'before_window');
      expect(feeding.status === 'ok').toBe(checkin.windowStatus === 'before_window');
      expect(checkin.at).toBeGreaterThanOrEqual(at);
      expect(Number.isInteger(checkin.at)).toBe(true);
    }),
    RUNS,
  );
});
