import { MINUTE, type Instant } from '../core/clock.ts';
import { Problem } from '../core/problem.ts';
import { replaceKeyHash } from '../store/agents.ts';
import type { House } from './house.ts';
import { keyHash, newKey } from './keys.ts';
import { once, recall, type Outcome } from './once.ts';

export interface Rotation {
  readonly agent: { readonly id: string; readonly username: string };
  /** The key that was sent, and that stops working. */
  readonly oldKey: string;
  readonly idempotencyKey?: string | undefined;
}

export interface Rotated {
  readonly agent: { readonly id: string; readonly username: string };
  readonly key: string;
}

/** Replaces an agent's key. Of two rotations at once, one wins and the other changes nothing. */
export async function rotateKey(house: House, wanted: Rotation, now: Instant): Promise<Outcome<Rotated>> {
  const { id, username } = wanted.agent;
  return once(house, askFor(wanted.oldKey, wanted.idempotencyKey), now, async (db) => {
    const key = newKey(house.chance);
    const change = { agentId: id, from: keyHash(wanted.oldKey), to: keyHash(key), now };
    if (!(await replaceKeyHash(db, change))) throw new Problem('key_changed_meanwhile');
    return { agent: { id, username }, key };
  });
}

/** A rotation whose answer was lost: the old key opens nothing any more, except the answer to its own last request. */
export async function recallRotation(
  house: House,
  sent: { readonly oldKey: string; readonly idempotencyKey: string },
  now: Instant,
): Promise<Outcome<Rotated> | undefined> {
  return recall<Rotated>(house, { ...askFor(sent.oldKey), key: sent.idempotencyKey }, now);
}

function askFor(oldKey: string, key?: string) {
  return { key, scope: `rotate:${keyHash(oldKey)}`, request: {}, keptFor: 10 * MINUTE, secret: oldKey };
}
