import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Db } from '../../../packages/database/db.ts';
import { isTestAccount } from '../../rules/agents.ts';
import { DAY, type Instant, MINUTE } from '../../rules/base/clock.ts';
import { WEEK } from '../../rules/heart/heart.ts';
import { type RegistrationPlace, registrationsAfter } from './come-back.store.ts';

/** Days after the first hatching of an agent on which, or later, it may have cared again. */
export const RETURN_DAYS = [1, 3, 7, 30] as const;
type ReturnDay = (typeof RETURN_DAYS)[number];

export interface ReturnCount {
  /** Agents whose first creature hatched at least so many days ago. */
  readonly agents: number;
  /** Those of them that cared so many days after that, or later. */
  readonly cameBack: number;
}

export interface ReturnCounts {
  readonly registered: number;
  readonly hatched: number;
  readonly onDay: Readonly<Record<ReturnDay, ReturnCount>>;
}

/** How many agents of the last weeks came back, without test accounts and those that left. */
export interface ComeBack {
  readonly countedAt: Instant;
  readonly all: ReturnCounts;
  /** By the week of registration (UTC, from Monday), the newest first. */
  readonly byWeek: readonly (ReturnCounts & { readonly week: Instant })[];
  /** By the beginning of what agents gave as their source; the largest first. */
  readonly bySource: readonly (ReturnCounts & { readonly source: string })[];
}

/** Whole weeks before the current one. */
const WEEKS_COUNTED = 12;

// No source can be called so.
const NO_SOURCE = '(none)';
const OTHER_SOURCES = '(other)';
export const OWN_SOURCE_NAMES: readonly string[] = [NO_SOURCE, OTHER_SOURCES];
const MOST_SOURCES = 10;

// So many rows take SQLite a few milliseconds; then other requests have their turn.
const AGENTS_PER_TURN = 250;

const FRESH_FOR = 10 * MINUTE;

/** Counted anew at most every ten minutes, however many ask. */
export class ComeBackCache {
  #counting: { readonly at: Instant; readonly counts: Promise<ComeBack> } | undefined;

  at(store: Db, now: Instant): Promise<ComeBack> {
    if (this.#counting && Math.abs(now - this.#counting.at) < FRESH_FOR) return this.#counting.counts;
    const counting = { at: now, counts: countComeBack(store, now) };
    this.#counting = counting;
    counting.counts.catch(() => {
      if (this.#counting === counting) this.#counting = undefined;
    });
    return counting.counts;
  }
}

export async function countComeBack(store: Db, now: Instant): Promise<ComeBack> {
  const first = weekOf(now) - WEEKS_COUNTED * WEEK;
  const all = new Tally();
  const weeks = new Map<Instant, Tally>();
  const sources = new Map<string, Tally>();
  let place: RegistrationPlace = { createdAt: first - 1, id: '' };
  for (;;) {
    const agents = await registrationsAfter(store, place, AGENTS_PER_TURN);
    for (const agent of agents) {
      if (isTestAccount(agent.username)) continue;
      for (const tally of [
        all,
        tallyOf(weeks, weekOf(agent.createdAt)),
        tallyOf(sources, sourcePrefix(agent.source)),
      ])
        tally.add(agent, now);
    }
    const last = agents.at(-1);
    if (!last || agents.length < AGENTS_PER_TURN) break;
    place = last;
    await nextTurn();
  }
  return {
    countedAt: now,
    all: all.counts,
    byWeek: [...weeks]
      .map(([week, { counts }]) => ({ week, ...counts }))
      .toSorted((one, other) => other.week - one.week),
    bySource: largestOf(sources),
  };
}

// 1 January 1970 was a Thursday.
const FIRST_MONDAY = 4 * DAY;

function weekOf(at: Instant): Instant {
  return FIRST_MONDAY + Math.floor((at - FIRST_MONDAY) / WEEK) * WEEK;
}

/** What a source says before its first `:` or `/`. */
function sourcePrefix(source = ''): string {
  return source.split(/[:/]/).find((part) => part !== '') ?? NO_SOURCE;
}

function tallyOf<Name>(tallies: Map<Name, Tally>, name: Name): Tally {
  const known = tallies.get(name) ?? new Tally();
  tallies.set(name, known);
  return known;
}

function largestOf(sources: ReadonlyMap<string, Tally>): ComeBack['bySource'] {
  const inOrder = [...sources].toSorted(
    ([name, one], [otherName, other]) =>
      other.counts.registered - one.counts.registered || (name < otherName ? -1 : 1),
  );
  const rest = new Tally();
  for (const [, tally] of inOrder.slice(MOST_SOURCES)) rest.merge(tally);
  const named = inOrder.slice(0, MOST_SOURCES).map(([source, { counts }]) => ({ source, ...counts }));
  return rest.counts.registered === 0 ? named : [...named, { source: OTHER_SOURCES, ...rest.counts }];
}

interface ReturningAgent {
  readonly firstHatchedAt: Instant | undefined;
  readonly caredAt: Instant | undefined;
}

const none = () => ({ agents: 0, cameBack: 0 });

class Tally {
  readonly counts = {
    registered: 0,
    hatched: 0,
    onDay: { 1: none(), 3: none(), 7: none(), 30: none() } satisfies Record<ReturnDay, ReturnCount>,
  };

  add({ firstHatchedAt, caredAt = -Infinity }: ReturningAgent, now: Instant): void {
    this.counts.registered += 1;
    if (firstHatchedAt === undefined) return;
    this.counts.hatched += 1;
    for (const day of RETURN_DAYS) {
      const from = firstHatchedAt + day * DAY;
      if (now < from) return;
      this.counts.onDay[day].agents += 1;
      if (caredAt >= from) this.counts.onDay[day].cameBack += 1;
    }
  }

  merge({ counts }: Tally): void {
    this.counts.registered += counts.registered;
    this.counts.hatched += counts.hatched;
    for (const day of RETURN_DAYS) {
      this.counts.onDay[day].agents += counts.onDay[day].agents;
      this.counts.onDay[day].cameBack += counts.onDay[day].cameBack;
    }
  }
}
