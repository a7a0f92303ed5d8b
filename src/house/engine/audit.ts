import { dice, seedOf } from '../../core/engine/dice.ts';
import type { Instant } from '../../core/engine/clock.ts';
import { Findings, type Finding } from '../../store/engine/audit-check.ts';
import { auditStore, isReadable } from '../../store/engine/audit.ts';
import type { Database, Db } from '../../store/engine/db.ts';
import { migratedAt } from '../../store/engine/migrate.ts';
import { countCreatures, creatureIdsAfter } from '../../store/lives/creature-ids.ts';
import { speciesRegistry, type SpeciesRegistry } from '../species/species-registry.ts';
import { auditLife, type AuditMoments } from './audit-life.ts';
import { readLives, type KeptLife } from './kept-lives.ts';

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
