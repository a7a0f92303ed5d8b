import type { Instant } from '../../core/engine/clock.ts';
import { CATALOG } from '../../core/species/catalog.ts';
import { ACTIONS, CAUSES, FAMILIES, STAGES, TIMINGS } from '../../core/vocabulary.ts';
import { ping } from '../../store/engine/settings.ts';
import { readQueueDepths, type QueueDepth } from '../../store/figures/queue-depth.ts';
import { sumsByWindow, totals, type TallySums } from '../../store/figures/tallies.ts';
import * as NAME from '../../store/figures/tally-names.ts';
import type { House } from '../house.ts';
import { readSettlingLag } from '../lives/read-backlog.ts';
import type { JobSummary } from './job-status.ts';
import { readSurvival } from './survival.ts';

export type { JobSummary, QueueDepth };

/** Asks the database for a sign of life; fails when there is none. */
export async function pingDatabase(house: House): Promise<void> {
  await ping(house.store);
}

/** Could the house keep something right now? */
export async function isReady(house: House): Promise<boolean> {
  try {
    await house.store.ensureWritable();
    return true;
  } catch {
    return false;
  }
}

/** Figures of the whole house, test accounts among them, as they are kept. */
export type Gauges = Awaited<ReturnType<typeof readGauges>>;

/** Reads them without bringing anything about: whoever watches must see when nobody does. */
export async function readGauges(house: House, now: Instant) {
  const { store } = house;
  const [sums, money, adopted, windows, survival, queues, settlingLagMs, replicaLagMs, walBytes] =
    await Promise.all([
      totals(store, 'house'),
      totals(store, 'money'),
      totals(store, 'adopted'),
      sumsByWindow(store, now),
      readSurvival(house, now),
      readQueueDepths(store, now),
      readSettlingLag(house, now),
      readReplicaLag(house, now),
      store.walBytes(),
    ]);
  const of = (what: string) => sums.get(what) ?? 0;
  const each = <Word extends string>(prefix: string, words: readonly Word[]) =>
    // Exactly the words are its keys.
    Object.fromEntries(words.map((word) => [word, of(prefix + word)])) as Record<Word, number>;
  return {
    alive: of(`${NAME.STATUS}alive`),
    eggs: of(`${NAME.STATUS}egg`),
    agents: of(NAME.REGISTERED),
    care: each(NAME.CARE, ACTIONS),
    timings: each(NAME.TIMING, TIMINGS),
    deaths: each(NAME.CAUSE, CAUSES),
    deathsByStage: each(NAME.STAGE_AT_DEATH, STAGES),
    byStage: each(NAME.STAGE, STAGES),
    byFamily: each(NAME.FAMILY, FAMILIES),
    funnel: each(NAME.FUNNEL, NAME.FUNNEL_STEPS),
    active: windows.get(NAME.ACTIVE) ?? { last24h: 0, last7d: 0, last30d: 0 },
    /** Built-in species: the names of others are words of agents. */
    adoptions: CATALOG.map(({ slug }) => ({ species: slug, adoptions: adopted.get(slug) ?? 0 })),
    survival,
    ...moneyFrom(money),
    queues,
    settlingLagMs,
    replicaLagMs,
    walBytes,
  };
}

/** Sales by money, provider and pack, and credits that moved otherwise by why. */
function moneyFrom(sums: TallySums) {
  const names = [...sums.keys()];
  const sales = names
    .filter((what) => what.startsWith(NAME.SALES))
    .map((what) => {
      const sale = what.slice(NAME.SALES.length);
      const [money = '', provider = '', pack = ''] = sale.split('/');
      const [packs = 0, credits = 0, cents = 0] = [NAME.SALES, NAME.CREDITS, NAME.CENTS].map((each) =>
        sums.get(each + sale),
      );
      return { money, provider, pack, packs, credits, cents };
    });
  const moved = names
    .filter((what) => what.startsWith(NAME.MOVED))
    .map((what) => [what.slice(NAME.MOVED.length), sums.get(what) ?? 0] as const);
  return { sales, moved: Object.fromEntries(moved) };
}

/** By how much the replica is behind at most; without end while it is not asked, and undefined where there is none. */
async function readReplicaLag({ replica }: House, now: Instant): Promise<number | undefined> {
  if (!replica) return undefined;
  return now - ((await replica.at(now))?.completeAt ?? -Infinity);
}
