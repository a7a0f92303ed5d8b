import { expect } from 'vitest';

import type { Instant } from '../../src/rules/base/clock.ts';
import { applyCare, type AskedCare } from '../../src/rules/care/care.ts';
import { explainItem } from '../../src/rules/care/judge-item.ts';
import { heartAt } from '../../src/rules/heart/feel.ts';
import { newEgg, hasHatched, type Creature, type HatchedCreature } from '../../src/rules/lives/creature.ts';
import { isMilestoneVisible } from '../../src/rules/lives/growth.ts';
import { liveUntil } from '../../src/rules/lives/live-until.ts';
import { observe } from '../../src/rules/lives/observe.ts';
import type { DeadCreatureFacts } from '../../src/rules/problem.ts';
import type { Species } from '../../src/rules/species/species.ts';
import type { Reply, Route } from '../../src/api/route.ts';
import type { CareResult } from '../../src/features/care/care.ts';
import type { LookBackResult, LookInResult } from '../../src/features/lives/look-in.ts';
import type { History } from '../../src/features/lives/read-history.ts';
import { aCreature, NOON, PLAIN } from './creature.ts';

const ACTIVITY = {
  creaturesBorn: 1,
  creaturesDied: 2,
  careActions: 3,
  feedings: 4,
  reflections: 5,
  activeAgents: 6,
};

const NOTHING_UNREAD = { letters: 0, keepsakes: 0, writtenAt: NOON };
export const ID = '0b9f6c1e-6c0e-4f0b-9a63-2f5d1c7a8e40';

export const ORIGIN = 'http://127.0.0.1:3000';

interface Seen {
  readonly creature?: HatchedCreature;
  readonly species?: Species;
  readonly now?: Instant;
}

export function aLook({
  creature = aCreature(),
  species = PLAIN,
  now = NOON,
  ...rest
}: Seen & Partial<LookInResult> = {}): LookInResult {
  return {
    kind: 'living',
    now,
    ...aSibling(creature, species, now),
    unread: NOTHING_UNREAD,
    imageUrl: undefined,
    portraits: [],
    grown: [],
    reached: [],
    beingDrawn: false,
    others: [],
    deaths: { told: [], more: 0, wayBack: undefined },
    gifts: [],
    activity: ACTIVITY,
    news: undefined,
    wasAway: false,
    ...rest,
  };
}

export function aSibling(creature: HatchedCreature, species: Species, now: Instant) {
  const { heart } = heartAt(creature, species, now);
  return { creature: { ...creature, id: ID }, species, observed: observe(creature, species, now), heart };
}

export function anEgg(species: Species = PLAIN, name = 'Bo'): Creature {
  const personality = ['mild', 'wry'];
  return newEgg(
    { id: ID, keeperId: 'k', name, species: species.slug, seed: 7, zone: 'UTC', personality },
    NOON,
  );
}

/** A creature without visits. */
function aLateOne({ creature = aCreature(), species = PLAIN, now = NOON }: Seen = {}): DeadCreatureFacts {
  const { creature: late } = liveUntil({ ...creature, id: ID }, species, now);
  if (!late.died) throw new TypeError('It is still alive.');
  return {
    creature: late,
    species,
    imageUrl: undefined,
    cost: 100,
    credits: 40,
    missing: 60,
    payers: [],
    now,
  };
}

export function aLookBack(seen: Seen, portraits: LookBackResult['portraits'] = []): LookBackResult {
  const deaths = { told: [], more: 0 };
  return { kind: 'dead', ...aLateOne(seen), deaths, unread: NOTHING_UNREAD, portraits, news: undefined };
}

/** The item of an act with what the lexicon says about it. */
export function judged({ action, item }: AskedCare, species: Species, score: number | null = null) {
  if (!item) return undefined;
  const offer = action === 'reflect' ? undefined : { item: item.name, action, species };
  return { ...item, score, kinds: [], reason: offer && explainItem(offer, item.category) };
}

export function aCare(
  wish: AskedCare & { readonly score?: number | null },
  { creature = aCreature(), species = PLAIN, now = NOON, ...rest }: Seen & Partial<CareResult> = {},
): CareResult {
  const outcome = applyCare({ ...creature, id: ID }, species, wish, now);
  if ('refused' in outcome && outcome.refused === 'asleep') throw new TypeError('It sleeps.');
  const after = 'refused' in outcome ? { ...creature, id: ID } : outcome.creature;
  if (!hasHatched(after)) throw new TypeError('It has not hatched.');
  return {
    now,
    action: wish.action,
    item: judged(wish, species, wish.score),
    entryId: ID,
    species,
    // `asleep` was ruled out above.
    outcome: outcome as CareResult['outcome'],
    creature: after,
    observed: after.died ? undefined : observe(after, species, now),
    reached:
      'refused' in outcome
        ? []
        : outcome.milestones.filter((each) => isMilestoneVisible(species, outcome.after, each)),
    heart: heartAt(after, species, now).heart,
    unread: NOTHING_UNREAD,
    granted: wish.granted && { kind: wish.granted, number: creature.heart?.wish.number ?? 1, from: now },
    news: undefined,
    wayBack: undefined,
    recent: [],
    others: [],
    siblings: [],
    deaths: { told: [], more: 0 },
    activity: ACTIVITY,
    ...rest,
  };
}

export function aHistory(given: Partial<History> = {}): History {
  return {
    now: NOON,
    creature: { ...aCreature(), id: ID },
    species: PLAIN,
    log: [],
    archivedUntil: undefined,
    milestones: [],
    deaths: [],
    totals: { feedings: 3, missedFeedings: 1, careActions: 7, consistency: 97.26, variety: 61.44 },
    trendingToward: undefined,
    manner: undefined,
    shelf: { kept: [], of: 1 },
    ...given,
  };
}

/** A reply as sent, validated strictly against its schema. */
export function arrived<R extends Route>(route: R, reply: Reply<R>): Reply<R> {
  const sent: unknown = JSON.parse(JSON.stringify(reply));
  expect(route.reply.parse(sent)).toStrictEqual(sent);
  return sent as Reply<R>;
}
