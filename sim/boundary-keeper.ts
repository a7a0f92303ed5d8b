import { HOUR, type Instant } from '../src/core/engine/clock.ts';
import { pick } from '../src/core/engine/dice.ts';
import { diesAt } from '../src/core/lives/death.ts';
import { SAME_VISIT } from '../src/core/lives/rhythm.ts';
import { feedPatiently, randomCare } from './habits.ts';
import type { KeeperBehaviour, SimulatedVisit } from './keeper.ts';

/** Comes where rules change, or a millisecond to either side. */
export const boundary: KeeperBehaviour = {
  visit(there) {
    if (there.roll() < 0.7) feedPatiently(there);
    else there.care(randomCare(there));
  },
  returns(there) {
    const dies = diesAt(there.creature, there.species);
    const late = there.roll() < 0.1 ? 1 : -1;
    const [first = dies + late, ...rest] = edges(there)
      .map((edge) => edge + pick(OFFSETS, there.roll()))
      .filter((at) => at > there.now && at < dies)
      .toSorted((one, other) => one - other);
    return pick([first, ...rest, dies + late], there.roll() ** 2);
  },
};

const OFFSETS = [-1, 0, 1] as const;
const SHARES_OF_WINDOW = [0.25, 0.5, 1, 1.5] as const;
const AGES = [24, 72, 120, 216] as const;
const LONELY_AFTER = 3 * HOUR;

function edges({ creature, species }: SimulatedVisit): Instant[] {
  const { life } = creature;
  const window = species.feedingWindowHours * HOUR;
  return [
    ...SHARES_OF_WINDOW.map((share) => life.lastFedAt + share * window),
    ...AGES.map((hours) => life.ageFrom + hours * HOUR),
    life.lastCareAt + SAME_VISIT,
    life.lastCareAt + 2 * window,
    life.lastCheckedAt + LONELY_AFTER,
  ].map(Math.round);
}
