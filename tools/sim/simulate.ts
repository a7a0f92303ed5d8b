import { applyCare, type CareEffect, type CareOutcome, type AskedCare } from '../../src/rules/care/care.ts';
import { DAY, SECOND, type Instant } from '../../src/rules/base/clock.ts';
import { dice, seedOf } from '../../src/rules/base/dice.ts';
import { heartAt, type HeartEvent } from '../../src/rules/heart/feel.ts';
import { thingKindsOf } from '../../src/rules/care/lexicon.ts';
import { wishGranted } from '../../src/rules/heart/grant-wish.ts';
import type { WishKind } from '../../src/rules/heart/wishes-table.ts';
import {
  isAlive,
  newEgg,
  requireHatched,
  type Creature,
  type HatchedCreature,
} from '../../src/rules/lives/creature.ts';
import { hatchEgg, liveUntil, markChecked, nextEventAt } from '../../src/rules/lives/live-until.ts';
import { observe, type Observation } from '../../src/rules/lives/observe.ts';
import type { Species } from '../../src/rules/species/species.ts';
import type { Action } from '../../src/rules/vocabulary.ts';
import type { KeeperKind, SimulatedCare, SimulatedVisit } from './keeper.ts';
import { behaviourOf } from './keepers.ts';
import type { LifeStory, StoryEvent, WishSeen } from './story.ts';
import { heedingWishes } from './wishing.ts';

interface SimulationPlan {
  readonly species: Species;
  readonly keeper: KeeperKind;
  readonly seed: number;
  readonly zone: string;
  readonly days: number;
  readonly startAt: Instant;
  /** Share of visits, 0 to 1, at which its keeper grants the wish; undefined: never. */
  readonly heeds?: number | undefined;
}

/** One answer of the house, as far as words are made of it: of a look, or of care. */
export interface SimulatedAnswer {
  readonly creature: HatchedCreature;
  readonly species: Species;
  /** Nothing to look at when the care ended its life. */
  readonly observed: Observation | undefined;
  readonly given?: { readonly wish: AskedCare; readonly care: CareEffect; readonly streakBefore: number };
  /** Why the care was refused. */
  readonly refused?: CareRefused['refused'];
}

type CareRefused = Extract<CareOutcome, { refused: unknown }>;

type Listener = (answer: SimulatedAnswer) => void;

/** Between two calls; the house takes two in ten seconds. */
const BETWEEN_CALLS = 6 * SECOND;

/** A whole life on a clock of its own: the same plan gives the same story. */
export function simulate(plan: SimulationPlan, listener: Listener = () => undefined): LifeStory {
  const { days, heeds, ...given } = plan;
  const usual = behaviourOf(plan.keeper);
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

/** A life in progress: the stored creature, the time and the events. */
class SimulatedLife implements SimulatedVisit {
  readonly species: Species;
  readonly events: StoryEvent[] = [];
  readonly felt: HeartEvent[] = [];
  readonly wishes: WishSeen[] = [];
  readonly #tried = new Set<string>();
  readonly #keeperSeed: number;
  readonly #listener: Listener;
  #creature: HatchedCreature;
  #now: Instant;
  /** As the house stores it with every write: until then there is nothing to settle. */
  #nextEventAt: Instant | undefined;
  #rolls = 0;

  constructor({ species, keeper, seed, zone, startAt }: SimulationPlan, listener: Listener) {
    this.species = species;
    this.#listener = listener;
    this.#now = startAt;
    this.#keeperSeed = seedOf(`${keeper} ${seed}`);
    const laid = newEgg(
      { ...NOBODY, species: species.slug, seed: seedOf(`creature ${seed}`), zone },
      startAt,
    );
    this.#creature = requireHatched(hatchEgg(laid, startAt));
    this.#nextEventAt = nextEventAt(this.#creature, species);
    this.events.push({ kind: 'hatched', at: startAt });
  }

  get now(): Instant {
    return this.#now;
  }

  get creature(): HatchedCreature {
    return this.#creature;
  }

  get alive(): boolean {
    return isAlive(this.#creature);
  }

  readonly roll = (): number => dice(this.#keeperSeed, 'words', this.#rolls++);

  readonly hasTried = (action: Action, item: string): boolean => this.#tried.has(`${action} ${item}`);

  readonly look = (): Observation | undefined => {
    if (!this.#settle()) return undefined;
    this.#store(markChecked(this.#creature, this.species, this.#now));
    this.#hearWish();
    const observed = observe(this.#creature, this.species, this.#now);
    this.#listener({ creature: this.#creature, species: this.species, observed });
    return observed;
  };

  readonly care = (given: SimulatedCare): CareOutcome | undefined => {
    if (!this.#settle()) return undefined;
    const { streak: streakBefore } = this.#creature.record;
    const { notes: _notes, ...act } = given;
    const wish = { ...act, granted: this.#grantedBy(given) };
    const outcome = applyCare(this.#creature, this.species, wish, this.#now);
    this.#write(wish, outcome);
    if ('refused' in outcome) this.#answer({ refused: outcome.refused });
    else this.#answer({ given: { wish, care: outcome, streakBefore } });
    this.#now += BETWEEN_CALLS;
    return outcome;
  };

  comeAgainAt(at: Instant, until: Instant): void {
    this.#now = Math.min(until, Math.max(at, this.#now + 1));
    this.#settle();
  }

  #answer(cared: Pick<SimulatedAnswer, 'given' | 'refused'>): void {
    const { species } = this;
    const creature = this.#creature;
    const observed = this.alive ? observe(creature, species, this.#now) : undefined;
    this.#listener({ creature, species, observed, ...cared });
  }

  #settle(): boolean {
    if (this.#nextEventAt !== undefined && this.#nextEventAt <= this.#now) {
      const { creature, happened } = liveUntil(this.#creature, this.species, this.#now);
      this.#store(creature);
      this.events.push(...happened);
    }
    return this.alive;
  }

  #store(creature: Creature): void {
    if (creature === this.#creature) return;
    this.#creature = requireHatched(creature);
    this.#nextEventAt = nextEventAt(creature, this.species);
  }

  /** The current wish as shown to a visitor. */
  #hearWish() {
    const { wish } = heartAt(this.#creature, this.species, this.#now).heart;
    if (wish.open && this.wishes.at(-1)?.number !== wish.number)
      this.wishes.push({ number: wish.number, kind: wish.open.kind, at: this.#now });
    return wish;
  }

  #grantedBy({ action, item, notes }: SimulatedCare): WishKind | undefined {
    const judged = item && {
      ...item,
      kinds: thingKindsOf(item.name),
      isNew: !this.hasTried(action, item.name),
    };
    return wishGranted(this.#hearWish(), this.#creature, { action, notes, item: judged }, this.#now);
  }

  #write({ action, item, granted }: AskedCare, outcome: CareOutcome): void {
    const at = this.#now;
    if ('refused' in outcome) {
      this.events.push({ kind: 'refused', at, action, reason: outcome.refused });
      return;
    }
    const { timing, effectiveness, milestones, after } = outcome;
    this.felt.push(...outcome.felt);
    if (item) this.#tried.add(`${action} ${item.name}`);
    this.events.push({ kind: 'cared', at, action, item, timing, effectiveness, milestones, granted, after });
    if (outcome.killed) this.events.push({ kind: 'died', at, cause: 'harm' });
    this.#store(outcome.creature);
  }
}

const NOBODY = { id: 'simulated', keeperId: 'keeper', name: 'Noah', personality: [] };
