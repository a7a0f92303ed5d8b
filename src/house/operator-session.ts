import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

import { HOUR, type Instant } from '../core/clock.ts';
import { noteDeed } from '../store/operator-log.ts';
import { endSession, hasSession, keepSession } from '../store/operator-sessions.ts';
import type { House } from './house.ts';

export const SESSION_LASTS = 12 * HOUR;

const TOKEN = /^[\w-]{43}$/;

/**
 * Lets the operator in, and gives the token that says so from now on. What is kept of it is of no use to whoever reads the
 * database, and none under another admin key: changing that ends every session.
 */
export async function signIn(house: House, adminKey: string, now: Instant): Promise<string> {
  const token = Buffer.from(house.chance.bytes(32)).toString('base64url');
  await house.store.together(async (db) => {
    await keepSession(db, kept(adminKey, token), now + SESSION_LASTS);
    const deed = { at: now, deed: 'signed_in', subject: 'operator', reason: '' } as const;
    await noteDeed(db, house.chance.id(), deed);
  });
  return token;
}

export async function isSignedIn(
  house: House,
  adminKey: string,
  token: string,
  now: Instant,
): Promise<boolean> {
  return TOKEN.test(token) && hasSession(house.store, kept(adminKey, token), now);
}

/** On every node, at once. */
export async function signOut(house: House, adminKey: string, token: string): Promise<void> {
  await endSession(house.store, kept(adminKey, token));
}

/** What only a page of this very session has to send back. */
export function formSeal(adminKey: string, token: string): string {
  return sealed(adminKey, 'form', token);
}

export function isFormSeal(adminKey: string, token: string, given: string): boolean {
  const expected = Buffer.from(formSeal(adminKey, token));
  const bytes = Buffer.from(given);
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}

function kept(adminKey: string, token: string): string {
  return sealed(adminKey, 'session', token);
}

function sealed(adminKey: string, purpose: 'session' | 'form', token: string): string {
  const key = Buffer.from(hkdfSync('sha256', adminKey, '', `arkhouse operator ${purpose}`, 32));
  return createHmac('sha256', key).update(token).digest('base64url');
}
