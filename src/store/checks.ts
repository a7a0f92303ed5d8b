import type { Instant } from '../core/clock.ts';
import type { Command, Db, Query } from './db.ts';

/** A look that a creature noticed. */
export interface Check {
  readonly version: number;
  readonly at: Instant;
}

export async function noteCheck(db: Db, creatureId: string, { version, at }: Check): Promise<void> {
  await db.run(INSERT, [creatureId, version, at]);
}

/** Every look it noticed, the oldest first. */
export async function checksOf(db: Db, creatureId: string): Promise<Check[]> {
  return db.all(ALL, [creatureId]);
}

const INSERT: Command = { text: 'insert into checks (creature_id, version, at) values ($1, $2, $3)' };

const ALL: Query<Check> = {
  text: 'select version, at from checks where creature_id = $1 order by version',
  columns: ['version', 'at'],
};

export const STATEMENTS = [INSERT, ALL];
