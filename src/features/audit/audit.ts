import { seedOf } from '../../../packages/base/hash.ts';
import type { Database, Db } from '../../../packages/database/db.ts';
import { migratedAt } from '../../../packages/database/migrate.ts';
import { isUnavailable } from '../../../packages/database/portable.ts';
import { UnreadableRowError } from '../../../packages/database/table.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { dice } from '../../rules/base/dice.ts';
import type { HeartEvent } from '../../rules/heart/feel.ts';
import type { RecentDigest } from '../../rules/heart/heart.ts';
import { type Creature, hasHatched } from '../../rules/lives/creature.ts';
import {
  consistencyTenths,
  formerCauseAt,
  liveUntil,
  nextChangeAt,
  rankFacts,
} from '../../rules/lives/live-until.ts';
import { mechanicsOf } from '../../rules/species/mechanics.ts';
import type { Species } from '../../rules/species/species.ts';
import { type Finding, Findings } from '../../db/audit-check.ts';
import { countCreatures, creatureIdsAfter } from '../creatures/due-creatures.store.ts';
import { openSortedLogs, recentDeedsAfter, withoutSitters } from '../records/care-log.store.ts';
import { isDue, type StoredCreature } from '../records/creatures.store.ts';
import type { LetterFacts } from '../records/heart.store.ts';
import { speciesRegistry, type SpeciesRegistry } from '../species/species-registry.ts';
import { auditStore, isReadable } from './audit.store.ts';
import { type KeptLife, knowsItsHeart, readLives, type ReplayedMilestone, replayLife } from './replay.ts';

export type { Finding };

/** Selects the lives that an audit replays; all lives if empty. */
export interface LivesChosen {
  readonly since?: Instant | undefined;
  /** Replays a random sample of lives; the same seed chooses the same ones. */
  readonly sample?: ({ readonly lives: number } | { readonly share: number }) & { readonly seed: number };
}

export type AuditStep =
  | { readonly done: 'check'; readonly of: number }
  | {
      readonly done: 'lives';
      readonly passed: number;
      readonly of: number;
      readonly lived: number;
      /** Number of lives that were not replayed, because 1.0.0 archived the older part of their logs. */
      readonly beyond: number;
      readonly reached: string;
    };

interface AuditOptions {
  readonly lives?: LivesChosen;
  readonly after?: string | undefined;
  readonly findings?: Findings;
  readonly onStep?: (step: AuditStep) => void | Promise<void>;
  readonly batch?: number;
}

/** Checks all stored rows and replays lives. Reads one snapshot and writes nothing, so it also runs on a standby. */
export async function auditHouse(
  store: Database,
  now: Instant,
  options: AuditOptions = {},
): Promise<Finding[]> {
  const { findings = new Findings(), onStep } = options;
  const onCheck = (of: number) => void onStep?.({ done: 'check', of });
  await store.snapshot(async (db) => {
    if (options.after === undefined) await auditStore(store, now, { db, findings, onCheck });
    if (!isReadable(findings)) return;
    const { lives: { sample, since } = {}, after = '' } = options;
    const all = store.shared ? openSortedLogs : async () => 'range' as const;
    const choice = sample || since !== undefined ? 'listed' : await all(db, after);
    await auditLives(db, now, choice, { ...options, findings });
  });
  return findings.told;
}

// Bounds the number of ids read at once, for a small sample of many creatures.
const MAX_PAGE_SIZE = 10_000;

/** Changed the streak bonus, the pace of health and rescues: creatures that hatched before partly followed former rules. */
const RULES_MIGRATION = 27;

export async function rulesChangedAt(db: Db, now: Instant): Promise<Instant> {
  return (await migratedAt(db, RULES_MIGRATION)) ?? now;
}

async function auditLives(
  db: Db,
  now: Instant,
  choice: Parameters<typeof readLives>[2],
  { lives = {}, after = '', findings, onStep, batch = 500 }: AuditOptions & { readonly findings: Findings },
): Promise<void> {
  const registry = speciesRegistry(db);
  const rulesSince = await rulesChangedAt(db, now);
  const of = await countCreatures(db, lives);
  const { sample } = lives;
  const share = shareOf(sample, of);
  const pageSize = Math.min(Math.ceil(batch / share), MAX_PAGE_SIZE);
  let passed = await creatureIdsAfter(db, lives, after, pageSize);
  while (passed.length > 0) {
    // Depends on the creature's id alone, so that a resumed audit chooses the same lives.
    const ids = sample ? passed.filter((id) => dice(sample.seed, 'audit', seedOf(id)) < share) : passed;
    let lived = 0;
    let beyond = 0;
    for await (const life of readLives(db, ids, choice)) {
      if (life instanceof UnreadableRowError) {
        findings.add({ check: 'every creature can be read', subject: life.key, found: life.column });
      } else if (life.isArchived) {
        beyond += 1;
      } else {
        lived += 1;
        for (const finding of await auditLife(life, registry, now, rulesSince)) findings.add(finding);
      }
    }
    const reached = passed.at(-1) ?? '';
    await onStep?.({ done: 'lives', passed: passed.length, of, lived, beyond, reached });
    passed = await creatureIdsAfter(db, lives, reached, pageSize);
  }
}

function shareOf(sample: LivesChosen['sample'], all: number): number {
  if (!sample) return 1;
  return 'share' in sample ? sample.share : Math.min(1, sample.lives / Math.max(1, all));
}

async function auditLife(life: KeptLife, registry: SpeciesRegistry, now: Instant, rulesSince: Instant) {
  const { id: subject, species: slug } = life.stored.creature;
  try {
    const species = await registry.find(slug);
    if (species) return compareWithLog(life, species, now, rulesSince);
    return [{ check: 'every creature is of a species', subject, found: slug }];
  } catch (error) {
    if (isUnavailable(error)) throw error;
    return [{ check: 'every life can be lived again', subject, found: String(error) }];
  }
}

export function compareWithLog(
  life: KeptLife,
  species: Species,
  now: Instant,
  rulesSince: Instant,
): Finding[] {
  const { stored, log } = life;
  const { creature } = stored;
  // The replay may end later than now: rows may come from a node whose clock is ahead.
  const until = Math.max(now, creature.died?.at ?? 0, creature.life?.settledAt ?? 0);
  const { creature: replayed, reached, felt, wrong } = replayLife(creature, species, log, until);
  const then = creature.releasedAt === undefined ? liveUntil(creature, species, until).creature : creature;
  const expected = withFormerCause(replayed, species, then, rulesSince);
  const replayChecks = {
    'a care log tells what happened': wrong,
    'a life lived again from its log is the same life': PARTS.flatMap((part) =>
      difference(part, then[part], expected[part]),
    ),
    'every milestone was reached, and every one reached is kept': milestonesOff(life, reached),
    'what a creature keeps and tells is what came of its life': heartOff(life, replayed, felt),
  };
  const checks = {
    ...(!isOfFormerRules(creature, species, rulesSince) && replayChecks),
    'there is one gravestone for each death': gravestonesOff(life),
    'what was tried is what the log says': triedOff(life),
    'what was done for it last is what the log says': recentOff(life),
    'what happens next is known': duesOff(stored, species, now),
  };
  return Object.entries(checks).flatMap(([check, wrongs]) =>
    wrongs.map((found) => ({ check, subject: creature.id, found })),
  );
}

/** True if trust, health or a rescue may follow the rules of a former version, which a replay cannot reproduce. */
export function isOfFormerRules({ life, record }: Creature, species: Species, rulesSince: Instant): boolean {
  if (!life || life.hatchedAt >= rulesSince) return false;
  return record.rescued || species.trustSpeed !== 'medium' || mechanicsOf(species).length > 0;
}

const PARTS = ['zone', 'stage', 'path', 'personality', 'life', 'record', 'died', 'resurrections'] as const;

/** Replaces the replayed cause of death by the former rule's, for deaths stored by versions up to 1.0.0. */
function withFormerCause(replayed: Creature, species: Species, stored: Creature, rulesSince: Instant) {
  if (!replayed.died || replayed.died.cause === 'harm' || !hasHatched(replayed)) return replayed;
  const { at } = replayed.died;
  if (at >= rulesSince) return replayed;
  const former = formerCauseAt(replayed, species, at);
  return stored.died?.cause === former ? { ...replayed, died: { at, cause: former } } : replayed;
}

function difference(name: string, stored: unknown, expected: unknown): string[] {
  if (isAlike(stored, expected)) return [];
  return [`${name} is ${stableJson(stored)}, and should be ${stableJson(expected)}`];
}

/** Deep equality in which an undefined field equals a missing one, as in JSON. */
function isAlike(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, at) => isAlike(each, other[at]));
  if (!isObject(one) || !isObject(other)) return false;
  for (const field in one) if (!isAlike(one[field], other[field])) return false;
  for (const field in other) if (one[field] === undefined && other[field] !== undefined) return false;
  return true;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function stableJson(value: unknown): string | undefined {
  return JSON.stringify(value, (_, part: unknown) =>
    isObject(part) && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

function milestonesOff({ stored, milestones }: KeptLife, reached: readonly ReplayedMilestone[]): string[] {
  const recorded = milestones.map(({ type, threshold, reachedAt }) => `${type} ${threshold} at ${reachedAt}`);
  // Milestones after this moment are due and not settled yet.
  const due = stored.nextEventAt ?? Infinity;
  const expected = reached.filter(({ at }) => at < due).map(({ what, at }) => `${what} at ${at}`);
  return missingAndExtra(recorded, expected, 'never reached');
}

function missingAndExtra(
  stored: readonly string[],
  expected: readonly string[],
  extra: 'never reached' | 'never came',
): string[] {
  return [
    ...expected.filter((each) => !stored.includes(each)).map((each) => `missing: ${each}`),
    ...stored.filter((each) => !expected.includes(each)).map((each) => `${extra}: ${each}`),
  ];
}

function heartOff({ stored, keepsakes, letters }: KeptLife, replayed: Creature, felt: readonly HeartEvent[]) {
  if (!knowsItsHeart(stored.creature)) return [];
  const { heart } = stored.creature;
  const told = letters.map(({ number, writtenAt }) => `letter ${number} at ${writtenAt}`);
  const storedFacts = new Map(letters.map(({ number, facts }) => [number, facts]));
  const changed: string[] = [];
  const expected = felt.map((each) => {
    if (each.kind === 'kept') return `${each.keepsake} at ${each.at}`;
    const { number, at, ...facts } = each.letter;
    const known = storedFacts.get(number);
    if (known) changed.push(...difference(`letter ${number}`, known, factsAsStored(facts, known)));
    return `letter ${number} at ${at}`;
  });
  const lived = replayed.heart && {
    ...replayed.heart,
    lately: digestAsStored(replayed.heart.lately, heart?.lately),
  };
  return [
    ...difference('heart', heart, lived),
    ...missingAndExtra([...keepsakes, ...told], expected, 'never came'),
    ...changed,
  ];
}

/** Letter facts without those that the version that stored the letter did not have. */
function factsAsStored(facts: LetterFacts, stored: LetterFacts): LetterFacts {
  return {
    ...facts,
    page: digestAsStored(facts.page, stored.page),
    cause: stored.cause && facts.cause,
    waiting: stored.waiting && facts.waiting,
    ambition: stored.ambition && facts.ambition,
  };
}

function digestAsStored(digest: RecentDigest, stored: RecentDigest | undefined): RecentDigest {
  if (!stored) return digest;
  return { ...digest, begins: stored.begins && digest.begins, harm: stored.harm && digest.harm };
}

function gravestonesOff({ stored, deaths }: KeptLife): string[] {
  const { resurrections, died } = stored.creature;
  const expected = resurrections + (died ? 1 : 0);
  const numbers = deaths.map(({ deathNumber }) => deathNumber);
  if (deaths.length !== expected)
    return [`${deaths.length} stones for ${expected} deaths (${numbers.join(', ')})`];
  const last = deaths.find(({ deathNumber }) => deathNumber === resurrections + 1);
  return died && (last?.diedAt !== died.at || last.cause !== died.cause)
    ? ['the stone tells another death']
    : [];
}

function triedOff({ tried, log, forsaken }: KeptLife): string[] {
  if (forsaken) return tried.map(({ action }) => `${action} with something`);
  const judged = log.entries.filter(({ score, refused }) => score !== null && refused === undefined);
  const expected = new Map(judged.map(({ action, item, score }) => [`${action} ${item}`, score]));
  const stored = new Map(tried.map(({ action, item, score }) => [`${action} ${item}`, score]));
  const both = new Set([...expected.keys(), ...stored.keys()]);
  return [...both].filter((each) => expected.get(each) !== stored.get(each));
}

function recentOff({ stored: { recentDeeds }, log }: KeptLife): string[] {
  // `recent_deeds` is null: the creature has not been cared for since the column was added.
  if (recentDeeds === undefined) return [];
  const done = log.entries.filter(({ refused }) => refused === undefined);
  const expected = recentDeedsAfter(done.toReversed());
  return recentDeeds === expected || withoutSitters(recentDeeds) === expected
    ? []
    : [`${recentDeeds} instead of ${expected}`];
}

function duesOff(stored: StoredCreature, species: Species, now: Instant): string[] {
  if (isDue(stored, now)) return [];
  const { creature, nextEventAt, consistencyTenths: tenths } = stored;
  const { lostAt, trustStep } = rankFacts(creature, species, now);
  const columns = {
    next_event_at: [nextEventAt, nextChangeAt(creature, species, now)],
    consistency_tenths: [tenths, consistencyTenths(creature, species, now)],
    // Sort columns are null if the row has not been written since they were added.
    lost_at: [stored.lostAt ?? lostAt, lostAt],
    trust_step: [stored.trustStep ?? trustStep, trustStep],
  };
  return Object.entries(columns)
    .filter(([, [kept, expected]]) => kept !== expected)
    .map(([column, [kept, expected]]) => `${column} is ${kept}, and should be ${expected}`);
}
