import type { Instant } from '../../core/engine/clock.ts';
import type { Command, Db, Query } from '../engine/db.ts';

/** A creature came back, with a new layer to who it is. */
export interface ResurrectionRecord {
  readonly version: number;
  readonly at: Instant;
  readonly layer: string;
}

export async function insertResurrection(db: Db, creatureId: string, { version, at, layer }: ResurrectionRecord): Promise<void> {
  await db.run(INSERT, [creatureId, version, at, layer]);
}

/** Every time it came back, the first first. */
export async function resurrectionsOf(db: Db, creatureId: string): Promise<ResurrectionRecord[]> {
  return db.all(ALL, [creatureId]);
}

const INSERT: Command = {
  text: 'insert into returns (creature_id, version, at, layer) values ($1, $2, $3, $4)',
};

const ALL: Query<ResurrectionRecord> = {
  text: 'select version, at, layer from returns where creature_id = $1 order by version',
  columns: ['version', 'at', 'layer'],
};

export const STATEMENTS = [INSERT, ALL];
