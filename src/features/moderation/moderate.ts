import type { Instant } from '../../rules/base/clock.ts';
import { isTestAccount } from '../../rules/agents.ts';
import type { OperatorDeed, Writing } from '../../rules/vocabulary.ts';
import type { Db, Transaction } from '../../db/db.ts';
import { incrementTotal } from '../stats/tallies.store.ts';
import { OUT } from '../stats/tally-names.store.ts';
import { usernameOf, findAgentByUsername, type KnownAgent } from '../agents/agents.store.ts';
import { departedAmong } from '../agents/departures.store.ts';
import { insertKeeper, selectKeeperForUpdate } from '../agents/keepers.store.ts';
import { findCareNote, findNamedCreature, findSpeciesTexts } from './writings.store.ts';
import {
  deleteBlock,
  deleteHiddenText,
  findHidden,
  type HiddenText,
  insertBlock,
  insertHiddenText,
  insertOperatorLogEntry,
  latestOperatorLog,
  type OperatorLogEntry,
  publicFiguresOf,
} from './moderation.store.ts';
import type { House } from '../house.ts';
import { markModerationChanged } from './hidden-content.ts';

/** What came of a deed of the operator's. */
export type DeedOutcome = 'done' | 'was so already' | 'not found';

export interface ModeratedText {
  readonly writing: Writing;
  /** An agent's id, a creature's, a slug; for a note the creature's id and the version it led to, with a dot between. */
  readonly subject: string;
  readonly reason: string;
}

/** Takes a text out of others' sight. Whoever wrote it still sees it, and it stays in every log. */
export async function hideText(house: House, target: ModeratedText, now: Instant): Promise<DeedOutcome> {
  const { reason } = target;
  return runModeration(house, async (db) => {
    const text = await findText(db, target);
    if (!text) return 'not found';
    if (!(await insertHiddenText(db, text, now))) return 'was so already';
    await logTextDeed(house, db, { deed: 'hid', text, reason, now });
    return 'done';
  });
}

/** Lets everybody see it again; `subject` is what it was hidden under. */
export async function unhideText(
  house: House,
  { writing, subject, reason }: ModeratedText,
  now: Instant,
): Promise<DeedOutcome> {
  return runModeration(house, async (db) => {
    const text = await findHidden(db, writing, subject);
    if (!text) return 'not found';
    await deleteHiddenText(db, text);
    await logTextDeed(house, db, { deed: 'unhid', text, reason, now });
    return 'done';
  });
}

/** Changes what is hidden, and lets this node know at once. */
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

interface TextDeed {
  readonly deed: OperatorDeed;
  readonly text: HiddenText;
  readonly reason: string;
  readonly now: Instant;
}

async function logTextDeed({ random }: House, db: Db, { deed, text, reason, now }: TextDeed): Promise<void> {
  const { writing, agentId } = text;
  const which = text.subject === agentId ? '' : ` ${text.subject}`;
  const subject = `${writing}${which} of ${await usernameOf(db, agentId)}`;
  await insertOperatorLogEntry(db, random.id(), { at: now, deed, subject, reason });
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
  const isSomebody = (await usernameOf(db, subject)) !== undefined;
  return isSomebody ? { writing, subject, agentId: subject } : undefined;
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

/** Its key opens nothing any more, and nobody sees anything of it. Its creatures live on as they would. */
export async function blockAgent(house: House, target: ModeratedAgent, now: Instant): Promise<DeedOutcome> {
  return setBlocked(house, target, 'blocked', now);
}

/** Everything of it is there again, as it has become meanwhile. */
export async function unblockAgent(house: House, target: ModeratedAgent, now: Instant): Promise<DeedOutcome> {
  return setBlocked(house, target, 'unblocked', now);
}

async function setBlocked(
  house: House,
  { username, reason }: ModeratedAgent,
  deed: 'blocked' | 'unblocked',
  now: Instant,
): Promise<DeedOutcome> {
  return runModeration(house, async (db) => {
    const agent = await findAgentByUsername(db, username);
    if (!agent || (await departedAmong(db, [agent.id])).size > 0) return 'not found';
    const changed = deed === 'blocked' ? await hideAgent(db, agent, now) : await showAgent(db, agent);
    if (!changed) return 'was so already';
    await insertOperatorLogEntry(db, house.random.id(), { at: now, deed, subject: username, reason });
    return 'done';
  });
}

/** Takes everything of an agent out of others' sight; false when it was so already. */
export async function hideAgent(db: Transaction, agent: KnownAgent, now: Instant): Promise<boolean> {
  await holdRecord(db, agent);
  const changed = await insertBlock(db, agent.id, now);
  if (changed) await countHidden(db, agent.id, 1);
  return changed;
}

async function showAgent(db: Transaction, agent: KnownAgent): Promise<boolean> {
  await holdRecord(db, agent);
  const changed = await deleteBlock(db, agent.id);
  if (changed) await countHidden(db, agent.id, -1);
  return changed;
}

/** While it is locked nothing of the agent's can come, go or grow: what is counted then is what there is. */
async function holdRecord(db: Transaction, { id, username }: KnownAgent): Promise<void> {
  await insertKeeper(db, { id, username, counts: !isTestAccount(username) });
  await selectKeeperForUpdate(db, id);
}

async function countHidden(db: Transaction, agentId: string, sign: 1 | -1): Promise<void> {
  for (const { what, n } of await publicFiguresOf(db, agentId))
    db.count(incrementTotal('house', OUT + what, sign * n));
}

export type { OperatorLogEntry };

const PER_PAGE = 100;

/** A page of what the operator did, the newest first, and whether there is more. */
export async function readOperatorLog(
  { store }: House,
  page: number,
): Promise<{ readonly deeds: readonly OperatorLogEntry[]; readonly hasNext: boolean }> {
  const found = await latestOperatorLog(store, { offset: (page - 1) * PER_PAGE, limit: PER_PAGE + 1 });
  return { deeds: found.slice(0, PER_PAGE), hasNext: found.length > PER_PAGE };
}
