import { Refused } from '../client/client.ts';
import { DAY, type Instant } from '../core/clock.ts';
import type { Action } from '../core/vocabulary.ts';
import type { Reply } from '../contract/route.ts';
import type { Routes } from '../contract/routes.ts';
import { careOnce, type Cared } from './act.ts';
import { adviceFor, choose, type Deed, type Seen } from './choose.ts';
import { chooseItem, takesItem, type Tastes } from './items.ts';
import type { Keeping } from './keeping.ts';
import { nextVisit } from './returns.ts';

type Status = Reply<Routes['getCreatureStatus']>;

/** A look at one that lives. */
export interface Look {
  readonly creature: Seen;
  readonly status: Status;
  readonly now: Instant;
}

/** A look at one that lives and has hatched; undefined for any other. */
export function lookOf(status: Status): Look | undefined {
  const { creature } = status;
  if (!('death_clock' in creature) || !('care_rhythm' in creature)) return undefined;
  return { creature, status, now: Date.parse(status.server_time) };
}

/** Does for one creature what can be done now, and says when to come back; undefined when it died meanwhile. */
export async function visit(keeping: Keeping, first: Look): Promise<Instant | undefined> {
  const done: Deed[] = [];
  let tastes: Tastes | undefined;
  let look = first;
  for (;;) {
    keeping.world.leaving.throwIfAborted();
    const { creature, status, now } = look;
    const action = choose({
      creature,
      steps: status.next_steps,
      done,
      aloneHours: first.creature.death_clock.hours_without_care,
      fruitless: fruitlessNow(keeping, creature.id, now),
    });
    if (!action) return leave(keeping, look, done);
    if (takesItem(action)) tastes ??= await tastesOf(keeping, creature.id);
    const item = tastes && itemFor(action, look, tastes);
    const came = await careOnce(keeping, {
      creature,
      action,
      item,
      visit: first.now,
      nth: done.length,
      now,
    });
    if (came === 'nobody') return undefined;
    if (came !== 'asleep') done.push(deedOf(keeping, action, look, came.cared));
    const again = await lookAgain(keeping, creature.id, came === 'asleep' ? undefined : came.cared);
    if (!again) return undefined;
    look = again;
  }
}

async function tastesOf({ house }: Keeping, creature_id: string): Promise<Tastes> {
  return house.getCreaturePreferences({ query: { creature_id } });
}

function itemFor(action: Action, { creature, status }: Look, tastes: Tastes): string | undefined {
  if (!takesItem(action)) return undefined;
  const advised = adviceFor(creature.id, status.next_steps).find((step) => step.action === action);
  return chooseItem(action, tastes, advised?.item);
}

/** How it is now; of one that refused something, with what it was said to want instead. */
async function lookAgain(keeping: Keeping, id: string, cared: Cared | undefined): Promise<Look | undefined> {
  const status = await statusOf(keeping, id);
  const refused = cared?.action_result.success === false;
  return status && lookOf(refused ? { ...status, next_steps: cared.next_steps } : status);
}

/** What the house says of one creature; undefined when it is not here any more. */
export async function statusOf({ house }: Keeping, creature_id: string): Promise<Status | undefined> {
  try {
    return await house.getCreatureStatus({ query: { creature_id } });
  } catch (refused) {
    if (refused instanceof Refused && refused.status === 404) return undefined;
    throw refused;
  }
}

function deedOf({ fruitless }: Keeping, action: Action, { creature, now }: Look, cared: Cared): Deed {
  const { success, effectiveness } = cared.action_result;
  if (success && effectiveness === 'wasted') {
    const known = fruitless.get(creature.id) ?? new Map<Action, number>();
    fruitless.set(creature.id, known.set(action, now + DAY));
  }
  return { action, taken: success ? 'accepted' : 'refused' };
}

function fruitlessNow({ fruitless }: Keeping, id: string, now: Instant): ReadonlySet<Action> {
  const known = [...(fruitless.get(id) ?? [])].filter(([, until]) => until > now);
  return new Set(known.map(([action]) => action));
}

async function leave({ diary }: Keeping, look: Look, done: readonly Deed[]): Promise<Instant> {
  const { creature, status, now } = look;
  if (creature.sleep_info?.sleeping && done.length === 0)
    await diary.write(now, { kind: 'asleep', creature_id: creature.id, name: creature.name });
  const recommended = Date.parse(status.recommended_checkin?.at ?? status.server_time);
  return nextVisit({ creature, now, recommended });
}
