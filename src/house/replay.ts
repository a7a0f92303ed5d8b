import { care } from '../core/care.ts';
import type { Instant } from '../core/clock.ts';
import { egg, hasHatched, type Creature } from '../core/creature.ts';
import { checked, hatched, live, type Happening } from '../core/live.ts';
import type { Changes } from '../core/mechanic.ts';
import { revived } from '../core/resurrection.ts';
import type { Species } from '../core/species/species.ts';
import type { Stat } from '../core/vocabulary.ts';
import type { Entry } from '../store/care-log.ts';
import type { Check } from '../store/checks.ts';
import type { Return } from '../store/returns.ts';

/** What was written down of a life, by which it can be lived again. */
export interface Diary {
  readonly entries: readonly Entry[];
  readonly checks: readonly Check[];
  readonly returns: readonly Return[];
}

/** A life lived again: what became of it, what it reached on the way, and where the diary tells another story. */
export interface Relived {
  readonly creature: Creature;
  readonly reached: readonly Reached[];
  readonly wrong: readonly string[];
}

/** A milestone, in one word, and when. */
export interface Reached {
  readonly what: string;
  readonly at: Instant;
}

/** Lives a life again from its egg and its diary alone, until a moment. */
export function relive(kept: Creature, species: Species, diary: Diary, until: Instant): Relived {
  const life = new Reliving(asLaid(kept), species);
  if (kept.life) life.hatch(kept.life.hatchedAt);
  for (const event of inOrder(diary)) {
    if ('action' in event) life.receive(event);
    else if ('layer' in event) life.comeBack(event);
    else life.beChecked(event.at);
  }
  life.goOn(kept.releasedAt ?? until);
  const { creature, reached, wrong } = life;
  return { creature: { ...creature, releasedAt: kept.releasedAt }, reached, wrong };
}

/** The egg it came from: what it brought back with it was not in it yet. */
function asLaid(kept: Creature): Creature {
  const born = kept.personality.slice(0, kept.personality.length - kept.resurrections);
  return egg({ ...kept, personality: born }, kept.adoptedAt);
}

function inOrder({ entries, checks, returns }: Diary): (Entry | Check | Return)[] {
  const happened = entries.filter(({ refused }) => refused === undefined);
  return [...happened, ...checks, ...returns].toSorted((one, other) => one.version - other.version);
}

class Reliving {
  readonly reached: Reached[] = [];
  readonly wrong: string[] = [];
  readonly #species: Species;
  #creature: Creature;

  constructor(laid: Creature, species: Species) {
    this.#creature = laid;
    this.#species = species;
  }

  get creature(): Creature {
    return this.#creature;
  }

  hatch(at: Instant): void {
    this.#creature = hatched(this.#creature, at);
    this.#reach('stage_transition', this.#creature.stage, at);
  }

  goOn(until: Instant): void {
    const { creature, happened } = live(this.#creature, this.#species, until);
    this.#creature = creature;
    for (const happening of happened) this.#growOrDie(happening);
  }

  beChecked(at: Instant): void {
    this.goOn(at);
    if (hasHatched(this.#creature)) this.#creature = checked(this.#creature, this.#species, at);
  }

  comeBack({ layer, at }: Return): void {
    this.goOn(at);
    if (hasHatched(this.#creature)) this.#creature = revived(this.#creature, this.#species, layer, at);
  }

  receive(entry: Entry): void {
    const { action, item, category, at } = entry;
    this.goOn(at);
    if (!hasHatched(this.#creature) || this.#creature.died) return this.#object(entry, 'it was not alive');
    const wish = { action, item: item !== undefined && category ? { name: item, category } : undefined };
    const outcome = care(this.#creature, this.#species, wish, at);
    if ('refused' in outcome) return this.#object(entry, `it would have refused: ${outcome.refused}`);
    if (!isAlike(entry.before, outcome.shown.before) || !isAlike(entry.after, outcome.shown.after))
      this.#object(entry, 'it felt otherwise');
    if ((entry.timing ?? undefined) !== outcome.timing) this.#object(entry, 'the timing was another');
    this.#creature = outcome.creature;
    for (const { type, threshold } of outcome.milestones) this.#reach(type, threshold, at);
    this.goOn(at);
  }

  #growOrDie(happening: Happening): void {
    if (happening.kind === 'grew') this.#reach('stage_transition', happening.to, happening.at);
  }

  #reach(type: string, threshold: string | number, at: Instant): void {
    this.reached.push({ what: `${type} ${threshold}`, at });
  }

  #object({ id }: Entry, why: string): void {
    this.wrong.push(`entry ${id}: ${why}`);
  }
}

const WRITTEN: readonly Stat[] = ['hunger', 'happiness', 'health'];

function isAlike(one: Changes, other: Changes): boolean {
  return WRITTEN.every((stat) => one[stat] === other[stat]);
}
