import { applyCare } from '../../core/care/care.ts';
import type { Instant } from '../../core/engine/clock.ts';
import { heartAfterReturn, heartAt, type HeartEvent } from '../../core/heart/feel.ts';
import { newEgg, hasHatched, type Creature } from '../../core/lives/creature.ts';
import { markChecked, hatchEgg, liveUntil, moveToZone } from '../../core/lives/live-until.ts';
import { reviveCreature } from '../../core/lives/resurrection.ts';
import type { Species } from '../../core/species/species.ts';
import type { StatChanges } from '../../core/stats.ts';
import type { Stat } from '../../core/vocabulary.ts';
import type { CareLogEntry } from '../../store/care/care-log.ts';
import type { MoveRecord } from '../../store/lives/moves.ts';
import type { NoticedLook } from '../../store/lives/noticed-looks.ts';
import type { ResurrectionRecord } from '../../store/lives/resurrections.ts';

/** What was written down of a life, by which it can be replayed. */
export interface LifeLog {
  readonly entries: readonly CareLogEntry[];
  readonly checks: readonly NoticedLook[];
  readonly returns: readonly ResurrectionRecord[];
  readonly moves: readonly MoveRecord[];
}

/** A milestone, in one word, and when. */
export interface ReplayedMilestone {
  readonly what: string;
  readonly at: Instant;
}

/**
 * Event sourcing: replays a life from its egg and its log alone, until a moment. Tells what became of it, what it reached on
 * the way, and where the log does not fit.
 */
export function replayLife(stored: Creature, species: Species, log: LifeLog, until: Instant) {
  const life = new LifeReplay(eggOf(stored, log), species, knowsItsHeart(stored));
  if (stored.life) life.hatch(stored.life.hatchedAt);
  for (const event of inOrder(log)) {
    if ('action' in event) life.receive(event);
    else if ('layer' in event) life.comeBack(event);
    else if ('toZone' in event) life.move(event);
    else life.beChecked(event.at);
  }
  life.goOn(stored.releasedAt ?? until);
  const { creature, reached, felt, wrong } = life;
  return { creature: { ...creature, releasedAt: stored.releasedAt }, reached, felt, wrong };
}

/** Has what it carries with it been written down since it hatched? What an older house did not know cannot be lived again. */
export function knowsItsHeart({ heart, life, record }: Creature): boolean {
  if (!heart) return record.careActions === 0;
  return heart.since === life?.hatchedAt && heart.acts === record.careActions;
}

/** The egg it came from: what it brought back with it was not in it yet, and it lay where its keeper lived then. */
function eggOf(stored: Creature, { moves }: LifeLog): Creature {
  const born = stored.personality.slice(0, stored.personality.length - stored.resurrections);
  const zone = moves[0]?.fromZone ?? stored.zone;
  return newEgg({ ...stored, zone, personality: born }, stored.adoptedAt);
}

type LoggedEvent = CareLogEntry | NoticedLook | ResurrectionRecord | MoveRecord;

function inOrder({ entries, checks, returns, moves }: LifeLog): LoggedEvent[] {
  const happened = entries.filter(({ refused }) => refused === undefined);
  return [...happened, ...checks, ...returns, ...moves].toSorted((one, other) => one.version - other.version);
}

class LifeReplay {
  readonly reached: ReplayedMilestone[] = [];
  readonly felt: HeartEvent[] = [];
  readonly wrong: string[] = [];
  readonly #isHeartKnown: boolean;
  readonly #species: Species;
  #creature: Creature;

  constructor(laid: Creature, species: Species, isHeartKnown: boolean) {
    this.#isHeartKnown = isHeartKnown;
    this.#creature = laid;
    this.#species = species;
  }

  get creature(): Creature {
    return this.#creature;
  }

  hatch(at: Instant): void {
    this.#creature = hatchEgg(this.#creature, at);
    this.#reach('stage_transition', this.#creature.stage, at);
  }

  goOn(until: Instant): void {
    const { creature, happened } = liveUntil(this.#creature, this.#species, until);
    this.#creature = creature;
    for (const each of happened) if (each.kind === 'grew') this.#reach('stage_transition', each.to, each.at);
  }

  beChecked(at: Instant): void {
    this.goOn(at);
    if (hasHatched(this.#creature)) this.#creature = markChecked(this.#creature, this.#species, at);
  }

  comeBack({ layer, at }: ResurrectionRecord): void {
    this.goOn(at);
    if (!hasHatched(this.#creature)) return;
    this.felt.push(...heartAfterReturn(this.#creature, this.#species, at).happened);
    this.#creature = reviveCreature(this.#creature, this.#species, layer, at);
  }

  move({ at, toZone }: MoveRecord): void {
    const { life } = this.#creature;
    // Eggs are hatched before anything else here, and one that lay still felt nothing of its move.
    if (life && at < life.hatchedAt) this.#creature = { ...this.#creature, zone: toZone };
    else {
      this.goOn(at);
      this.#creature = moveToZone(this.#creature, this.#species, toZone, at);
    }
  }

  receive(entry: CareLogEntry): void {
    const { action, item, category, at } = entry;
    this.goOn(at);
    if (!hasHatched(this.#creature) || this.#creature.died) return this.#object(entry, 'it was not alive');
    const wish = {
      action,
      item: item !== undefined && category ? { name: item, category } : undefined,
      granted: entry.granted,
    };
    const wished = heartAt(this.#creature, this.#species, at).heart.wish.open?.kind;
    if (entry.granted !== undefined && entry.granted !== wished && this.#isHeartKnown)
      this.#object(entry, `it wished for ${wished ?? 'nothing'}`);
    const outcome = applyCare(this.#creature, this.#species, wish, at);
    if ('refused' in outcome) return this.#object(entry, `it would have refused: ${outcome.refused}`);
    if (!isAlike(entry.before, outcome.shown.before) || !isAlike(entry.after, outcome.shown.after))
      this.#object(entry, 'it felt otherwise');
    if ((entry.timing ?? undefined) !== outcome.timing) this.#object(entry, 'the timing was another');
    this.#creature = outcome.creature;
    this.felt.push(...outcome.felt);
    for (const { type, threshold } of outcome.milestones) this.#reach(type, threshold, at);
    this.goOn(at);
  }

  #reach(type: string, threshold: string | number, at: Instant): void {
    this.reached.push({ what: `${type} ${threshold}`, at });
  }

  #object({ id }: CareLogEntry, why: string): void {
    this.wrong.push(`entry ${id}: ${why}`);
  }
}

const WRITTEN: readonly Stat[] = ['hunger', 'happiness', 'health'];

function isAlike(one: StatChanges, other: StatChanges): boolean {
  return WRITTEN.every((stat) => one[stat] === other[stat]);
}
