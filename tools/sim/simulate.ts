import { seedOf } from '../../packages/base/hash.ts';
import { thingKindsOf } from '../../packages/tastes/lexicon.ts';
import { DAY, SECOND, type Instant } from '../../src/rules/base/clock.ts';
import { dice } from '../../src/rules/base/dice.ts';
import { applyCare, type CareEffect, type CareOutcome, type AskedCare } from '../../src/rules/care/care.ts';
import { heartAt, type HeartEvent, type HeartStretch } from '../../src/rules/heart/feel.ts';
import { wishGranted } from '../../src/rules/heart/grant-wish.ts';
import type { Wish } from '../../src/rules/heart/wish.ts';
import type { WishKind } from '../../src/rules/heart/wishes-table.ts';
import {
  type Creature,
  type HatchedCreature,
  isAlive,
  newEgg,
  requireHatched,
} from '../../src/rules/lives/creature.ts';
import {
  type Happening,
  hatchEgg,
  liveUntil,
  markChecked,
  nextEventAt,
} from '../../src/rules/lives/live-until.ts';
import { observe, type Observation } from '../../src/rules/lives/observe.ts';
import type { Species } from '../../src/rules/species/species.ts';
import type { Action } from '../../src/rules/vocabulary.ts';
import {
  behaviourOf,
  heedingWishes,
  type KeeperBehaviour,
  type KeeperKind,
  type SimulatedCare,
  type SimulatedVisit,
} from './keepers.ts';

export type StoryEvent =
  | { readonly kind: 'hatched'; readonly at: Instant }
  | CareEvent
  | { readonly kind: 'refused'; readonly at: Instant; readonly action: Action; readonly reason: CareRefused }
  | Happening;

type CareRefused = Extract<CareOutcome, { refused: unknown }>['refused'];

export interface CareEvent extends Pick<CareEffect, 'timing' | 'effectiveness' | 'milestones' | 'after'> {
  readonly kind: 'cared';
  readonly at: Instant;
  readonly action: Action;
  readonly item: AskedCare['item'];
  readonly granted: WishKind | undefined;
}

interface SimulationPlan {
  readonly species: Species;
  readonly keeper: KeeperKind;
  readonly seed: number;
  readonly zone: string;
  readonly days: number;
  readonly startAt: Instant;
  /** Replaces what the kind of keeper does. */
  readonly behaviour?: KeeperBehaviour | undefined;
  /** Continues this life instead of hatching an egg. */
  readonly from?: HatchedCreature | undefined;
  /** Share of visits, 0 to 1, at which its keeper grants the wish; undefined: never. */
  readonly heeds?: number | undefined;
}

export interface LifeStory extends Omit<SimulationPlan, 'days' | 'heeds' | 'behaviour' | 'from'> {
  /** Its death, or the moment the story stops. */
  readonly endedAt: Instant;
  readonly events: readonly StoryEvent[];
  readonly creature: Creature;
  readonly felt: readonly HeartEvent[];
  /** Its wishes, each with the visit at which its keeper first heard of it. */
  readonly wishes: readonly { readonly number: number; readonly kind: WishKind; readonly at: Instant }[];
}

/** One answer of the house, as far as words are made of it: of a look, or of care. */
export interface SimulatedAnswer {
  readonly creature: HatchedCreature;
  readonly species: Species;
  /** Nothing to look at when the care ended its life. */
  readonly observed: Observation | undefined;
  readonly given?: { readonly wish: AskedCare; readonly care: CareEffect };
  readonly refused?: CareRefused;
}

type Listener = (answer: SimulatedAnswer) => void;

/** Between two calls; the house takes two in ten seconds. */
const BETWEEN_CALLS = 6 * SECOND;

/** A whole life on a clock of its own: the same plan gives the same story. */
export function simulate(plan: SimulationPlan, listener: Listener = () => undefined): LifeStory {
  const { days, heeds, behaviour, from: _from, ...given } = plan;
  const usual = behaviour ?? behaviourOf(plan.keeper);
  const keeper = heeds === undefined ? usual : heedingWishes(usual, heeds);
  const until = plan.startAt + days * DAY;
  const life = new SimulatedLife(plan, listener);
  while (life.alive && life.now < until) {
    keeper.onVisit(life);
    if (life.alive) life.comeAgainAt(keeper.nextVisitAt(life), until);
  }
  const { events, creature, wishes } = life;
  const endedAt = creature.died?.at ?? life.now;
  const felt = [...life.felt, ...heartAt(creature, plan.species, endedAt).happened];
  return { ...given, endedAt, events, creature, felt, wishes };
}

class SimulatedLife implements SimulatedVisit {
  readonly species: Species;
  readonly events: StoryEvent[] = [];
  readonly felt: HeartEvent[] = [];
  readonly wishes: LifeStory['wishes'][number][] = [];
  creature: HatchedCreature;
  now: Instant;
  readonly #tried = new Set<string>();
  readonly #keeperSeed: number;
  readonly #listener: Listener;
  /** As the house stores it with every write: until then there is nothing to settle. */
  #nextEventAt: Instant | undefined;
  #rolls = 0;

  constructor({ species, keeper, seed, zone, startAt, from }: SimulationPlan, listener: Listener) {
    this.species = species;
    this.#listener = listener;
    this.now = startAt;
    this.#keeperSeed = seedOf(`${keeper} ${seed}`);
    const egg = { ...NOBODY, species: species.slug, seed: seedOf(`creature ${seed}`), zone };
    this.creature = from ?? requireHatched(hatchEgg(newEgg(egg, startAt), startAt));
    this.#nextEventAt = nextEventAt(this.creature, species);
    if (!from) this.events.push({ kind: 'hatched', at: startAt });
  }

  get alive(): boolean {
    return isAlive(this.creature);
  }

  readonly roll = (): number => dice(this.#keeperSeed, 'words', this.#rolls++);

  readonly hasTried = (action: Action, item: string): boolean => this.#tried.has(`${action} ${item}`);

  readonly look = (): Observation | undefined => {
    if (!this.#settle()) return undefined;
    this.#store(markChecked(this.creature, this.species, this.now));
    this.#feel();
    return this.#answer({});
  };

  readonly care = (given: SimulatedCare): CareOutcome | undefined => {
    if (!this.#settle()) return undefined;
    const { notes: _notes, ...act } = given;
    const felt = this.#feel();
    const wish = { ...act, granted: this.#grantedBy(given, felt.heart.wish) };
    const outcome = applyCare(this.creature, this.species, wish, this.now, felt);
    this.#write(wish, outcome);
    this.#answer('refused' in outcome ? { refused: outcome.refused } : { given: { wish, care: outcome } });
    this.now += BETWEEN_CALLS;
    return outcome;
  };

  comeAgainAt(at: Instant, until: Instant): void {
    this.now = Math.min(until, Math.max(at, this.now + 1));
    this.#settle();
  }

  #answer(cared: Pick<SimulatedAnswer, 'given' | 'refused'>): Observation | undefined {
    const { species, creature } = this;
    const observed = this.alive ? observe(creature, species, this.now) : undefined;
    this.#listener({ creature, species, observed, ...cared });
    return observed;
  }

  #settle(): boolean {
    if (this.#nextEventAt !== undefined && this.#nextEventAt <= this.now) {
      const { creature, happened } = liveUntil(this.creature, this.species, this.now);
      this.#store(creature);
      this.events.push(...happened);
    }
    return this.alive;
  }

  #store(creature: Creature): void {
    if (creature === this.creature) return;
    this.creature = requireHatched(creature);
    this.#nextEventAt = nextEventAt(creature, this.species);
  }

  #feel(): HeartStretch {
    const felt = heartAt(this.creature, this.species, this.now);
    const { wish } = felt.heart;
    if (wish.open && this.wishes.at(-1)?.number !== wish.number)
      this.wishes.push({ number: wish.number, kind: wish.open.kind, at: this.now });
    return felt;
  }

  #grantedBy({ action, item, notes }: SimulatedCare, wish: Wish): WishKind | undefined {
    const isNew = !this.hasTried(action, item?.name ?? '');
    const judged = item && { ...item, kinds: thingKindsOf(item.name), isNew };
    return wishGranted(wish, this.creature, { action, notes, item: judged }, this.now);
  }

  #write({ action, item, granted }: AskedCare, outcome: CareOutcome): void {
    const at = this.now;
    if ('refused' in outcome)
      return void this.events.push({ kind: 'refused', at, action, reason: outcome.refused });
    const { timing, effectiveness, milestones, after } = outcome;
    this.felt.push(...outcome.felt);
    if (item) this.#tried.add(`${action} ${item.name}`);
    this.events.push({ kind: 'cared', at, action, item, timing, effectiveness, milestones, granted, after });
    if (outcome.killed) this.events.push({ kind: 'died', at, cause: 'harm' });
    this.#store(outcome.creature);
  }
}

const NOBODY = { id: 'simulated', keeperId: 'keeper', name: 'Noah', personality: [] };
