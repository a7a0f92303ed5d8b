import { DAY, HOUR, type Instant } from '../../src/rules/base/clock.ts';
import { pick } from '../../src/rules/base/dice.ts';
import { heartAfterReturn, heartAt, type HeartEvent } from '../../src/rules/heart/feel.ts';
import { requireHatched, type Creature } from '../../src/rules/lives/creature.ts';
import { reviveCreature } from '../../src/rules/lives/resurrection.ts';
import type { Species } from '../../src/rules/species/species.ts';
import { ACTIONS, type Action } from '../../src/rules/vocabulary.ts';
import type { KeeperBehaviour, SimulatedVisit } from '../../tools/sim/keepers.ts';
import { simulate, type StoryEvent } from '../../tools/sim/simulate.ts';
import type { LifeLog } from './life-facts.ts';

/** Chances at a visit: of granting a wish, of care besides feeding, of staying away for a day and a half. */
type Chances = Readonly<Record<'listens' | 'dotes' | 'forgets', number>>;
/** And of giving something harmful, of feeding without need, of a meal without an item. */
type RareChances = Readonly<Partial<Record<'harms' | 'overfeeds' | 'plainMeals', number>>>;
type Plan = Readonly<Record<'seed' | 'days' | 'everyHours', number>>;

export interface KeptLife extends Chances, RareChances, Plan {
  readonly species: Species;
  readonly zone: string;
  readonly starves?: boolean;
  /** Stops visiting after so many days. */
  readonly leavesAfterDays?: number;
  /** Time of hatching after the usual start. */
  readonly startsAfter?: number;
}

const START = Date.UTC(2026, 2, 20, 9);
const NAMES = ['Miso', 'Bolt', 'Old Tom', 'Vesper', 'q7', 'Lady-Anne of the Long Hall'] as const;
const DEAD_FOR = 5 * HOUR;

/** The letters of a whole life; a creature that dies is resurrected once. */
export function lettersOf(life: KeptLife) {
  const { species, seed, zone, days } = life;
  const startAt = START + (life.startsAfter ?? 0);
  const heeds = life.starves ? 0 : life.listens;
  const plan = { species, seed, zone, keeper: 'erratic', behaviour: keeperOf(life, startAt), heeds } as const;
  const first = simulate({ ...plan, startAt, days });
  const events: StoryEvent[] = [...first.events];
  const felt: HeartEvent[] = [...first.felt];
  const dead: Creature[] = [first.creature].filter(({ died }) => died);
  const returns: { readonly diedAt: Instant; readonly at: Instant }[] = [];
  const late = requireHatched(first.creature);
  const at = first.endedAt + DEAD_FOR;
  if (late.died && at < startAt + days * DAY) {
    const untilDeath = heartAt(late, species, first.endedAt).happened.length;
    felt.push(...heartAfterReturn(late, species, at).happened.slice(untilDeath));
    returns.push({ diedAt: first.endedAt, at });
    const from = requireHatched(reviveCreature(late, species, 'was dead once', at));
    const second = simulate({ ...plan, from, startAt: at, days: days - (at - startAt) / DAY });
    events.push(...second.events);
    felt.push(...second.felt);
    if (second.creature.died) dead.push(second.creature);
  }
  return {
    writer: { name: pick(NAMES, (seed % 997) / 997), seed: late.seed, species, zone: late.zone },
    letters: felt.flatMap((event) => (event.kind === 'letter' ? [event.letter] : [])),
    log: { species, startAt, events, felt, returns, dead } satisfies LifeLog,
  };
}

function keeperOf(life: KeptLife, startAt: Instant): KeeperBehaviour {
  const { dotes, everyHours, forgets, harms = 0, overfeeds = 0, plainMeals = 0, starves = false } = life;
  const leaves = startAt + (life.leavesAfterDays ?? Infinity) * DAY;
  return {
    onVisit(visit) {
      const isHungry = visit.look()?.feeding.status !== 'ok';
      if (!starves && (isHungry || visit.roll() < overfeeds)) {
        const item = visit.roll() < plainMeals ? undefined : favourite(visit, 'feed');
        visit.care({ action: 'feed', item });
      }
      const action = pick(ACTIONS, visit.roll());
      if (visit.roll() < dotes && !(starves && action === 'feed'))
        visit.care({ action, item: visit.roll() < 0.4 ? favourite(visit, action) : undefined });
      if (visit.roll() >= harms) return;
      const harm = pick<Action>(
        starves ? ['play', 'clean'] : ['feed', 'feed', 'play', 'medicine'],
        visit.roll(),
      );
      // With an item that may have been loved before.
      const name = visit.roll() < 0.5 ? 'dark chocolate' : (favourite(visit, harm)?.name ?? 'a brick');
      visit.care({ action: harm, item: { name, category: 'harmful' } });
    },
    nextVisitAt(visit) {
      if (visit.now >= leaves) return Infinity;
      const hours = visit.roll() < forgets ? 36 : everyHours * (0.6 + 0.8 * visit.roll());
      return Math.round(visit.now + hours * HOUR);
    },
  };
}

function favourite({ species, roll }: SimulatedVisit, action: Action) {
  const [first, ...rest] = action === 'reflect' ? [] : species.tastes[action];
  return first ? { name: pick([first, ...rest], roll()), category: 'loved' as const } : undefined;
}
