import { MINUTE, SECOND, type Instant } from '../../rules/base/clock.ts';
import { ACTIONS } from '../../rules/vocabulary.ts';
import type { Database, Increment } from '../../db/db.ts';
import { dayBefore, sumsOfDay } from './tallies.store.ts';
import { ACTIVE, BORN, CARE, DIED } from './tally-names.store.ts';

const NO_ACTIVITY = {
  creaturesBorn: 0,
  creaturesDied: 0,
  careActions: 0,
  feedings: 0,
  reflections: 0,
  activeAgents: 0,
};

export type Activity = Readonly<typeof NO_ACTIVITY>;

/** Adds the increments of a transaction that is not committed yet to the figures. */
export function addCounted(activity: Activity, counted: readonly Increment[], now: Instant): Activity {
  const sum = { ...activity };
  add(sum, counted, dayBefore(now));
  return sum;
}

// Sums are read again after this time, to include increments of other nodes.
const FRESH_FOR = SECOND;
// Sums are read again after this many milliseconds if a commit happened during the read: the rows may include
// its increments or not.
const FRESH_WHEN_UNCERTAIN = 100;

type ActivityStore = Pick<Database, 'all' | 'onIncrements'>;

/** Caches the sums of the last 24 hours, and adds the increments of this process as they are committed. */
export class ActivityCache {
  readonly #store: ActivityStore;
  #known: CachedDay | undefined;
  #reading: { readonly day: CachedDay; readonly done: Promise<CachedDay> } | undefined;

  constructor(store: ActivityStore) {
    this.#store = store;
    store.onIncrements((counted) => this.#addIncrements(counted));
  }

  /** The sums of the last 24 hours. Not within a transaction: it may wait for another connection. */
  at(now: Instant): Activity | Promise<Activity> {
    if (this.#known && isFresh(this.#known, now)) return { ...this.#known.activity };
    return this.#readOnce(now).then(({ activity }) => ({ ...activity }));
  }

  /** Reads the sums of the last 24 hours; concurrent callers share one read. */
  #readOnce(now: Instant): Promise<CachedDay> {
    if (this.#reading && isFresh(this.#reading.day, now)) return this.#reading.done;
    const day: CachedDay = { ...dayBefore(now), readAt: now, activity: { ...NO_ACTIVITY }, certain: true };
    this.#reading = { day, done: this.#read(day) };
    return this.#reading.done;
  }

  async #read(day: CachedDay): Promise<CachedDay> {
    try {
      for (const [what, n] of await sumsOfDay(this.#store, day.readAt)) grow(day.activity, what, n);
      // A read that a later one has replaced misses increments and is dropped.
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

interface CachedDay extends ReturnType<typeof dayBefore> {
  readonly readAt: Instant;
  readonly activity: typeof NO_ACTIVITY;
  certain: boolean;
}

function isFresh({ upTo, readAt, certain }: CachedDay, now: Instant): boolean {
  return now < upTo + MINUTE && now - readAt < (certain ? FRESH_FOR : FRESH_WHEN_UNCERTAIN);
}

/** The figures of the last 24 hours that each counter adds to. */
const FIGURES = new Map<string, readonly (keyof Activity)[]>([
  ...ACTIONS.map((action) => [CARE + action, ['careActions']] as const),
  [CARE + 'feed', ['careActions', 'feedings']],
  [CARE + 'reflect', ['careActions', 'reflections']],
  [BORN, ['creaturesBorn']],
  [DIED, ['creaturesDied']],
  [ACTIVE, ['activeAgents']],
]);

function add(
  activity: typeof NO_ACTIVITY,
  counted: readonly Increment[],
  day: ReturnType<typeof dayBefore>,
): void {
  for (const { span, bucket, what, n } of counted)
    if (span === MINUTE && bucket > day.after && bucket <= day.upTo) grow(activity, what, n);
}

function grow(activity: typeof NO_ACTIVITY, what: string, n: number): void {
  for (const figure of FIGURES.get(what) ?? []) activity[figure] += n;
}
