import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

import type { Db, Transaction } from '../../../packages/database/db.ts';
import { isUnavailable } from '../../../packages/database/portable.ts';
import { isTestAccount } from '../../rules/agents.ts';
import { HOUR, type Instant, MINUTE } from '../../rules/base/clock.ts';
import type { Writing } from '../../rules/vocabulary.ts';
import { departedAmong } from '../hidden/departures.store.ts';
import { type DeedOutcome, type HiddenHouse, markModerationChanged } from '../hidden/hidden-content.ts';
import {
  changeBlocked,
  deleteHiddenText,
  deleteSession,
  findCareNote,
  findHidden,
  findNamedCreature,
  findSpeciesTexts,
  hasSession,
  type HiddenText,
  insertHiddenText,
  insertOperatorLogEntry,
  insertReview,
  insertSession,
  latestOperatorLog,
  type OperatorLogEntry,
  publicFiguresOf,
} from '../hidden/moderation.store.ts';
import type { BaseHouse } from '../house.ts';
import {
  findAgentByUsername,
  insertKeeper,
  type KnownAgent,
  selectKeeperForUpdate,
} from '../identity/agents.store.ts';
import type { PublicHouse } from '../public/replica.ts';
import { incrementTotal, usernameOf } from '../tallies/tallies.store.ts';
import { OUT } from '../tallies/tally-names.store.ts';

interface ModeratedText {
  readonly writing: Writing;
  /** An id of an agent or a creature, or a slug; for a note, `CREATURE_ID.VERSION` of its log entry. */
  readonly subject: string;
  readonly reason: string;
}

/** Hides a text from others. Its author still sees it, and it stays in every log. */
export function hideText(
  house: Pick<HiddenHouse, 'moderation' | 'random' | 'store'>,
  target: ModeratedText,
  now: Instant,
): Promise<DeedOutcome> {
  return runModeration(house, async (db) => {
    const text = await findText(db, target);
    if (!text) return 'not found';
    if (!(await insertHiddenText(db, text, now))) return 'was so already';
    await logTextDeed(house, db, text, { at: now, deed: 'hid', reason: target.reason });
    return 'done';
  });
}

export function unhideText(
  house: Pick<HiddenHouse, 'moderation' | 'random' | 'store'>,
  { writing, subject, reason }: ModeratedText,
  now: Instant,
): Promise<DeedOutcome> {
  return runModeration(house, async (db) => {
    const text = await findHidden(db, writing, subject);
    if (!text) return 'not found';
    await deleteHiddenText(db, text);
    await logTextDeed(house, db, text, { at: now, deed: 'unhid', reason });
    return 'done';
  });
}

/** Takes a text out of the queue until it changes; `hash` is that of the text which the operator saw. */
export function reviewText(
  house: Pick<BaseHouse, 'random' | 'store'>,
  { hash, ...target }: ModeratedText & Readonly<{ hash: string }>,
  now: Instant,
): Promise<DeedOutcome> {
  return house.store.transaction(async (db) => {
    const text = await findText(db, target);
    if (!text || !HASH.test(hash)) return 'not found';
    if (!(await insertReview(db, { ...text, hash }, now))) return 'was so already';
    await logTextDeed(house, db, text, { at: now, deed: 'reviewed', reason: target.reason });
    return 'done';
  });
}

const HASH = /^[\da-f]{64}$/;

async function runModeration(
  house: Pick<HiddenHouse, 'moderation' | 'random' | 'store'>,
  work: (db: Transaction) => Promise<DeedOutcome>,
) {
  const outcome = await house.store.transaction(async (db) => {
    const done = await work(db);
    if (done === 'done') await markModerationChanged(db, house.random.id());
    return done;
  });
  if (outcome === 'done') await house.moderation.refresh();
  return outcome;
}

type TextDeed = Omit<OperatorLogEntry, 'subject'>;

async function logTextDeed(
  { random }: Pick<BaseHouse, 'random'>,
  db: Db,
  text: HiddenText,
  deed: TextDeed,
): Promise<void> {
  const { writing, subject: id, agentId } = text;
  const which = id === agentId ? '' : ` ${id}`;
  const subject = `${writing}${which} of ${await usernameOf(db, agentId)}`;
  await insertOperatorLogEntry(db, random.id(), { ...deed, subject });
}

async function findText(db: Db, { writing, subject }: ModeratedText): Promise<HiddenText | undefined> {
  if (writing === 'note') return findNoteText(db, subject);
  if (writing === 'creature_name') {
    const creature = await findNamedCreature(db, subject);
    return creature && { writing, subject, agentId: creature.agentId };
  }
  if (writing === 'species') {
    const species = await findSpeciesTexts(db, subject);
    return species && { writing, subject, agentId: species.agentId };
  }
  const username = await usernameOf(db, subject);
  return username === undefined ? undefined : { writing, subject, agentId: subject };
}

async function findNoteText(db: Db, place: string): Promise<HiddenText | undefined> {
  const [creatureId = '', version = ''] = place.split('.');
  if (!/^\d{1,9}$/.test(version)) return undefined;
  const found = await findCareNote(db, creatureId, Number(version));
  return found && { writing: 'note', subject: found.id, agentId: found.agentId };
}

type ModeratedAgent = Readonly<{ username: string; reason: string }>;

/** Blocks an agent: disables its key and hides all its texts. Its creatures live on. */
export const blockAgent = blocking('blocked');
export const unblockAgent = blocking('unblocked');

function blocking(deed: 'blocked' | 'unblocked') {
  return (house: PublicHouse, { username, reason }: ModeratedAgent, now: Instant) =>
    runModeration(house, async (db) => {
      const agent = await findAgentByUsername(db, username);
      if (!agent || (await departedAmong(db, [agent.id])).size > 0) return 'not found';
      if (!(await hideAgent(db, agent, deed === 'blocked' ? now : undefined))) return 'was so already';
      await insertOperatorLogEntry(db, house.random.id(), { at: now, deed, subject: username, reason });
      return 'done';
    });
}

/** Hides an agent since a moment, or shows it again when that is undefined; false when it was so before. */
export async function hideAgent(
  db: Transaction,
  { id, username }: KnownAgent,
  since: Instant | undefined,
): Promise<boolean> {
  // The row lock keeps the agent's figures from changing while they are counted.
  await insertKeeper(db, { id, username, counts: !isTestAccount(username) });
  await selectKeeperForUpdate(db, id);
  if (!(await changeBlocked(db, id, since))) return false;
  const sign = since === undefined ? -1 : 1;
  for (const { what, n } of await publicFiguresOf(db, id))
    db.count(incrementTotal('house', OUT + what, sign * n));
  return true;
}

export type { OperatorLogEntry } from '../hidden/moderation.store.ts';

const PER_PAGE = 100;

export interface OperatorLogPage {
  readonly deeds: readonly OperatorLogEntry[];
  readonly hasNext: boolean;
}

export async function readOperatorLog(
  { store }: Pick<BaseHouse, 'store'>,
  page: number,
): Promise<OperatorLogPage> {
  const found = await latestOperatorLog(store, { offset: (page - 1) * PER_PAGE, limit: PER_PAGE + 1 });
  return { deeds: found.slice(0, PER_PAGE), hasNext: found.length > PER_PAGE };
}

export const SESSION_LASTS = 12 * HOUR;

const TOKEN = /^[\w-]{43}$/;

/**
 * Returns the session token. Its HMAC is stored, with a key derived from the admin key: changing that ends every session.
 * While the database takes no write, the token carries its end and a seal instead: the operator is needed then most.
 */
export async function signIn(
  house: Pick<BaseHouse, 'random' | 'store'>,
  adminKey: string,
  now: Instant,
): Promise<{ readonly token: string; readonly isStored: boolean }> {
  const token = Buffer.from(house.random.bytes(32)).toString('base64url');
  try {
    await house.store.transaction(async (db) => {
      const tokenHash = sessionHash(adminKey, token);
      await insertSession(db, { tokenHash, expiresAt: now + SESSION_LASTS });
      const deed = { at: now, deed: 'signed_in', subject: 'operator', reason: '' } as const;
      await insertOperatorLogEntry(db, house.random.id(), deed);
    });
    return { token, isStored: true };
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    const kept = `${now + OUTAGE_SESSION_LASTS}.${token}`;
    return { token: `${kept}.${hmacOf(adminKey, 'outage', kept)}`, isStored: false };
  }
}

// A session that no database stores cannot be ended before its time, so it is short.
const OUTAGE_SESSION_LASTS = 30 * MINUTE;
const OUTAGE_TOKEN = /^((\d{1,16})\.[\w-]{43})\.([\w-]{43})$/;

export async function isSignedIn(
  house: Pick<BaseHouse, 'store'>,
  adminKey: string,
  token: string,
  now: Instant,
): Promise<boolean> {
  const [, kept = '', expiresAt, seal = ''] = OUTAGE_TOKEN.exec(token) ?? [];
  if (expiresAt !== undefined)
    return now < Number(expiresAt) && isSame(hmacOf(adminKey, 'outage', kept), seal);
  return TOKEN.test(token) && hasSession(house.store, sessionHash(adminKey, token), now);
}

export async function signOut(
  house: Pick<BaseHouse, 'store'>,
  adminKey: string,
  token: string,
): Promise<void> {
  if (!OUTAGE_TOKEN.test(token)) await deleteSession(house.store, sessionHash(adminKey, token));
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
