import { RefusedError } from '../client/client.ts';
import type { Routes } from '../contract/routes.ts';
import type { Reply } from '../contract/server/route.ts';
import type { Instant } from '../core/engine/clock.ts';
import type { Stage } from '../core/vocabulary.ts';
import type { DiaryEntry } from './diary-entry.ts';
import type { KeeperContext } from './keeper-context.ts';
import { lookFrom, fetchStatus, visitCreature, type KeeperLook } from './visit.ts';
import { adoptOnce, finishPending } from './write-ahead.ts';

type RoundStatusReply = Reply<Routes['getCreatureStatus']>;

/** What a round through the house came to, by the house's clock. */
export interface KeeperRound {
  readonly now: Instant;
  /** When the first of them needs somebody again; undefined when nobody lives here any more. */
  readonly next: Instant | undefined;
  /** How many died since the last round. */
  readonly deaths: number;
}

/** Looks after everyone who lives here, once; adopts somebody where nobody does. */
export async function makeRound(keeping: KeeperContext): Promise<KeeperRound> {
  const { time } = await keeping.house.getHealth();
  const began = Date.parse(time);
  await finishPending(keeping, began);
  const { ids, deaths, someoneDied } = await updateHousehold(keeping, began);
  if (ids.length > 0) return visitAll(keeping, ids, deaths, began);
  if (someoneDied && keeping.wishes.afterDeath === 'stop') return { now: began, next: undefined, deaths };
  await adoptOnce(keeping, began);
  return visitAll(keeping, Object.keys(keeping.memory.now.creatures), deaths, began);
}

async function visitAll(
  keeping: KeeperContext,
  ids: readonly string[],
  deaths: number,
  began: Instant,
): Promise<KeeperRound> {
  const moments: Instant[] = [];
  let now = began;
  for (const id of ids) {
    const look = await lookIn(keeping, id);
    const next = look && (await visitCreature(keeping, look));
    now = look?.now ?? now;
    // One that died just now is mourned in the next round, which comes at once.
    moments.push(next ?? now);
  }
  return { now, next: Math.min(...moments), deaths };
}

/** Looks at one, which hatches its egg, and writes down how it has grown. */
async function lookIn(keeping: KeeperContext, id: string): Promise<KeeperLook | undefined> {
  const status = await fetchStatus(keeping, id);
  const look = status && lookFrom(status);
  if (!look) return undefined;
  const { name, stage, evolution_progress: progress } = look.creature;
  const known = keeping.memory.now.creatures[id]?.stage;
  if (known !== stage) {
    const grown = grownTo(stage, known);
    const form = progress.form === undefined ? {} : { form: progress.form };
    if (grown === 'grew')
      await keeping.diary.write(look.now, { kind: 'grew', creature_id: id, name, stage, ...form });
    if (grown === 'hatched') await keeping.diary.write(look.now, { kind: 'hatched', creature_id: id, name });
    await remember(keeping, { ...keeping.memory.now.creatures, [id]: { name, stage } });
  }
  return look;
}

function grownTo(stage: Stage, known: Stage | undefined): 'hatched' | 'grew' {
  return known === 'egg' && stage === 'baby' ? 'hatched' : 'grew';
}

interface Household {
  /** Everyone who lives here. */
  readonly ids: readonly string[];
  readonly deaths: number;
  /** True when nobody is left because somebody died. */
  readonly someoneDied: boolean;
}

/** Who lives here now; whoever came or went since the last round is written down. */
async function updateHousehold(keeping: KeeperContext, now: Instant): Promise<Household> {
  const { living, late } = await takeAttendance(keeping);
  const known = keeping.memory.now.creatures;
  const missing = Object.entries(known).filter(([id]) => !living.some((each) => each.id === id));
  const farewells = await Promise.all(missing.map(([id, { name }]) => farewell(keeping, id, name)));
  for (const entry of farewells) await keeping.diary.write(now, entry);
  const newcomers = living.filter(({ id }) => !(id in known));
  for (const { id, name } of newcomers)
    await keeping.diary.write(now, { kind: 'found', creature_id: id, name });
  if (missing.length + newcomers.length > 0)
    await remember(
      keeping,
      Object.fromEntries(living.map(({ id, name, stage }) => [id, known[id] ?? { name, stage }])),
    );
  return {
    ids: living.map(({ id }) => id),
    deaths: farewells.filter(({ kind }) => kind === 'died').length,
    someoneDied: late,
  };
}

async function remember(
  { memory }: KeeperContext,
  creatures: KeeperContext['memory']['now']['creatures'],
): Promise<void> {
  await memory.change({ creatures });
}

interface Attendance {
  readonly living: readonly { readonly id: string; readonly name: string; readonly stage: Stage }[];
  readonly late: boolean;
}

async function takeAttendance({ house }: KeeperContext): Promise<Attendance> {
  try {
    const { creature, other_creatures: others = [] }: RoundStatusReply = await house.getCreatureStatus();
    return { living: [creature, ...others], late: false };
  } catch (refused) {
    if (!(refused instanceof RefusedError) || refused.problem.code !== 'nobody_home') throw refused;
    return { living: [], late: refused.problem.creature !== undefined };
  }
}

/** What became of one that is not here any more. */
async function farewell(keeping: KeeperContext, id: string, name: string): Promise<DiaryEntry> {
  const { creature } = (await fetchStatus(keeping, id)) ?? {};
  if (!creature || !('died_at' in creature)) return { kind: 'gone', creature_id: id, name };
  return { kind: 'died', creature_id: id, name, cause: creature.cause, died_at: creature.died_at };
}
