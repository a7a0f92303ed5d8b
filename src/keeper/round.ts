import diaryWords from '#content/agent/diary.json' with { type: 'json' };

import { DAY, HOUR, type Instant, MINUTE, SECOND } from '../rules/base/clock.ts';
import { type Action, ITEM_ACTIONS, type ItemAction, type ItemCategory } from '../rules/vocabulary.ts';
import type { Reply } from '../api/route.ts';
import type { Routes } from '../api/routes.ts';
import { RefusedError } from '../client/client.ts';
import {
  adviceFor,
  chooseAction,
  type GrantingCare,
  type VisitDeed,
  type WatchedCreature,
} from './choose-action.ts';
import type { DiaryEntry } from './diary.ts';
import type { KeeperContext } from './keeper-context.ts';
import { adoptOnce, careOnce, finishPending, type KeeperCareReply } from './write-ahead.ts';

export interface Round {
  readonly now: Instant;
  /** When the next round is due; undefined when no creature is left. */
  readonly next: Instant | undefined;
  /** How many creatures died since the round before. */
  readonly deaths: number;
}

export async function makeRound(keeper: KeeperContext): Promise<Round> {
  const { time } = await keeper.house.getHealth();
  const began = Date.parse(time);
  await finishPending(keeper, began);
  const { ids, deaths, someoneDied } = await updateHousehold(keeper, began);
  if (ids.length > 0) return visitAll(keeper, ids, deaths, began);
  const isOver = keeper.sits || (someoneDied && keeper.wishes.afterDeath === 'stop');
  if (isOver) return { now: began, next: undefined, deaths };
  await adoptOnce(keeper, began);
  return visitAll(keeper, Object.keys(keeper.memory.now.creatures), deaths, began);
}

async function visitAll(
  keeper: KeeperContext,
  ids: readonly string[],
  deaths: number,
  began: Instant,
): Promise<Round> {
  const looks: LastLook[] = [];
  let now = began;
  for (const id of ids) {
    const look = await lookIn(keeper, id);
    const last = look && (await visitCreature(keeper, look));
    now = last?.now ?? look?.now ?? now;
    if (last) looks.push(last);
  }
  const [first, ...others] = looks;
  // After a creature's death the next round, which records it, starts at once.
  const next = first && looks.length === ids.length ? nextVisit([first, ...others]) : now;
  return { now, next, deaths };
}

/** Requests the status of a creature, which hatches its egg, and records its growth. */
async function lookIn(keeper: KeeperContext, id: string): Promise<KeeperLook | undefined> {
  const look = await lookAt(keeper, id);
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
  const deaths = farewells.filter(({ kind }) => kind === 'died').length;
  return { ids: living.map(({ id }) => id), deaths, someoneDied };
}

/** The living creatures; `someoneDied` if there is none because the last one died. */
async function fetchLiving({ house }: KeeperContext) {
  try {
    const { creature, other_creatures: others = [] } = await house.getCreatureStatus();
    return { living: [creature, ...others], someoneDied: false };
  } catch (refused) {
    if (!(refused instanceof RefusedError) || refused.problem.code !== 'nobody_home') throw refused;
    return { living: [], someoneDied: refused.problem.creature !== undefined };
  }
}

async function farewell(keeper: KeeperContext, id: string, name: string): Promise<DiaryEntry> {
  const { creature } = (await fetchStatus(keeper, id)) ?? {};
  if (!creature || !('died_at' in creature)) return { kind: 'gone', creature_id: id, name };
  return { kind: 'died', creature_id: id, name, cause: creature.cause, died_at: creature.died_at };
}

type KeeperStatusReply = Reply<Routes['getCreatureStatus']>;

export type KeeperLook = Readonly<{ creature: WatchedCreature; status: KeeperStatusReply; now: Instant }>;

/** Reads a status reply; undefined for an egg or a dead creature. */
export function lookFrom(status: KeeperStatusReply): KeeperLook | undefined {
  const { creature } = status;
  if (!('death_clock' in creature) || !('care_rhythm' in creature)) return undefined;
  return { creature, status, now: Date.parse(status.server_time) };
}

async function visitCreature(keeper: KeeperContext, first: KeeperLook): Promise<LastLook | undefined> {
  const done: VisitDeed[] = [];
  let tastes: KnownTastes | undefined;
  let look = first;
  for (;;) {
    keeper.host.leaving.throwIfAborted();
    const { creature, status, now } = look;
    const action = chooseAction({
      creature,
      steps: status.next_steps,
      done,
      wish: status.wish?.grant,
      aloneHours: first.creature.death_clock.hours_without_care,
      fruitless: fruitlessNow(keeper, creature.id, now),
    });
    if (!action) return endVisit(keeper, look, done);
    if (takesItem(action)) tastes ??= await tastesOf(keeper, creature.id);
    const wish = status.wish?.grant?.action === action ? status.wish.grant : undefined;
    const item = tastes && itemFor(action, look, tastes, wish);
    const { notes: wanted } = wish ?? {};
    const notes = wanted === 'some' || wanted === 'long' ? { notes: wordsToSay(wanted, now) } : {};
    const attempt = await careOnce(keeper, {
      // The same visit and number make the same Idempotency-Key, also after a crash.
      word: `keep:${creature.id}:${first.now}:${done.length}`,
      at: now,
      name: creature.name,
      body: { action, creature_id: creature.id, ...(item !== undefined && { item }), ...notes },
    });
    if (attempt === 'nobody') return undefined;
    const reply = attempt === 'asleep' ? undefined : attempt.cared;
    const { success = false, effectiveness } = reply?.action_result ?? {};
    if (success && effectiveness === 'wasted') rememberWaste(keeper, action, look);
    const taken = success ? 'accepted' : 'refused';
    if (reply) done.push({ action, taken, wished: wish !== undefined });
    const after = reply ? lookAfter(look, reply) : await lookAt(keeper, creature.id);
    if (!after) return undefined;
    look = after;
  }
}

/** Without tastes, items are those that next steps and wishes name. */
const NO_TASTES: KnownTastes = {
  preferences: { feed: [], play: [], clean: [], medicine: [], discipline: [], sleep: [] },
  discovered: {},
};

async function tastesOf({ house, sits }: KeeperContext, creature_id: string): Promise<KnownTastes> {
  return sits ? NO_TASTES : house.getCreaturePreferences({ query: { creature_id } });
}

function itemFor(action: Action, { creature, status }: KeeperLook, tastes: KnownTastes, wish?: GrantingCare) {
  if (!takesItem(action)) return undefined;
  const advised = adviceFor(creature.id, status.next_steps).find((step) => step.action === action);
  return chooseItem(action, tastes, wish?.item ?? advised?.item);
}

/** The creature's status after care, from the care reply alone; undefined when the care killed it. */
function lookAfter({ creature, status, now }: KeeperLook, reply: KeeperCareReply): KeeperLook | undefined {
  const { recommended_checkin, server_time = status.server_time, next_steps, wish } = reply;
  const { hunger, happiness, health, trust, discipline, hidden_stats, mood, alive } = reply.creature;
  if (!alive) return undefined;
  return {
    creature: { ...creature, hunger, happiness, health, trust, discipline, hidden_stats, mood },
    status: { ...status, recommended_checkin, server_time, next_steps, wish },
    now: Math.max(now, Date.parse(server_time)),
  };
}

async function lookAt(keeper: KeeperContext, id: string): Promise<KeeperLook | undefined> {
  const status = await fetchStatus(keeper, id);
  return status && lookFrom(status);
}

async function fetchStatus({ house }: KeeperContext, creature_id: string) {
  try {
    return await house.getCreatureStatus({ query: { creature_id } });
  } catch (refused) {
    if (refused instanceof RefusedError && refused.status === 404) return undefined;
    throw refused;
  }
}

function rememberWaste({ fruitless }: KeeperContext, action: Action, { creature, now }: KeeperLook): void {
  const known = fruitless.get(creature.id) ?? new Map<Action, number>();
  fruitless.set(creature.id, known.set(action, now + DAY));
}

function fruitlessNow({ fruitless }: KeeperContext, id: string, now: Instant): ReadonlySet<Action> {
  const known = [...(fruitless.get(id) ?? [])].filter(([, until]) => until > now);
  return new Set(known.map(([action]) => action));
}

async function endVisit({ diary }: KeeperContext, look: KeeperLook, done: readonly VisitDeed[]) {
  const { creature, status, now } = look;
  if (creature.sleep_info?.sleeping && done.length === 0)
    await diary.write(now, { kind: 'asleep', creature_id: creature.id, name: creature.name });
  const { at = status.server_time, creature_id: creatureId = creature.id } = status.recommended_checkin ?? {};
  return { creature, now, recommended: { at: Date.parse(at), creatureId } };
}

/** Items that the species is known to like, and what was found out by trying. */
export type KnownTastes = Pick<Reply<Routes['getCreaturePreferences']>, 'preferences' | 'discovered'>;

function takesItem(action: Action): action is ItemAction {
  return ITEM_ACTIONS.some((each) => each === action);
}

/** The suggested one, or one that is loved, liked, or approved and untried; none rather than one known as unwelcome. */
export function chooseItem(
  action: ItemAction,
  { preferences, discovered }: KnownTastes,
  advised?: string,
): string | undefined {
  const tried = discovered[action] ?? [];
  const found = new Map(tried.map(({ item, category }) => [item, category]));
  const inCategory = (wanted: ItemCategory) => tried.find(({ category }) => category === wanted)?.item;
  const isWelcome = (item: string) => !UNWELCOME.has(found.get(item) ?? 'loved');
  if (advised !== undefined && isWelcome(advised)) return advised;
  return inCategory('loved') ?? inCategory('liked') ?? preferences[action].find((item) => !found.has(item));
}

// Categories of items that are not given; a neutral item has no effect.
const UNWELCOME: ReadonlySet<ItemCategory> = new Set(['neutral', 'disliked', 'harmful']);

/** Chooses notes for a wish; the choice changes by the hour. They claim nothing that a keeper has not done. */
function wordsToSay(wanted: 'some' | 'long', now: Instant): string {
  const lines = diaryWords.notes[wanted];
  return lines[Math.floor(now / HOUR) % lines.length] ?? '';
}

/** The next time at which the clocks of a zone show a time of day (`07:30`); undefined for a zone unknown to this Node. */
export function nextTimeOfDay(timeOfDay: string, zone: string, after: Instant): Instant | undefined {
  const offsetAt = offsetsOf(zone);
  if (!offsetAt) return undefined;
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number);
  const midnight = Math.floor((after + offsetAt(after)) / DAY) * DAY;
  const today = midnight + hours * HOUR + minutes * MINUTE;
  return [today, today + DAY].map((shown) => momentShowing(shown, offsetAt)).find((at) => at > after);
}

type OffsetAt = (at: Instant) => number;

function offsetsOf(zone: string): OffsetAt | undefined {
  try {
    const date = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
    const time = { hour: 'numeric', minute: 'numeric', second: 'numeric' } as const;
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...date, ...time });
    return (at) => shownBy(format, at) - Math.floor(at / SECOND) * SECOND;
  } catch {
    return undefined;
  }
}

/** The local time that a formatter shows, as if it were UTC. */
function shownBy(format: Intl.DateTimeFormat, at: Instant): Instant {
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/** The moment of a local time: the first one if the local time is repeated; one that is skipped is moved later by the gap. */
function momentShowing(shown: Instant, offsetAt: OffsetAt): Instant {
  const [before, then] = [shown - offsetAt(shown - DAY), shown - offsetAt(shown + DAY)];
  return [before, then].find((at) => at + offsetAt(at) === shown) ?? before;
}

interface LastLook {
  readonly creature: WatchedCreature;
  readonly now: Instant;
  /** The recommended check-in, and the creature that needs it. */
  readonly recommended: { readonly at: Instant; readonly creatureId: string };
}

/** Delay before retrying care that could not be given. */
const SOON = 10 * MINUTE;
/** The longest time between visits, as a share of the time until death. */
const SHARE_OF_LIFE = 0.75;

/** The recommended check-in of the last reply, at least a minute away and within SHARE_OF_LIFE for every creature. */
export function nextVisit(looks: readonly [LastLook, ...LastLook[]]): Instant {
  const { now, recommended } = looks.at(-1) ?? looks[0];
  const wanted = recommended.at > now ? recommended.at : whenNothingHelps(looks, recommended.creatureId);
  const latest = looks.map(
    (look) => look.now + SHARE_OF_LIFE * (Date.parse(look.creature.death_clock.dies_at) - look.now),
  );
  return Math.max(now + MINUTE, Math.min(wanted, ...latest));
}

/** The API recommends care now, but none is possible. With several creatures, another may need care before the morning. */
function whenNothingHelps(looks: readonly LastLook[], creatureId: string): Instant {
  const look = looks.find(({ creature }) => creature.id === creatureId) ?? looks[0];
  const now = looks.at(-1)?.now ?? 0;
  const morning = look && endOfNight(look);
  if (morning === undefined) return now + SOON;
  return looks.length === 1 ? morning : Math.min(morning, now + HOUR);
}

/** Undefined when the sleeping creature has to be fed before. */
function endOfNight({ creature, now }: LastLook): Instant | undefined {
  const { sleep_window_end: ends, timezone_used: zone } = creature.sleep_info ?? {};
  if (ends === undefined || zone === undefined) return undefined;
  const at = nextTimeOfDay(ends, zone, now);
  if (at === undefined) return undefined;
  const fedThen = creature.hours_since_fed + (at - now) / HOUR;
  return fedThen <= creature.feeding_window_hours ? at : undefined;
}
