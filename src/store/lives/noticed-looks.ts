import type { Instant } from '../../core/engine/clock.ts';
import type { Command, Db, Query } from '../engine/db.ts';

/** A look that a creature noticed. */
export interface NoticedLook {
  readonly version: number;
  readonly at: Instant;
}

export async function insertNoticedLook(db: Db, creatureId: string, { version, at }: NoticedLook): Promise<void> {
  await db.run(INSERT, [creatureId, version, at]);
}

/** Every look it noticed, the oldest first. */
export async function noticedLooksOf(db: Db, creatureId: string): Promise<NoticedLook[]> {
  return db.all(ALL, [creatureId]);
}

const INSERT: Command = { text: 'insert into checks (creature_id, version, at) values ($1, $2, $3)' };

const ALL: Query<NoticedLook> = {
  text: 'select version, at from checks where creature_id = $1 order by version',
  columns: ['version', 'at'],
};

export const STATEMENTS = [INSERT, ALL];
