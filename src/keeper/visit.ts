import { RefusedError } from '../client/client.ts';
import type { Routes } from '../contract/routes.ts';
import type { Reply } from '../contract/server/route.ts';
import { DAY, type Instant } from '../core/engine/clock.ts';
import type { Action } from '../core/vocabulary.ts';
import {
  adviceFor,
  chooseAction,
  type VisitDeed,
  type WatchedCreature,
  type GrantingCare,
} from './choose-action.ts';
import { chooseItem, takesItem, type KnownTastes } from './choose-item.ts';
import type { KeeperContext } from './keeper-context.ts';
import type { LastLook } from './next-visit.ts';
import { wordsToSay } from './words-to-say.ts';
import { careOnce, type KeeperCareReply } from './write-ahead.ts';

type KeeperStatusReply = Reply<Routes['getCreatureStatus']>;

/** A look at one that lives. */
export interface KeeperLook {
  readonly creature: WatchedCreature;
  readonly status: KeeperStatusReply;
  readonly now: Instant;
}

/** A look at one that lives and has hatched; undefined for any other. */
export function lookFrom(status: KeeperStatusReply): KeeperLook | undefined {
  const { creature } = status;
  if (!('death_clock' in creature) || !('care_rhythm' in creature)) return undefined;
  return { creature, status, now: Date.parse(status.server_time) };
}

/** Does for one creature what can be done now; says how it is then, or undefined when it died meanwhile. */
export async function visitCreature(keeper: KeeperContext, first: KeeperLook): Promise<LastLook | undefined> {
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
    if (takesItem(action))
      tastes ??= await keeper.house.getCreaturePreferences({ query: { creature_id: creature.id } });
    const wish = status.wish?.grant?.action === action ? status.wish.grant : undefined;
    const item = tastes && itemFor(action, look, tastes, wish);
    const attempt = await careOnce(keeper, {
      creature,
      action,
      item,
      notes: wish?.notes === 'some' || wish?.notes === 'long' ? wordsToSay(wish.notes, now) : undefined,
      visit: first.now,
      nth: done.length,
      now,
    });
    if (attempt === 'nobody') return undefined;
    const reply = attempt === 'asleep' ? undefined : attempt.cared;
    if (reply) done.push({ ...deedOf(keeper, action, look, reply), wished: wish !== undefined });
    const after = reply ? lookAfter(look, reply) : await lookAgain(keeper, creature.id);
    if (!after) return undefined;
    look = after;
  }
}

function itemFor(
  action: Action,
  { creature, status }: KeeperLook,
  tastes: KnownTastes,
  wish: GrantingCare | undefined,
): string | undefined {
  if (!takesItem(action)) return undefined;
  const advised = adviceFor(creature.id, status.next_steps).find((step) => step.action === action);
  return chooseItem(action, tastes, wish?.item ?? advised?.item);
}

/** How it is after care, by the answer alone; undefined when that ended its life. */
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

/** How it is now that it was found asleep. */
async function lookAgain(keeper: KeeperContext, id: string): Promise<KeeperLook | undefined> {
  const status = await fetchStatus(keeper, id);
  return status && lookFrom(status);
}

/** What the house says of one creature; undefined when it is not here any more. */
export async function fetchStatus(
  { house }: KeeperContext,
  creature_id: string,
): Promise<KeeperStatusReply | undefined> {
  try {
    return await house.getCreatureStatus({ query: { creature_id } });
  } catch (refused) {
    if (refused instanceof RefusedError && refused.status === 404) return undefined;
    throw refused;
  }
}

function deedOf(
  { fruitless }: KeeperContext,
  action: Action,
  { creature, now }: KeeperLook,
  reply: KeeperCareReply,
): VisitDeed {
  const { success, effectiveness } = reply.action_result;
  if (success && effectiveness === 'wasted') {
    const known = fruitless.get(creature.id) ?? new Map<Action, number>();
    fruitless.set(creature.id, known.set(action, now + DAY));
  }
  return { action, taken: success ? 'accepted' : 'refused' };
}

function fruitlessNow({ fruitless }: KeeperContext, id: string, now: Instant): ReadonlySet<Action> {
  const known = [...(fruitless.get(id) ?? [])].filter(([, until]) => until > now);
  return new Set(known.map(([action]) => action));
}

async function endVisit(
  { diary }: KeeperContext,
  look: KeeperLook,
  done: readonly VisitDeed[],
): Promise<LastLook> {
  const { creature, status, now } = look;
  if (creature.sleep_info?.sleeping && done.length === 0)
    await diary.write(now, { kind: 'asleep', creature_id: creature.id, name: creature.name });
  const { at = status.server_time, creature_id: creatureId = creature.id } = status.recommended_checkin ?? {};
  return { creature, now, recommended: { at: Date.parse(at), creatureId } };
}
