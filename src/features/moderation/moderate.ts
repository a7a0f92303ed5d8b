import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

import { HOUR, type Instant, MINUTE } from '../../rules/base/clock.ts';
import { isTestAccount } from '../../rules/agents.ts';
import type { Writing } from '../../rules/vocabulary.ts';
import type { Db, Transaction } from '../../db/db.ts';
import { incrementTotal } from '../stats/tallies.store.ts';
import { OUT } from '../stats/tally-names.store.ts';
import {
  findAgentByUsername,
  insertKeeper,
  type KnownAgent,
  selectKeeperForUpdate,
  usernameOf,
} from '../agents/agents.store.ts';
import { departedAmong } from '../agents/departures.store.ts';
import * as rows from './moderation.store.ts';
import { isDatabaseUnavailable } from '../database-errors.ts';
import type { House } from '../house.ts';
import { markModerationChanged } from './hidden-content.ts';

export type DeedOutcome = 'done' | 'was so already' | 'not found';

interface ModeratedText {
  readonly writing: Writing;
  /** An id of an agent or a creature, or a slug; for a note, `CREATURE_ID.VERSION` of its log entry. */
  readonly subject: string;
  readonly reason: string;
}

/** Hides a text from others. Its author still sees it, and it stays in every log. */
export function hideText(house: House, target: ModeratedText, now: Instant): Promise<DeedOutcome> {
  return runModeration(house, async (db) => {
    const text = await findText(db, target);
    if (!text) return 'not found';
    if (!(await rows.insertHiddenText(db, text, now))) return 'was so already';
    await logTextDeed(house, db, text, { at: now, deed: 'hid', reason: target.reason });
    return 'done';
  });
}

export function unhideText(house: House, { writing, subject, reason }: ModeratedText, now: Instant) {
  return runModeration(house, async (db) => {
    const text = await rows.findHidden(db, writing, subject);
    if (!text) return 'not found';
    await rows.deleteHiddenText(db, text);
    await logTextDeed(house, db, text, { at: now, deed: 'unhid', reason });
    return 'done';
  });
}

async function runModeration(house: House, work: (db: Transaction) => Promise<DeedOutcome>) {
  const outcome = await house.store.transaction(async (db) => {
    const done = await work(db);
    if (done === 'done') await markModerationChanged(db, house.random.id());
    return done;
  });
  if (outcome === 'done') await house.moderation.refresh();
  return outcome;
}

type TextDeed = Omit<rows.OperatorLogEntry, 'subject'>;

async function logTextDeed({ random }: House, db: Db, text: rows.HiddenText, deed: TextDeed): Promise<void> {
  const { writing, subject: id, agentId } = text;
  const which = id === agentId ? '' : ` ${id}`;
  const subject = `${writing}${which} of ${await usernameOf(db, agentId)}`;
  await rows.insertOperatorLogEntry(db, random.id(), { ...deed, subject });
}

async function findText(db: Db, { writing, subject }: ModeratedText): Promise<rows.HiddenText | undefined> {
  if (writing === 'note') return findNoteText(db, subject);
  if (writing === 'creature_name') {
    const creature = await rows.findNamedCreature(db, subject);
    return creature && { writing, subject, agentId: creature.agentId };
  }
  if (writing === 'species') {
    const species = await rows.findSpeciesTexts(db, subject);
    return species && { writing, subject, agentId: species.agentId };
  }
  const username = await usernameOf(db, subject);
  return username === undefined ? undefined : { writing, subject, agentId: subject };
}

async function findNoteText(db: Db, place: string): Promise<rows.HiddenText | undefined> {
  const [creatureId = '', version = ''] = place.split('.');
  if (!/^\d{1,9}$/.test(version)) return undefined;
  const found = await rows.findCareNote(db, creatureId, Number(version));
  return found && { writing: 'note', subject: found.id, agentId: found.agentId };
}

type ModeratedAgent = Readonly<{ username: string; reason: string }>;

/** Blocks an agent: disables its key and hides all its texts. Its creatures live on. */
export const blockAgent = blocking('blocked');
export const unblockAgent = blocking('unblocked');

function blocking(deed: 'blocked' | 'unblocked') {
  return (house: House, { username, reason }: ModeratedAgent, now: Instant) =>
    runModeration(house, async (db) => {
      const agent = await findAgentByUsername(db, username);
      if (!agent || (await departedAmong(db, [agent.id])).size > 0) return 'not found';
      if (!(await hideAgent(db, agent, deed === 'blocked' ? now : undefined))) return 'was so already';
      await rows.insertOperatorLogEntry(db, house.random.id(), { at: now, deed, subject: username, reason });
      return 'done';
    });
}

/** Hides an agent since a moment, or shows it again when that is undefined; false when it was so before. */
export async function hideAgent(db: Transaction, { id, username }: KnownAgent, since: Instant | undefined) {
  // The row lock keeps the agent's figures from changing while they are counted.
  await insertKeeper(db, { id, username, counts: !isTestAccount(username) });
  await selectKeeperForUpdate(db, id);
  if (!(await rows.changeBlocked(db, id, since))) return false;
  const sign = since === undefined ? -1 : 1;
  for (const { what, n } of await rows.publicFiguresOf(db, id))
    db.count(incrementTotal('house', OUT + what, sign * n));
  return true;
}

export type { OperatorLogEntry } from './moderation.store.ts';

const PER_PAGE = 100;

export async function readOperatorLog({ store }: House, page: number) {
  const found = await rows.latestOperatorLog(store, { offset: (page - 1) * PER_PAGE, limit: PER_PAGE + 1 });
  return { deeds: found.slice(0, PER_PAGE), hasNext: found.length > PER_PAGE };
}

export const SESSION_LASTS = 12 * HOUR;

const TOKEN = /^[\w-]{43}$/;

/**
 * Returns the session token. Its HMAC is stored, with a key derived from the admin key: changing that ends every session.
 * While the database takes no write, the token carries its end and a seal instead: the operator is needed then most.
 */
export async function signIn(
  house: House,
  adminKey: string,
  now: Instant,
): Promise<{ readonly token: string; readonly isStored: boolean }> {
  const token = Buffer.from(house.random.bytes(32)).toString('base64url');
  try {
    await house.store.transaction(async (db) => {
      const tokenHash = sessionHash(adminKey, token);
      await rows.insertSession(db, { tokenHash, expiresAt: now + SESSION_LASTS });
      const deed = { at: now, deed: 'signed_in', subject: 'operator', reason: '' } as const;
      await rows.insertOperatorLogEntry(db, house.random.id(), deed);
    });
    return { token, isStored: true };
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    const kept = `${now + OUTAGE_SESSION_LASTS}.${token}`;
    return { token: `${kept}.${hmacOf(adminKey, 'outage', kept)}`, isStored: false };
  }
}

// A session that no database stores cannot be ended before its time, so it is short.
const OUTAGE_SESSION_LASTS = 30 * MINUTE;
const OUTAGE_TOKEN = /^((\d{1,16})\.[\w-]{43})\.([\w-]{43})$/;

export async function isSignedIn(house: House, adminKey: string, token: string, now: Instant) {
  const [, kept = '', expiresAt, seal = ''] = OUTAGE_TOKEN.exec(token) ?? [];
  if (expiresAt !== undefined)
    return now < Number(expiresAt) && isSame(hmacOf(adminKey, 'outage', kept), seal);
  return TOKEN.test(token) && rows.hasSession(house.store, sessionHash(adminKey, token), now);
}

export async function signOut(house: House, adminKey: string, token: string): Promise<void> {
  if (!OUTAGE_TOKEN.test(token)) await rows.deleteSession(house.store, sessionHash(adminKey, token));
}

export function csrfTokenOf(adminKey: string, token: string): string {
  return hmacOf(adminKey, 'form', token);
}

export function isCsrfToken(adminKey: string, token: string, given: string): boolean {
  return isSame(csrfTokenOf(adminKey, token), given);
}

function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function sessionHash(adminKey: string, token: string): string {
  return hmacOf(adminKey, 'session', token);
}

function hmacOf(adminKey: string, purpose: 'session' | 'form' | 'outage', token: string): string {
  const key = Buffer.from(hkdfSync('sha256', adminKey, '', `arkhouse operator ${purpose}`, 32));
  return createHmac('sha256', key).update(token).digest('base64url');
}
