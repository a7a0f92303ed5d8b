import { seedOf } from '../../packages/base/hash.ts';
import { DAY, type Instant } from '../../src/rules/base/clock.ts';
import { dice, pick } from '../../src/rules/base/dice.ts';
import { heartAt } from '../../src/rules/heart/feel.ts';
import { requireHatched } from '../../src/rules/lives/creature.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import type { Species } from '../../src/rules/species/species.ts';
import type { KeeperKind } from '../../tools/sim/keepers.ts';
import { simulate, type LifeStory, type SimulatedAnswer } from '../../tools/sim/simulate.ts';

/** Share of visits at which keepers grant wishes: those that read hints, those that sometimes do, and machines. */
const HEEDS: Readonly<Record<string, number>> = {
  diligent: 0.9,
  erratic: 0.3,
  bursty: 0.5,
  neglectful: 0.1,
  night_owl: 0.7,
  boundary: 0.2,
  once_a_day: 0.8,
  steady: 0,
  every_6_hours: 0.9,
};

const ZONES = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/Los_Angeles'] as const;
const START: Instant = Date.UTC(2026, 2, 20, 9);

export type HeartLife = ReturnType<typeof simulateHeart>;

/** A life of any species, any zone and any hour of hatching, which the seed decides. */
export function simulateHeart(
  { keeper, days, ...plan }: { readonly keeper: KeeperKind; readonly seed: number; readonly days: number },
  listener?: (answer: SimulatedAnswer) => void,
) {
  const seed = seedOf(`heart ${plan.seed} ${keeper}`);
  const roll = (which: number) => dice(seed, 'others', which);
  const species = pick(CATALOG as [Species, ...Species[]], roll(1));
  const startAt = START + Math.floor(roll(3) * 7 * DAY);
  const lived = { species, keeper, seed, zone: pick(ZONES, roll(2)), days, startAt };
  const story = simulate({ ...lived, heeds: HEEDS[keeper] ?? 0 }, listener);
  const { heart } = heartAt(requireHatched(story.creature), species, story.endedAt);
  return {
    story,
    offered: heart.wish.number - (heart.wish.open ? 0 : 1),
    granted: heart.granted,
    manner: heart.manner,
    quietDays: longestQuiet(story) / DAY,
  };
}

/** The longest time without a new keepsake, letter, stage, milestone, or wish it never had before. */
function longestQuiet({ felt, events, wishes, startAt, endedAt }: LifeStory): number {
  const firsts = Map.groupBy(wishes, ({ kind }) => kind).values();
  const news = [
    ...felt.map((each) => (each.kind === 'kept' ? each.at : each.letter.at)),
    ...events
      .filter((event) => event.kind === 'grew' || (event.kind === 'cared' && event.milestones.length > 0))
      .map(({ at }) => at),
    ...firsts.flatMap(([first]) => (first ? [first.at] : [])),
  ];
  const moments = [startAt, ...news, endedAt].toSorted((one, other) => one - other);
  return Math.max(...moments.map((at, nth) => at - (moments[nth - 1] ?? at)));
}
