import { DAY, HOUR, type Instant } from '../base/clock.ts';
import { type AskedCare, statsByCare } from '../care/care.ts';
import { hidesNothing, visibleStats } from '../species/mechanics.ts';
import type { Species } from '../species/species.ts';
import type { Stats, VisibleStats } from '../vocabulary.ts';
import { type HatchedCreature, newLife, requireHatched, STATS_AT_BIRTH } from './creature.ts';
import { statsAt } from './decay.ts';
import { markChecked, moveToZone } from './live-until.ts';
import { STATS_AFTER_RESURRECTION } from './resurrection.ts';

/** The visible stats at a moment. An act has two points, before and after it; a death ends with a point without stats. */
export interface TracePoint {
  readonly at: Instant;
  readonly shown: VisibleStats;
}

export type TracedEvent = { readonly at: Instant } & (
  | { readonly kind: 'care'; readonly care: AskedCare; readonly logged: VisibleStats }
  | { readonly kind: 'looked' }
  | { readonly kind: 'died' }
  | { readonly kind: 'returned' }
  | { readonly kind: 'moved'; readonly zone: string }
);

/** Hours between points where nothing happened. Sleep decides the pace of single hours and is secret, so none is shorter. */
const FINE_STEP = 2 * HOUR;
const COARSE_STEP = 6 * HOUR;
/** How long before the last event points are close together. */
const FINE_PERIOD = 2 * DAY;

/** Points after the moment of the stored stats; the last one is at `until`. */
export function traceUntil(creature: HatchedCreature, species: Species, until: Instant): TracePoint[] {
  if (until <= creature.life.settledAt) return [];
  const moments = [...momentsBetween(creature.life.settledAt, until, until - FINE_PERIOD), until];
  return moments.map((at) => ({ at, shown: visibleStats(species, statsAt(creature, species, at)) }));
}

function momentsBetween(from: Instant, until: Instant, fineFrom: Instant): readonly Instant[] {
  const moments: Instant[] = [];
  const next = (at: Instant) => at + (at < fineFrom ? COARSE_STEP : FINE_STEP);
  for (let at = next(from); at < until; at = next(at)) moments.push(at);
  return moments;
}

/** Acts after which the rhythm of visits no longer depends on what came before: that weighs 0.005% then. */
const STEADY_ACTS = 100;

/**
 * The visible stats of a life at and between its events, computed by the rules. `creature` is the one that the events led
 * to. If they are not `whole`, but only the last ones, points have the stats that no longer depend on what came before.
 */
export function traceLife(
  creature: HatchedCreature,
  species: Species,
  events: readonly TracedEvent[],
  whole: boolean,
): TracePoint[] {
  const trace = new LifeTrace(creature, species, events, whole);
  for (const event of events) trace.apply(event);
  return trace.points;
}

class LifeTrace {
  readonly points: TracePoint[] = [];
  readonly #species: Species;
  readonly #fineFrom: Instant;
  #creature: HatchedCreature;
  #isDead = false;
  #acts = 0;
  /** True once hunger, happiness and health are exact. */
  #isSteady: boolean;
  /** True once trust is exact. Until then it is a lower bound, which is exact when it reaches 100. */
  #isTrustKnown: boolean;

  constructor(creature: HatchedCreature, species: Species, events: readonly TracedEvent[], whole: boolean) {
    const from = whole ? creature.life.hatchedAt : (events[0]?.at ?? creature.life.settledAt);
    const stats = whole ? STATS_AT_BIRTH : { ...STATS_AT_BIRTH, trust: 0 };
    const life = newLife(stats, from);
    const record = { ...creature.record, streak: 0 };
    const rhythm = whole ? life.rhythm : creature.life.rhythm;
    this.#creature = { ...creature, record, life: { ...life, rhythm } };
    this.#species = species;
    this.#fineFrom = (events.at(-1)?.at ?? from) - FINE_PERIOD;
    this.#isSteady = whole;
    this.#isTrustKnown = whole;
    this.#add(from, stats);
  }

  apply(event: TracedEvent): void {
    const { at } = event;
    if (event.kind === 'returned') return this.#return(at);
    if (this.#isDead) return;
    for (const moment of momentsBetween(this.#creature.life.settledAt, at, this.#fineFrom))
      this.#addAt(moment);
    if (event.kind === 'care') return this.#care(event);
    this.#addAt(at);
    switch (event.kind) {
      case 'looked':
        this.#creature = requireHatched(markChecked(this.#creature, this.#species, at));
        break;
      case 'moved':
        this.#creature = requireHatched(moveToZone(this.#creature, this.#species, event.zone, at));
        break;
      case 'died':
        this.#isDead = true;
        this.points.push({ at, shown: {} });
        break;
      default:
        event satisfies never;
    }
  }

  #care({ at, care, logged }: Extract<TracedEvent, { kind: 'care' }>): void {
    const { before, after: computed, creature } = statsByCare(this.#creature, this.#species, care, at);
    this.#add(at, before);
    // The log knows better: the start may have been unknown, or the rules others.
    const after = hidesNothing(this.#species) ? { ...computed, ...logged } : computed;
    this.#creature = { ...creature, life: { ...creature.life, stats: after } };
    this.#acts += 1;
    this.#isSteady ||= this.#acts >= STEADY_ACTS;
    this.#isTrustKnown ||= this.#isSteady && after.trust === 100;
    this.#add(at, after);
  }

  #return(at: Instant): void {
    const { life, record } = this.#creature;
    const { hatchedAt } = life;
    this.#creature = {
      ...this.#creature,
      record: { ...record, streak: 0 },
      life: { ...newLife(STATS_AFTER_RESURRECTION, at), hatchedAt },
    };
    this.#isDead = false;
    this.#isSteady = true;
    this.#isTrustKnown = true;
    this.#add(at, STATS_AFTER_RESURRECTION);
  }

  #addAt(at: Instant): void {
    this.#add(at, statsAt(this.#creature, this.#species, at));
  }

  #add(at: Instant, stats: Stats): void {
    this.points.push({ at, shown: this.#shownOf(stats) });
  }

  #shownOf(stats: Stats): VisibleStats {
    if (this.#isTrustKnown) return visibleStats(this.#species, stats);
    if (!this.#isSteady || !hidesNothing(this.#species)) return {};
    const { trust: _, ...others } = stats;
    return others;
  }
}
