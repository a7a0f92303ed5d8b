import { DAY, type Instant } from '../../src/rules/base/clock.ts';
import { dice, pick, seedOf } from '../../src/rules/base/dice.ts';
import { heartAt } from '../../src/rules/heart/feel.ts';
import type { MannerKind } from '../../src/rules/heart/manner.ts';
import { requireHatched } from '../../src/rules/lives/creature.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import type { Species } from '../../src/rules/species/species.ts';
import { KEEPER_KINDS, type KeeperKind } from './keeper.ts';
import { simulate, type SimulatedAnswer } from './simulate.ts';
import type { LifeStory } from './story.ts';

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

/** All keepers of `sim`, and one that comes four times a day. */
export const HEART_KEEPERS: readonly KeeperKind[] = ['every_6_hours', ...KEEPER_KINDS];

const ZONES = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/Los_Angeles'] as const;
const START: Instant = Date.UTC(2026, 2, 20, 9);

/** Results of one creature's heart. */
export interface HeartLife {
  readonly story: LifeStory;
  readonly days: number;
  readonly offered: number;
  readonly granted: number;
  readonly keepsakes: number;
  readonly letters: number;
  readonly manner: MannerKind | undefined;
  /** The longest time without anything new, in days. */
  readonly quietDays: number;
}

interface HeartPlan {
  readonly keeper: KeeperKind;
  readonly seed: number;
  readonly days: number;
}

/** A life of any species, any zone and any hour of hatching, which the seed decides. */
export function simulateHeart(plan: HeartPlan, listener?: (answer: SimulatedAnswer) => void): HeartLife {
  const { keeper, days } = plan;
  const seed = seedOf(`heart ${plan.seed} ${keeper}`);
  const roll = (which: number) => dice(seed, 'others', which);
  const [first, ...rest] = CATALOG;
  if (!first) throw new TypeError('There is no species.');
  const species: Species = pick([first, ...rest], roll(1));
  const startAt = START + Math.floor(roll(3) * 7 * DAY);
  const zone = pick(ZONES, roll(2));
  return heartLife(
    simulate({ species, keeper, seed, zone, days, startAt, heeds: HEEDS[keeper] ?? 0 }, listener),
  );
}

function heartLife(story: LifeStory): HeartLife {
  const { species, startAt, endedAt } = story;
  const { heart } = heartAt(requireHatched(story.creature), species, endedAt);
  return {
    story,
    days: (endedAt - startAt) / DAY,
    offered: heart.wish.number - (heart.wish.open ? 0 : 1),
    granted: heart.granted,
    keepsakes: heart.keepsakes.length,
    letters: heart.letters,
    manner: heart.manner,
    quietDays: longestQuiet(newsOf(story), startAt, endedAt) / DAY,
  };
}

/** When something was new: a keepsake, a letter, a stage, a milestone, a wish it never had before. */
function newsOf({ felt, events, wishes }: LifeStory): Instant[] {
  const kinds = new Set<string>();
  return [
    ...felt.map((each) => (each.kind === 'kept' ? each.at : each.letter.at)),
    ...events.flatMap((event) =>
      event.kind === 'grew' || (event.kind === 'cared' && event.milestones.length > 0) ? [event.at] : [],
    ),
    ...wishes.flatMap(({ kind, at }) => (kinds.has(kind) ? [] : (kinds.add(kind), [at]))),
  ];
}

function longestQuiet(news: readonly Instant[], from: Instant, until: Instant): number {
  const moments = [from, ...news, until].toSorted((one, other) => one - other);
  return Math.max(...moments.map((at, nth) => at - (moments[nth - 1] ?? at)));
}
