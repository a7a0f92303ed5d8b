import type { Database, Db } from '../../../packages/database/db.ts';
import { UnreadableRowError } from '../../../packages/database/table.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { newLife, NEW_RECORD, STATS_AT_BIRTH } from '../../rules/lives/creature.ts';
import { creatureIdsAfter } from '../creatures/due-creatures.store.ts';
import {
  examineCreatures,
  saveCreatureBody,
  type StoredCreature,
  storedCreatureFrom,
} from '../records/creatures.store.ts';
import { speciesRegistry } from '../species/species-registry.ts';
import { readParts } from './audit.store.ts';
import { compareWithLog, isOfFormerRules, rulesChangedAt } from './audit.ts';
import { type KeptLife, replayLife, withLogs } from './replay.ts';

type DamagedCreature = Readonly<{ id: string; column: string }>;

// Bounds the time of the doctor; the audit reads all.
const PAGE = 500;
const MOST_PAGES = 40;

/** The unreadable ones among the first 20,000 creatures, and those whose species is missing. */
export async function findDamaged(db: Db): Promise<DamagedCreature[]> {
  const registry = speciesRegistry(db);
  const damaged: DamagedCreature[] = [];
  let after = '';
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const ids = await creatureIdsAfter(db, {}, after, PAGE);
    for (const found of await examineCreatures(db, ids)) {
      if (found instanceof UnreadableRowError) damaged.push({ id: found.key, column: found.column });
      else if (!(await isSpecies(registry, found.creature.species)))
        damaged.push({ id: found.creature.id, column: 'species' });
    }
    const last = ids.at(-1);
    if (last === undefined) break;
    after = last;
  }
  return damaged;
}

async function isSpecies(registry: ReturnType<typeof speciesRegistry>, slug: string): Promise<boolean> {
  try {
    return (await registry.find(slug)) !== undefined;
  } catch (error) {
    if (error instanceof UnreadableRowError) return false;
    throw error;
  }
}

/** `obstacles`: why the log does not suffice. */
export type RepairPlan = {
  /** The unreadable columns. */
  readonly damaged: readonly string[];
  /** Number of acts of care that were replayed. */
  readonly acts: number;
} & (
  | { readonly repaired: StoredCreature; readonly obstacles: readonly [] }
  /** `obstacles`: why the log does not suffice. */
  | { readonly repaired: undefined; readonly obstacles: readonly string[] }
);

/** Computes the unreadable columns of a creature from its log. Undefined: no such creature. */
type DrawTraits = (seed: number) => readonly string[];

export async function planRepair(
  db: Db,
  id: string,
  now: Instant,
  drawTraits: DrawTraits,
): Promise<RepairPlan | undefined> {
  const { rest, body, heart, bodyText, damaged } = await readParts(db, id);
  const refuse = (...obstacles: string[]) => ({ damaged, acts: 0, repaired: undefined, obstacles });
  if (!rest) return damaged.length === 0 ? undefined : refuse(`${damaged[0]} is not in the log`);
  const species = await speciesRegistry(db).find(rest.species);
  if (!species) return refuse(`its species ${rest.species} is not stored here`);
  if (damaged.length === 0) return refuse();
  const blank = { personality: [], life: undefined, record: NEW_RECORD };
  const [life] = await withLogs(db, [storedCreatureFrom({ ...rest, body: body ?? blank, heart })]);
  if (!life) return undefined;
  if (life.isArchived) return refuse('1.0.0 has archived the older part of it');
  const traits = body ? [] : (traitsIn(bodyText) ?? drawTraits(rest.seed));
  const known = body ?? bodyFrom(life, traits);
  const { creature } = storedCreatureFrom({ ...rest, body: known, heart });
  const rulesSince = await rulesChangedAt(db, now);
  if (isOfFormerRules(creature, species, rulesSince))
    return refuse('part of its life followed the rules of an earlier version');
  const until = lastMomentOf(life, creature.life?.hatchedAt);
  const { creature: replayed } = replayLife(creature, species, life.log, until);
  const isHeartLost = damaged.includes('heart');
  const parts = { ...rest, body: body ?? replayed, heart: isHeartLost ? replayed.heart : heart };
  const repaired = storedCreatureFrom(parts);
  const findings = compareWithLog({ ...life, stored: repaired }, species, now, rulesSince);
  const acts = replayed.record.careActions;
  if (findings.length === 0) return { damaged, acts, repaired, obstacles: [] };
  return { ...refuse(...findings.map(({ check, found }) => `not so: ${check} (${found})`)), acts };
}

export async function applyRepair(store: Database, repaired: StoredCreature): Promise<void> {
  await store.transaction((db) => saveCreatureBody(db, repaired, repaired));
}

function bodyFrom({ log, milestones }: KeptLife, traits: readonly string[]) {
  const stages = milestones.filter(({ type }) => type === 'stage_transition');
  const hatched = stages.find(({ threshold }) => threshold === 'baby');
  const careActions = log.entries.filter(({ refused }) => refused === undefined).length;
  return {
    personality: [...traits, ...log.returns.map(({ layer }) => layer)],
    life: hatched && newLife(STATS_AT_BIRTH, hatched.reachedAt),
    record: { ...NEW_RECORD, careActions },
  };
}

/** The inborn traits in the JSON of a body that was cut off after them. */
function traitsIn(cut: string): readonly string[] | undefined {
  const before = '{"personality":';
  const end = cut.indexOf('"]');
  if (!cut.startsWith(`${before}["`) || end < 0) return undefined;
  return JSON.parse(cut.slice(before.length, end + 2)) as string[];
}

function lastMomentOf({ stored, log: { entries, checks, returns, moves } }: KeptLife, hatchedAt = 0) {
  const accepted = entries.filter(({ refused }) => refused === undefined);
  const first = Math.max(stored.creature.adoptedAt, hatchedAt);
  return [...accepted, ...checks, ...returns, ...moves].reduce((last, { at }) => Math.max(last, at), first);
}
