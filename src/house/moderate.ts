import type { Instant } from '../core/clock.ts';
import type { OperatorDeed, Writing } from '../core/vocabulary.ts';
import { usernameOf } from '../store/agents.ts';
import type { Db, Transaction } from '../store/db.ts';
import { findHidden, hide, unhide, type HiddenText } from '../store/moderation.ts';
import { findNote } from '../store/notes.ts';
import { noteDeed } from '../store/operator-log.ts';
import { findDescribed, findNamed } from '../store/writings.ts';
import { moveCurtain } from './curtain.ts';
import type { House } from './house.ts';

/** What came of a deed of the operator's. */
export type DeedOutcome = 'done' | 'was so already' | 'not found';

export interface TextNamed {
  readonly writing: Writing;
  /** An agent's id, a creature's, a slug; for a note the creature's id and the version it led to, with a dot between. */
  readonly subject: string;
  readonly reason: string;
}

/** Takes a text out of others' sight. Whoever wrote it still sees it, and it stays in every log. */
export async function hideText(house: House, named: TextNamed, now: Instant): Promise<DeedOutcome> {
  const { reason } = named;
  return moving(house, async (db) => {
    const text = await ownedText(db, named);
    if (!text) return 'not found';
    if (!(await hide(db, text, now))) return 'was so already';
    await note(house, db, { deed: 'hid', text, reason, now });
    return 'done';
  });
}

/** Lets everybody see it again; `subject` is what it was hidden under. */
export async function unhideText(
  house: House,
  { writing, subject, reason }: TextNamed,
  now: Instant,
): Promise<DeedOutcome> {
  return moving(house, async (db) => {
    const text = await findHidden(db, writing, subject);
    if (!text) return 'not found';
    await unhide(db, text);
    await note(house, db, { deed: 'unhid', text, reason, now });
    return 'done';
  });
}

/** Does something that moves the curtain, and lets this node see it at once. */
export async function moving(
  house: House,
  work: (db: Transaction) => Promise<DeedOutcome>,
): Promise<DeedOutcome> {
  const outcome = await house.store.together(async (db) => {
    const done = await work(db);
    if (done === 'done') await moveCurtain(db, house.chance.id());
    return done;
  });
  if (outcome === 'done') await house.curtain.lookAgain();
  return outcome;
}

interface Noted {
  readonly deed: OperatorDeed;
  readonly text: HiddenText;
  readonly reason: string;
  readonly now: Instant;
}

async function note({ chance }: House, db: Db, { deed, text, reason, now }: Noted): Promise<void> {
  const { writing, agentId } = text;
  const which = text.subject === agentId ? '' : ` ${text.subject}`;
  const subject = `${writing}${which} of ${await usernameOf(db, agentId)}`;
  await noteDeed(db, chance.id(), { at: now, deed, subject, reason });
}

async function ownedText(db: Db, { writing, subject }: TextNamed): Promise<HiddenText | undefined> {
  if (writing === 'note') return noteText(db, subject);
  if (writing === 'creature_name') {
    const creature = await findNamed(db, subject);
    return creature && { writing, subject, agentId: creature.agentId };
  }
  if (writing === 'species') {
    const species = await findDescribed(db, subject);
    return species && { writing, subject, agentId: species.agentId };
  }
  const isSomebody = (await usernameOf(db, subject)) !== undefined;
  return isSomebody ? { writing, subject, agentId: subject } : undefined;
}

async function noteText(db: Db, place: string): Promise<HiddenText | undefined> {
  const [creatureId = '', version = ''] = place.split('.');
  if (!/^\d{1,9}$/.test(version)) return undefined;
  const found = await findNote(db, creatureId, Number(version));
  return found && { writing: 'note', subject: found.id, agentId: found.agentId };
}
