import { RefusedError } from '../client/client.ts';
import type { Instant } from '../core/engine/clock.ts';
import type { DiaryEntry } from './diary-entry.ts';
import type { KeeperContext } from './keeper-context.ts';
import { nextVisit, type LastLook } from './next-visit.ts';
import { lookFrom, fetchStatus, visitCreature, type KeeperLook } from './visit.ts';
import { adoptOnce, finishPending } from './write-ahead.ts';

/** The result of one pass over all creatures, by the house's clock. */
export interface KeeperRound {
  readonly now: Instant;
  /** When the first of them needs somebody again; undefined when nobody lives here any more. */
  readonly next: Instant | undefined;
  /** How many died since the last round. */
  readonly deaths: number;
}

/** Looks after everyone who lives here, once; adopts somebody where nobody does. */
export async function makeRound(keeper: KeeperContext): Promise<KeeperRound> {
  const { time } = await keeper.house.getHealth();
  const began = Date.parse(time);
  await finishPending(keeper, began);
  const { ids, deaths, someoneDied } = await updateHousehold(keeper, began);
  if (ids.length > 0) return visitAll(keeper, ids, deaths, began);
  if (someoneDied && keeper.wishes.afterDeath === 'stop') return { now: began, next: undefined, deaths };
  await adoptOnce(keeper, began);
  return visitAll(keeper, Object.keys(keeper.memory.now.creatures), deaths, began);
}

async function visitAll(
  keeper: KeeperContext,
  ids: readonly string[],
  deaths: number,
  began: Instant,
): Promise<KeeperRound> {
  const looks: LastLook[] = [];
  let now = began;
  for (const id of ids) {
    const look = await lookIn(keeper, id);
    const last = look && (await visitCreature(keeper, look));
    now = last?.now ?? look?.now ?? now;
    if (last) looks.push(last);
  }
  const [first, ...others] = looks;
  // A death meanwhile is written down in the next round, which comes at once.
  const next = first && looks.length === ids.length ? nextVisit([first, ...others]) : now;
  return { now, next, deaths };
}

/** Looks at one, which hatches its egg, and writes down how it has grown. */
async function lookIn(keeper: KeeperContext, id: string): Promise<KeeperLook | undefined> {
  const status = await fetchStatus(keeper, id);
  const look = status && lookFrom(status);
  if (!look) return undefined;
  const { name, stage, evolution_progress: progress } = look.creature;
  const known = keeper.memory.now.creatures[id]?.stage;
  if (known !== stage) {
    const subject = { creature_id: id, name };
    const form = progress.form === undefined ? {} : { form: progress.form };
    const entry: DiaryEntry =
      known === 'egg' && stage === 'baby'
        ? { kind: 'hatched', ...subject }
        : { kind: 'grew', ...subject, stage, ...form };
    await keeper.diary.write(look.now, entry);
    await keeper.memory.change({ creatures: { ...keeper.memory.now.creatures, [id]: { name, stage } } });
  }
  return look;
}

/** Who lives here now; whoever came or went since the last round is written down. */
async function updateHousehold(keeper: KeeperContext, now: Instant) {
  const { living, someoneDied } = await fetchLiving(keeper);
  const known = keeper.memory.now.creatures;
  const missing = Object.entries(known).filter(([id]) => !living.some((each) => each.id === id));
  const farewells = await Promise.all(missing.map(([id, { name }]) => farewell(keeper, id, name)));
  for (const entry of farewells) await keeper.diary.write(now, entry);
  const newcomers = living.filter(({ id }) => !(id in known));
  for (const { id, name } of newcomers)
    await keeper.diary.write(now, { kind: 'found', creature_id: id, name });
  if (missing.length + newcomers.length > 0)
    await keeper.memory.change({
      creatures: Object.fromEntries(living.map(({ id, name, stage }) => [id, known[id] ?? { name, stage }])),
    });
  return {
    /** Everyone who lives here. */
    ids: living.map(({ id }) => id),
    deaths: farewells.filter(({ kind }) => kind === 'died').length,
    /** True when nobody is left because somebody died. */
    someoneDied,
  };
}

async function fetchLiving({ house }: KeeperContext) {
  try {
    const { creature, other_creatures: others = [] } = await house.getCreatureStatus();
    return { living: [creature, ...others], someoneDied: false };
  } catch (refused) {
    if (!(refused instanceof RefusedError) || refused.problem.code !== 'nobody_home') throw refused;
    return { living: [], someoneDied: refused.problem.creature !== undefined };
  }
}

/** What became of one that is not here any more. */
async function farewell(keeper: KeeperContext, id: string, name: string): Promise<DiaryEntry> {
  const { creature } = (await fetchStatus(keeper, id)) ?? {};
  if (!creature || !('died_at' in creature)) return { kind: 'gone', creature_id: id, name };
  return { kind: 'died', creature_id: id, name, cause: creature.cause, died_at: creature.died_at };
}
