import { type Finding, Findings } from '../../db/audit-check.ts';
import type { Database, Db } from '../../db/db.ts';
import { migratedAt } from '../../db/migrate.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { dice, seedOf } from '../../rules/base/dice.ts';
import type { HeartEvent } from '../../rules/heart/feel.ts';
import type { RecentDigest } from '../../rules/heart/heart.ts';
import { type Creature, hasHatched } from '../../rules/lives/creature.ts';
import { formerCauseAt } from '../../rules/lives/death.ts';
import { liveUntil } from '../../rules/lives/live-until.ts';
import { consistencyTenths, nextChangeAt, rankFacts } from '../../rules/lives/stored-facts.ts';
import { mechanicsOf } from '../../rules/species/mechanics.ts';
import type { Species } from '../../rules/species/species.ts';
import { recentDeedsAfter } from '../care/deeds.store.ts';
import type { LetterFacts } from '../heart/heart.store.ts';
import type { StoredCreature } from '../lives/creatures.store.ts';
import { countCreatures, creatureIdsAfter } from '../lives/due-creatures.store.ts';
import { isDue } from '../optimistic-lock.ts';
import { speciesRegistry, type SpeciesRegistry } from '../species/species-registry.ts';
import { auditStore, isReadable } from './audit.store.ts';
import { type KeptLife, knowsItsHeart, readLives, type ReplayedMilestone, replayLife } from './replay.ts';

export type { Finding };

/** Which lives are lived again: all, unless one of these says otherwise. */
export interface LivesChosen {
  /** Those to which something has happened since this moment. */
  readonly since?: Instant | undefined;
  /** So many of them at random, as a number or as a share; the same seed chooses the same. */
  readonly sample?: ({ readonly lives: number } | { readonly share: number }) & { readonly seed: number };
}

/** How far an audit has come. */
export type AuditStep =
  | { readonly done: 'check'; readonly of: number }
  | {
      readonly done: 'lives';
      /** How many creatures were passed, of how many, and how many of their lives were lived again. */
      readonly passed: number;
      readonly of: number;
      readonly lived: number;
      /** How many were not, since the older part of their logs was archived by 1.0.0. */
      readonly beyond: number;
      /** The last of them. */
      readonly reached: string;
    };

export interface AuditOptions {
  readonly lives?: LivesChosen;
  /** Goes on after this creature, with all before it done in an earlier run. */
  readonly after?: string | undefined;
  /** Where what is found goes; the first of each kind are given back, too. */
  readonly findings?: Findings;
  readonly onStep?: (step: AuditStep) => void | Promise<void>;
  /** How many lives are read at once. */
  readonly batch?: number;
}

/**
 * Everything that is stored and should not be so: rows that are wrong, counts that are off, lives that were not lived. All
 * of it is read in one snapshot, so that the house may stay open, and nothing is written, so that a standby will do.
 */
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
    await auditLives(db, now, { ...options, findings });
  });
  return findings.told;
}

const BATCH = 500;

interface LivesAudit extends AuditOptions {
  readonly findings: Findings;
}

/**
 * The migration of the version that made the streak bonus flat and capped the pace of health. Lives that hatched before it
 * ran here were partly lived by the former rules.
 */
const RULES_MIGRATION = 27;

/** Replays lives from what was written down, and tells where what is stored is something else. */
async function auditLives(
  db: Db,
  now: Instant,
  { lives = {}, after = '', findings, onStep, batch = BATCH }: LivesAudit,
): Promise<void> {
  const registry = speciesRegistry(db);
  const rulesSince = (await migratedAt(db, RULES_MIGRATION)) ?? now;
  const of = await countCreatures(db, lives);
  const share = shareOf(lives.sample, of);
  const page = Math.min(Math.ceil(batch / share), MOST_PASSED);
  let passed = await creatureIdsAfter(db, lives, after, page);
  while (passed.length > 0) {
    const ids = passed.filter((id) => isChosen(lives.sample, share, id));
    let beyond = 0;
    for await (const some of readLives(db, ids)) {
      const whole = some.filter(({ isArchived }) => !isArchived);
      beyond += some.length - whole.length;
      await auditEach(whole, registry, { now, rulesSince }, findings);
    }
    const reached = passed.at(-1) ?? '';
    await onStep?.({
      done: 'lives',
      passed: passed.length,
      of,
      lived: ids.length - beyond,
      beyond,
      reached,
    });
    passed = await creatureIdsAfter(db, lives, reached, page);
  }
}

async function auditEach(
  lives: readonly KeptLife[],
  registry: SpeciesRegistry,
  moments: AuditMoments,
  findings: Findings,
): Promise<void> {
  for (const life of lives) {
    const { id, species: slug } = life.stored.creature;
    const species = await registry.find(slug);
    if (species) auditLife(life, species, moments).forEach((finding) => findings.add(finding));
    else findings.add({ check: 'every creature is of a species', subject: id, found: slug });
  }
}

// A small sample of a large house is looked for in no more than so many ids at once.
const MOST_PASSED = 10_000;

function shareOf(sample: LivesChosen['sample'], all: number): number {
  if (!sample) return 1;
  return 'share' in sample ? sample.share : Math.min(1, sample.lives / Math.max(1, all));
}

/** By its id alone: whoever goes on in the middle chooses as if they had begun at the beginning. */
function isChosen(sample: LivesChosen['sample'], share: number, id: string): boolean {
  return !sample || dice(sample.seed, 'audit', seedOf(id)) < share;
}

/** Lives a life again from what was written down, and tells where what is stored of it is something else. */
function auditLife(life: KeptLife, species: Species, { now, rulesSince }: AuditMoments): Finding[] {
  const { stored, log } = life;
  const { creature } = stored;
  // What was written by a clock ahead of this one has happened all the same.
  const until = Math.max(now, creature.died?.at ?? 0, creature.life?.settledAt ?? 0);
  const { creature: replayed, reached, felt, wrong } = replayLife(creature, species, log, until);
  const then = creature.releasedAt === undefined ? liveUntil(creature, species, until).creature : creature;
  const found = (check: string, what: readonly string[]): Finding[] =>
    what.map((each) => ({ check, subject: creature.id, found: each }));
  const compared = isOfFormerRules(creature, species, rulesSince)
    ? []
    : [
        ...found('a care log tells what happened', wrong),
        ...found(
          'a life lived again from its log is the same life',
          differences(then, withFormerCause(replayed, species, then, rulesSince)),
        ),
        ...found('every milestone was reached, and every one reached is kept', milestonesOff(life, reached)),
        ...found('what a creature keeps and tells is what came of its life', heartOff(life, replayed, felt)),
      ];
  return [
    ...compared,
    ...found('there is one gravestone for each death', gravestonesOff(life)),
    ...found('what was tried is what the log says', triedOff(life)),
    ...found('what was done for it last is what the log says', recentOff(life)),
    ...found('what happens next is known', duesOff(stored, species, now)),
  ];
}

/** The moments an audit needs: its own, and since when the house goes by the rules of this version. */
interface AuditMoments {
  readonly now: Instant;
  readonly rulesSince: Instant;
}

/** Its trust, or its health, may follow rules of a former version: a replay by today's would differ without a fault. */
function isOfFormerRules({ life }: Creature, species: Species, rulesSince: Instant): boolean {
  if (!life || life.hatchedAt >= rulesSince) return false;
  return species.trustSpeed !== 'medium' || mechanicsOf(species).length > 0;
}

const PARTS = ['zone', 'stage', 'path', 'personality', 'life', 'record', 'died', 'resurrections'] as const;

/** Causes stored up to 1.0.0 follow the former rule and stay as they were told. */
function withFormerCause(
  replayed: Creature,
  species: Species,
  stored: Creature,
  rulesSince: Instant,
): Creature {
  if (!replayed.died || replayed.died.cause === 'harm' || !hasHatched(replayed)) return replayed;
  const { at } = replayed.died;
  if (at >= rulesSince) return replayed;
  const former = formerCauseAt(replayed, species, at);
  return stored.died?.cause === former ? { ...replayed, died: { at, cause: former } } : replayed;
}

function differences(stored: Creature, replayed: Creature): string[] {
  return PARTS.filter((part) => !isAlike(stored[part], replayed[part])).map(
    (part) => `${part} is ${stableJson(stored[part])}, and should be ${stableJson(replayed[part])}`,
  );
}

/** The same in every field; one that is undefined is as good as missing, as it is once it was written down. */
function isAlike(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, at) => isAlike(each, other[at]));
  if (!isObject(one) || !isObject(other)) return false;
  return (
    Object.keys(one).every((field) => isAlike(one[field], other[field])) &&
    Object.keys(other).every((field) => one[field] !== undefined || other[field] === undefined)
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** The same text for the same value, in whatever order its fields were set. */
function stableJson(value: unknown): string | undefined {
  return JSON.stringify(value, (_, part: unknown) =>
    isObject(part) && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

function milestonesOff({ stored, milestones }: KeptLife, reached: readonly ReplayedMilestone[]): string[] {
  const recorded = milestones.map(({ type, threshold, reachedAt }) => `${type} ${threshold} at ${reachedAt}`);
  // What is due and not yet written down is nobody's fault.
  const due = stored.nextEventAt ?? Infinity;
  const expected = reached.filter(({ at }) => at < due).map(({ what, at }) => `${what} at ${at}`);
  return [
    ...expected.filter((each) => !recorded.includes(each)).map((each) => `missing: ${each}`),
    ...recorded.filter((each) => !expected.includes(each)).map((each) => `never reached: ${each}`),
  ];
}

/** One whose heart an older house has not known through its whole life has only its own word for it. */
function heartOff(
  { stored, keepsakes, letters }: KeptLife,
  replayed: Creature,
  felt: readonly HeartEvent[],
): string[] {
  if (!knowsItsHeart(stored.creature)) return [];
  const { heart } = stored.creature;
  const kept = keepsakes.map(({ kind, keptAt }) => `${kind} at ${keptAt}`);
  const told = letters.map(
    ({ number, writtenAt, facts }) => `letter ${number} at ${writtenAt}: ${stableJson(facts)}`,
  );
  const storedFacts = new Map(letters.map(({ number, facts }) => [number, facts]));
  const expected = felt.map((each) => {
    if (each.kind === 'kept') return `${each.keepsake} at ${each.at}`;
    const { number, at, ...facts } = each.letter;
    return `letter ${number} at ${at}: ${stableJson(asStored(facts, storedFacts.get(number)))}`;
  });
  const lived = replayed.heart && {
    ...replayed.heart,
    lately: pageAsStored(replayed.heart.lately, heart?.lately),
  };
  const stands = new Set([...kept, ...told]);
  return [
    ...(isAlike(heart, lived) ? [] : [`heart is ${stableJson(heart)}, and should be ${stableJson(lived)}`]),
    ...expected.filter((each) => !stands.has(each)).map((each) => `missing: ${each}`),
    ...[...stands].filter((each) => !expected.includes(each)).map((each) => `never came: ${each}`),
  ];
}

/** The facts without those that the version that stored them did not know. */
function asStored(facts: LetterFacts, stored: LetterFacts | undefined): LetterFacts {
  if (!stored) return facts;
  return {
    ...facts,
    page: pageAsStored(facts.page, stored.page),
    cause: stored.cause && facts.cause,
    waiting: stored.waiting && facts.waiting,
  };
}

function pageAsStored(page: RecentDigest, stored: RecentDigest | undefined): RecentDigest {
  if (!stored) return page;
  return { ...page, begins: stored.begins && page.begins, harm: stored.harm && page.harm };
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
  if (judged.length === 0 && tried.length === 0) return [];
  const expected = new Map(judged.map(({ action, item, score }) => [`${action} ${item}`, score]));
  const stored = new Map(tried.map(({ action, item, score }) => [`${action} ${item}`, score]));
  const both = new Set([...expected.keys(), ...stored.keys()]);
  return [...both].filter((each) => expected.get(each) !== stored.get(each));
}

/** One that nobody cared for since creatures know it themselves has its log to tell. */
function recentOff({ stored: { recentDeeds }, log }: KeptLife): string[] {
  if (recentDeeds === undefined) return [];
  const done = log.entries.filter(({ refused }) => refused === undefined);
  const expected = recentDeedsAfter(done.toReversed());
  return recentDeeds === expected ? [] : [`${recentDeeds} instead of ${expected}`];
}

function duesOff(stored: StoredCreature, species: Species, now: Instant): string[] {
  if (isDue(stored, now)) return [];
  const { creature, nextEventAt, consistencyTenths: tenths, lostAt, trustStep } = stored;
  const next = nextChangeAt(creature, species, now);
  const counted = consistencyTenths(creature, species, now);
  const rank = rankFacts(creature, species, now);
  return [
    ...(next === nextEventAt ? [] : [`next_event_at is ${nextEventAt}, and should be ${next}`]),
    ...(counted === tenths ? [] : [`consistency_tenths is ${tenths}, and should be ${counted}`]),
    // Where nothing is known, nobody has written it since anybody would have.
    ...(lostAt === undefined || lostAt === rank.lostAt
      ? []
      : [`lost_at is ${lostAt}, and should be ${rank.lostAt}`]),
    ...(trustStep === undefined || trustStep === rank.trustStep
      ? []
      : [`trust_step is ${trustStep}, and should be ${rank.trustStep}`]),
  ];
}
