import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

import { HOUR, type Instant } from '../../rules/base/clock.ts';
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
import {
  deleteBlock,
  deleteHiddenText,
  deleteSession,
  findCareNote,
  findHidden,
  findNamedCreature,
  findSpeciesTexts,
  hasSession,
  type HiddenText,
  insertBlock,
  insertHiddenText,
  insertOperatorLogEntry,
  insertSession,
  latestOperatorLog,
  type OperatorLogEntry,
  publicFiguresOf,
} from './moderation.store.ts';
import type { House } from '../house.ts';
import { markModerationChanged } from './hidden-content.ts';

export type DeedOutcome = 'done' | 'was so already' | 'not found';

interface ModeratedText {
  readonly writing: Writing;
  /**
   * What the moderated text belongs to: the id of an agent or a creature, or a slug; for a note,
   * `CREATURE_ID.VERSION` of its log entry.
   */
  readonly subject: string;
  readonly reason: string;
}

/** Hides a text from others. Its author still sees it, and it stays in every log. */
export function hideText(house: House, target: ModeratedText, now: Instant): Promise<DeedOutcome> {
  return runModeration(house, async (db) => {
    const text = await findText(db, target);
    if (!text) return 'not found';
    if (!(await insertHiddenText(db, text, now))) return 'was so already';
    await logTextDeed(house, db, text, { at: now, deed: 'hid', reason: target.reason });
    return 'done';
  });
}

/** Shows a hidden text again; `subject` is what it was hidden under. */
export function unhideText(
  house: House,
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

/** Runs a change of hidden content and refreshes this node's cache. */
async function runModeration(
  house: House,
  work: (db: Transaction) => Promise<DeedOutcome>,
): Promise<DeedOutcome> {
  const outcome = await house.store.transaction(async (db) => {
    const done = await work(db);
    if (done === 'done') await markModerationChanged(db, house.random.id());
    return done;
  });
  if (outcome === 'done') await house.moderation.refresh();
  return outcome;
}

async function logTextDeed(
  { random }: House,
  db: Db,
  { writing, subject: id, agentId }: HiddenText,
  entry: Omit<OperatorLogEntry, 'subject'>,
): Promise<void> {
  const which = id === agentId ? '' : ` ${id}`;
  const subject = `${writing}${which} of ${await usernameOf(db, agentId)}`;
  await insertOperatorLogEntry(db, random.id(), { ...entry, subject });
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

interface ModeratedAgent {
  readonly username: string;
  readonly reason: string;
}

/** Blocks an agent: disables its key and hides all its texts. Its creatures live on. */
export function blockAgent(house: House, target: ModeratedAgent, now: Instant): Promise<DeedOutcome> {
  return setBlocked(house, target, 'blocked', now);
}

export function unblockAgent(house: House, target: ModeratedAgent, now: Instant): Promise<DeedOutcome> {
  return setBlocked(house, target, 'unblocked', now);
}

function setBlocked(
  house: House,
  { username, reason }: ModeratedAgent,
  deed: 'blocked' | 'unblocked',
  now: Instant,
): Promise<DeedOutcome> {
  return runModeration(house, async (db) => {
    const agent = await findAgentByUsername(db, username);
    if (!agent || (await departedAmong(db, [agent.id])).size > 0) return 'not found';
    const changed = await (deed === 'blocked' ? hideAgent(db, agent, now) : showAgent(db, agent));
    if (!changed) return 'was so already';
    await insertOperatorLogEntry(db, house.random.id(), { at: now, deed, subject: username, reason });
    return 'done';
  });
}

/** Hides an agent from others; false when it was hidden before. */
export function hideAgent(db: Transaction, agent: KnownAgent, now: Instant): Promise<boolean> {
  return changeBlock(db, agent, 1, () => insertBlock(db, agent.id, now));
}

function showAgent(db: Transaction, agent: KnownAgent): Promise<boolean> {
  return changeBlock(db, agent, -1, () => deleteBlock(db, agent.id));
}

async function changeBlock(
  db: Transaction,
  { id, username }: KnownAgent,
  sign: 1 | -1,
  change: () => Promise<boolean>,
): Promise<boolean> {
  // The row lock keeps the agent's figures from changing while they are counted.
  await insertKeeper(db, { id, username, counts: !isTestAccount(username) });
  await selectKeeperForUpdate(db, id);
  if (!(await change())) return false;
  for (const { what, n } of await publicFiguresOf(db, id))
    db.count(incrementTotal('house', OUT + what, sign * n));
  return true;
}

export type { OperatorLogEntry };

const PER_PAGE = 100;

/** A page of the operator's audit log, newest first. */
export async function readOperatorLog({ store }: House, page: number) {
  const found = await latestOperatorLog(store, { offset: (page - 1) * PER_PAGE, limit: PER_PAGE + 1 });
  return { deeds: found.slice(0, PER_PAGE), hasNext: found.length > PER_PAGE };
}

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
export function csrfTokenOf(adminKey: string, token: string): string {
  return hmacOf(adminKey, 'form', token);
}

export function isCsrfToken(adminKey: string, token: string, given: string): boolean {
  const expected = Buffer.from(csrfTokenOf(adminKey, token));
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
