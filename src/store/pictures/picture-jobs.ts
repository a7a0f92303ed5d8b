import type { Instant } from '../../core/engine/clock.ts';
import type { Stage } from '../../core/vocabulary.ts';
import type { Db } from '../engine/db.ts';
import { command, forUpdate, instant, number, table, text, word, type RowOf } from '../engine/table.ts';

/** What a picture shows: an agent, or a creature at a stage of its life. */
type Occasion = 'avatar' | Exclude<Stage, 'egg'>;

export const PICTURE_KEY = {
  /** The agent or the creature. */
  sitter: text,
  occasion: word<Occasion>(),
};
export type PictureKey = RowOf<typeof PICTURE_KEY>;

/** A picture somebody has taken upon them to draw. */
export interface PictureClaim extends PictureKey {
  readonly agentId: string;
  readonly claim: string;
  /** This one included. */
  readonly attempts: number;
}

const ORDERED = { ...PICTURE_KEY, agentId: text, dueAt: instant };

/** A picture that is wanted: of whom, for whom, and since when. */
export type PictureOrder = RowOf<typeof ORDERED>;

/** Asks for pictures; what was asked for before is not asked for twice. */
export async function orderPictures(db: Db, orders: readonly PictureOrder[]): Promise<void> {
  const rows = orders.map((order) => ORDER.values({ ...order, attempts: 0 }));
  await db.runEach(ORDER, rows);
}

interface PictureClaimRequest {
  readonly claim: string;
  readonly now: Instant;
  /** When others may take it over, should nobody have heard of it by then. */
  readonly until: Instant;
}

/** Takes up the picture that waits longest, if one does. Must be called in a transaction. */
export async function claimPicture(
  db: Db,
  { claim, now, until }: PictureClaimRequest,
): Promise<PictureClaim | undefined> {
  const row = await db.one(LONGEST_DUE, [now]);
  if (!row) return undefined;
  await db.run(CLAIM, [row.sitter, row.occasion, claim, until]);
  return { ...row, claim, attempts: row.attempts + 1 };
}

/** The picture is there. False when somebody who took the work over was faster. */
export async function finishPicture(db: Db, { sitter, occasion }: PictureKey): Promise<boolean> {
  return (await db.run(FINISH, [sitter, occasion])) === 1;
}

interface PictureFailure {
  /** When to try once more, or undefined to leave it at that. */
  readonly again: Instant | undefined;
  /** How many attempts count by now. */
  readonly attempts: number;
  readonly trouble: string;
}

/** It did not work. Whoever has taken the work over is not disturbed. */
export async function failPicture(
  db: Db,
  { sitter, occasion, claim }: PictureClaim,
  { again, attempts, trouble }: PictureFailure,
): Promise<void> {
  await db.run(FAIL, [sitter, occasion, claim, again ?? null, attempts, trouble]);
}

/** Is somebody going to draw this for an agent, or at it? */
export async function isOrdered(db: Db, { sitter, occasion }: PictureKey, agentId: string): Promise<boolean> {
  return (await db.one(FIND, [sitter, occasion, agentId])) !== undefined;
}

/** Is there anything to draw by now? */
export async function isPictureDue(db: Db, now: Instant): Promise<boolean> {
  return (await db.one(ANY_DUE, [now])) !== undefined;
}

const ORDER = table('picture_jobs', { ...ORDERED, attempts: number }).insert({
  conflict: 'on conflict (sitter, occasion) do nothing',
});

const LONGEST_DUE = forUpdate(
  table('picture_jobs', { ...PICTURE_KEY, agentId: text, attempts: number }).select(
    'where due_at <= $1 order by due_at, sitter, occasion limit 1',
  ),
);

const CLAIM = command(`
    update picture_jobs set claim = $3, due_at = $4, attempts = attempts + 1
    where sitter = $1 and occasion = $2`);

const FINISH = command('delete from picture_jobs where sitter = $1 and occasion = $2');

const FAIL = command(`
    update picture_jobs set claim = null, due_at = $4, attempts = $5, trouble = $6
    where sitter = $1 and occasion = $2 and claim = $3`);

const DUE = table('picture_jobs', { dueAt: instant });
const FIND = DUE.select('where sitter = $1 and occasion = $2 and agent_id = $3 and due_at is not null');
const ANY_DUE = DUE.select('where due_at <= $1 order by due_at limit 1');
