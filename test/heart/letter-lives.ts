import { applyCare, type AskedCare } from '../../src/rules/care/care.ts';
import { feedingStatusOf, windowsSinceFed } from '../../src/rules/care/feeding.ts';
import { thingKindsOf } from '../../src/rules/care/lexicon.ts';
import { DAY, HOUR, MINUTE, type Instant } from '../../src/rules/base/clock.ts';
import { dice, pick, seedOf } from '../../src/rules/base/dice.ts';
import type { StoryEvent } from '../../tools/sim/simulate.ts';
import { heartAfterReturn, heartAt, wishAt, type HeartEvent } from '../../src/rules/heart/feel.ts';
import { wishGranted, LONG_STORY } from '../../src/rules/heart/grant-wish.ts';
import type { Letter } from '../../src/rules/heart/heart.ts';
import { WISHES, type WishRow } from '../../src/rules/heart/wishes-table.ts';
import { isAlive, newEgg, requireHatched, type HatchedCreature } from '../../src/rules/lives/creature.ts';
import { hatchEgg, liveUntil } from '../../src/rules/lives/live-until.ts';
import { reviveCreature } from '../../src/rules/lives/resurrection.ts';
import type { Species } from '../../src/rules/species/species.ts';
import { ACTIONS, type Action } from '../../src/rules/vocabulary.ts';
import type { LetterWriter } from '../../src/text/heart/letter.ts';
import type { LifeLog } from './life-facts.ts';

export interface KeptLife {
  readonly species: Species;
  readonly seed: number;
  readonly zone: string;
  readonly days: number;
  readonly everyHours: number;
  /** Probability of granting a wish. */
  readonly listens: number;
  /** Probability of care besides feeding. */
  readonly dotes: number;
  /** Probability of staying away for a day and a half. */
  readonly forgets: number;
  /** Probability of giving something harmful. */
  readonly harms?: number;
  /** Probability of feeding without need. */
  readonly overfeeds?: number;
  /** Probability of a meal without an item. */
  readonly plainMeals?: number;
  readonly starves?: boolean;
  /** Stops visiting after so many days. */
  readonly leavesAfterDays?: number;
  /** Time of hatching after the usual start. */
  readonly startsAfter?: number;
}

export interface LetterLife {
  readonly writer: LetterWriter;
  readonly letters: readonly Letter[];
  readonly log: LifeLog;
}

const START = Date.UTC(2026, 2, 20, 9);
const NAMES = ['Miso', 'Bolt', 'Old Tom', 'Vesper', 'q7', 'Lady-Anne of the Long Hall'] as const;

/** The letters of a whole life; a creature that dies is resurrected once. */
export function lettersOf(life: KeptLife): LetterLife {
  const keeper = new LetterKeeper(life);
  const { species } = life;
  const letters = keeper.live();
  const { creature, dead, events, felt, returns, startAt } = keeper;
  const { name, seed, zone } = creature;
  return {
    writer: { name, seed, species, zone },
    letters,
    log: { species, startAt, events, felt, returns, dead },
  };
}

class LetterKeeper {
  readonly #life: KeptLife;
  readonly events: StoryEvent[] = [];
  readonly felt: HeartEvent[] = [];
  readonly returns: { readonly diedAt: Instant; readonly at: Instant }[] = [];
  readonly dead: HatchedCreature[] = [];
  readonly startAt: Instant;
  readonly #until: Instant;
  #now: Instant;
  #rolls = 0;
  creature: HatchedCreature;

  constructor(life: KeptLife) {
    this.#life = life;
    this.startAt = START + (life.startsAfter ?? 0);
    this.#now = this.startAt;
    this.#until = this.startAt + life.days * DAY;
    const { species, seed, zone } = life;
    const laid = newEgg(
      {
        id: 'x',
        keeperId: 'y',
        name: pick(NAMES, this.#roll()),
        personality: [],
        species: species.slug,
        seed: seedOf(`${seed}`),
        zone,
      },
      this.startAt,
    );
    this.creature = requireHatched(hatchEgg(laid, this.startAt));
  }

  live(): readonly Letter[] {
    const leaves = this.startAt + (this.#life.leavesAfterDays ?? Infinity) * DAY;
    while (this.#now < this.#until) {
      this.#settle();
      if (!isAlive(this.creature) && !this.#bringBack()) break;
      if (this.#now < leaves) this.#visit();
      this.#now += this.#pause();
    }
    this.#settle();
    this.felt.push(...heartAt(this.creature, this.#life.species, this.#now).happened);
    return this.felt.flatMap((event) => (event.kind === 'letter' ? [event.letter] : []));
  }

  readonly #roll = (): number => dice(seedOf(`keeper ${this.#life.seed}`), 'others', this.#rolls++);

  #pause(): number {
    const { everyHours, forgets } = this.#life;
    return Math.round((this.#roll() < forgets ? 36 : everyHours * (0.6 + 0.8 * this.#roll())) * HOUR);
  }

  #settle(): void {
    const { creature, happened } = liveUntil(this.creature, this.#life.species, this.#now);
    this.events.push(...happened);
    this.#become(requireHatched(creature));
  }

  #bringBack(): boolean {
    if (this.creature.resurrections > 0) return false;
    this.#now += 5 * HOUR;
    const { species } = this.#life;
    this.felt.push(...heartAfterReturn(this.creature, species, this.#now).happened);
    this.returns.push({ diedAt: this.creature.died?.at ?? this.#now, at: this.#now });
    this.creature = requireHatched(reviveCreature(this.creature, species, 'was dead once', this.#now));
    return true;
  }

  #visit(): void {
    const { species, dotes, listens, harms = 0, overfeeds = 0, plainMeals = 0, starves = false } = this.#life;
    const isHungry = feedingStatusOf(windowsSinceFed(this.creature, species, this.#now)) !== 'ok';
    if (!starves && (isHungry || this.#roll() < overfeeds))
      this.#care({ action: 'feed', item: this.#roll() < plainMeals ? undefined : this.#favourite('feed') });
    if (this.#roll() < dotes) {
      const action = pick(ACTIONS, this.#roll());
      if (!starves || action !== 'feed')
        this.#care({ action, item: this.#roll() < 0.4 ? this.#favourite(action) : undefined });
    }
    if (this.#roll() < harms) this.#harm(starves);
    const wish = isAlive(this.creature) ? wishAt(this.creature, species, this.#now) : undefined;
    if (wish && !starves && this.#roll() < listens) this.#grant(WISHES[wish.kind]);
  }

  /** With an item that may have been loved before. */
  #harm(starves: boolean): void {
    const action = pick<Action>(
      starves ? ['play', 'clean'] : ['feed', 'feed', 'play', 'medicine'],
      this.#roll(),
    );
    const name = this.#roll() < 0.5 ? 'dark chocolate' : (this.#favourite(action)?.name ?? 'a brick');
    this.#care({ action, item: { name, category: 'harmful' } });
  }

  #grant({ action = 'play', thing, item }: WishRow): void {
    const tastes = action === 'reflect' ? [] : this.#life.species.tastes[action];
    const name = tastes.find((each) => thing === undefined || thingKindsOf(each).includes(thing));
    const brought =
      (thing ?? item) && name !== undefined ? ({ name, category: 'loved' } as const) : undefined;
    this.#care({ action, item: brought });
  }

  #favourite(action: Action): AskedCare['item'] {
    if (action === 'reflect') return undefined;
    const [first, ...rest] = this.#life.species.tastes[action];
    return first === undefined
      ? undefined
      : { name: pick([first, ...rest], this.#roll()), category: 'loved' };
  }

  #care(wish: AskedCare): void {
    this.#settle();
    if (!isAlive(this.creature)) return;
    const { species } = this.#life;
    const { heart } = heartAt(this.creature, species, this.#now);
    const brought = wish.item && {
      ...wish.item,
      kinds: thingKindsOf(wish.item.name),
      isNew: this.#roll() < 0.5,
    };
    const notes = this.#roll() < 0.5 ? 'x'.repeat(LONG_STORY) : undefined;
    const granted = wishGranted(heart.wish, this.creature, { ...wish, item: brought, notes }, this.#now);
    const outcome = applyCare(this.creature, species, { ...wish, granted }, this.#now);
    if ('refused' in outcome) return;
    const { timing, effectiveness, milestones, after } = outcome;
    const { action, item } = wish;
    this.felt.push(...outcome.felt);
    this.events.push({
      kind: 'cared',
      at: this.#now,
      action,
      item,
      timing,
      effectiveness,
      milestones,
      granted,
      after,
    });
    if (outcome.killed) this.events.push({ kind: 'died', at: this.#now, cause: 'harm' });
    this.#become(requireHatched(outcome.creature));
    this.#now += MINUTE;
  }

  #become(creature: HatchedCreature): void {
    if (creature.died && !this.creature.died) this.dead.push(creature);
    this.creature = creature;
  }
}
