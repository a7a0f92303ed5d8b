import { MINUTE, SECOND, type Instant } from '../../rules/base/clock.ts';
import { ACTIONS } from '../../rules/vocabulary.ts';
import type { Database, Increment } from '../../db/db.ts';
import { dayBefore, sumsOfDay } from './tallies.store.ts';
import { ACTIVE, BORN, CARE, DIED } from './tally-names.store.ts';

const NOTHING = {
  creaturesBorn: 0,
  creaturesDied: 0,
  careActions: 0,
  feedings: 0,
  reflections: 0,
  activeAgents: 0,
};

/** What went on in the whole house in the last 24 hours. */
export type Activity = Readonly<typeof NOTHING>;

/** The same with what a transaction has counted and nobody else can see yet. */
export function addCounted(activity: Activity, counted: readonly Increment[], now: Instant): Activity {
  const sum = { ...activity };
  add(sum, counted, dayBefore(now));
  return sum;
}

// Other nodes count too; what this one counts it hears of.
const TRUSTED_FOR = SECOND;
// Whether what was committed during a reading is part of what was read cannot be told.
const TRUSTED_WHEN_UNCERTAIN = 100;

type ActivityStore = Pick<Database, 'all' | 'onIncrements'>;

/** The day's activity, read seldom and kept current by what this process counts itself. */
export class ActivityCache {
  readonly #store: ActivityStore;
  #known: CachedDay | undefined;
  #reading: { readonly day: CachedDay; readonly done: Promise<CachedDay> } | undefined;

  constructor(store: ActivityStore) {
    this.#store = store;
    store.onIncrements((counted) => this.#addIncrements(counted));
  }

  /** Not for use within a transaction: it may have to wait for another connection. */
  at(now: Instant): Activity | Promise<Activity> {
    if (this.#known && isFresh(this.#known, now)) return { ...this.#known.activity };
    return this.#readOnce(now).then(({ activity }) => ({ ...activity }));
  }

  /** Those who come while somebody is reading wait for the same answer. */
  #readOnce(now: Instant): Promise<CachedDay> {
    if (this.#reading && isFresh(this.#reading.day, now)) return this.#reading.done;
    const day: CachedDay = { ...dayBefore(now), readAt: now, activity: { ...NOTHING }, certain: true };
    const reading = { day, done: this.#read(day) };
    this.#reading = reading;
    return reading.done;
  }

  async #read(day: CachedDay): Promise<CachedDay> {
    try {
      for (const [what, n] of await sumsOfDay(this.#store, day.readAt)) grow(day.activity, what, n);
      // One that a later moment has overtaken no longer hears what is counted.
      if (this.#reading?.day === day) this.#known = day;
      return day;
    } finally {
      if (this.#reading?.day === day) this.#reading = undefined;
    }
  }

  #addIncrements(counted: readonly Increment[]): void {
    if (this.#known) add(this.#known.activity, counted, this.#known);
    if (!this.#reading) return;
    const { day } = this.#reading;
    add(day.activity, counted, day);
    day.certain = false;
  }
}

/** The sums of a day as they stood when they were read, and have grown since. */
interface CachedDay extends ReturnType<typeof dayBefore> {
  readonly readAt: Instant;
  readonly activity: typeof NOTHING;
  certain: boolean;
}

function isFresh({ upTo, readAt, certain }: CachedDay, now: Instant): boolean {
  return now < upTo + MINUTE && now - readAt < (certain ? TRUSTED_FOR : TRUSTED_WHEN_UNCERTAIN);
}

/** The figures each count belongs to; counts for the operator belong to none. */
const FIGURES: ReadonlyMap<string, readonly (keyof Activity)[]> = new Map([
  ...ACTIONS.map((action): FiguresOfCount => [CARE + action, ['careActions']]),
  ...([
    [CARE + 'feed', ['careActions', 'feedings']],
    [CARE + 'reflect', ['careActions', 'reflections']],
    [BORN, ['creaturesBorn']],
    [DIED, ['creaturesDied']],
    [ACTIVE, ['activeAgents']],
  ] satisfies FiguresOfCount[]),
]);

type FiguresOfCount = [string, (keyof Activity)[]];

function add(
  activity: typeof NOTHING,
  counted: readonly Increment[],
  day: ReturnType<typeof dayBefore>,
): void {
  for (const { span, bucket, what, n } of counted)
    if (span === MINUTE && bucket > day.after && bucket <= day.upTo) grow(activity, what, n);
}

function grow(activity: typeof NOTHING, what: string, n: number): void {
  for (const figure of FIGURES.get(what) ?? []) activity[figure] += n;
}
