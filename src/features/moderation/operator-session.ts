import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

import { HOUR, type Instant } from '../../rules/base/clock.ts';
import { deleteSession, hasSession, insertOperatorLogEntry, insertSession } from './moderation.store.ts';
import type { House } from '../house.ts';

export const SESSION_LASTS = 12 * HOUR;

const TOKEN = /^[\w-]{43}$/;

/**
 * Signs the operator in and returns the session token. Only its HMAC is stored, with a key derived from the
 * admin key: changing that ends every session.
 */
export async function signIn(house: House, adminKey: string, now: Instant): Promise<string> {
  const token = Buffer.from(house.random.bytes(32)).toString('base64url');
  await house.store.transaction(async (db) => {
    await insertSession(db, sessionHash(adminKey, token), now + SESSION_LASTS);
    const deed = { at: now, deed: 'signed_in', subject: 'operator', reason: '' } as const;
    await insertOperatorLogEntry(db, house.random.id(), deed);
  });
  return token;
}

export async function isSignedIn(
  house: House,
  adminKey: string,
  token: string,
  now: Instant,
): Promise<boolean> {
  return TOKEN.test(token) && hasSession(house.store, sessionHash(adminKey, token), now);
}

export async function signOut(house: House, adminKey: string, token: string): Promise<void> {
  await deleteSession(house.store, sessionHash(adminKey, token));
}

/** The CSRF token of a session, the same for all its forms. */
export function csrfToken(adminKey: string, token: string): string {
  return hmacOf(adminKey, 'form', token);
}

export function isCsrfToken(adminKey: string, token: string, given: string): boolean {
  const expected = Buffer.from(csrfToken(adminKey, token));
  const bytes = Buffer.from(given);
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}

function sessionHash(adminKey: string, token: string): string {
  return hmacOf(adminKey, 'session', token);
}

function hmacOf(adminKey: string, purpose: 'session' | 'form', token: string): string {
  const key = Buffer.from(hkdfSync('sha256', adminKey, '', `arkhouse operator ${purpose}`, 32));
  return createHmac('sha256', key).update(token).digest('base64url');
}
