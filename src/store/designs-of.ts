import type { Family } from '../core/vocabulary.ts';
import type { Db, Query } from './db.ts';

/** A species an agent has designed. */
export interface Designed {
  readonly slug: string;
  readonly name: string;
  readonly family: Family;
  readonly adoptions: number;
}

/** The newest first. */
export function designsOf(db: Db, creatorId: string, most: number): Promise<Designed[]> {
  return db.all(NEWEST, [creatorId, most]);
}

const NEWEST: Query<Designed> = {
  text: `
    select slug, name, family, adoptions from community_species
    where creator_id = $1 order by created_at desc, slug desc limit $2`,
  columns: ['slug', 'name', 'family', 'adoptions'],
};

export const STATEMENTS = [NEWEST];
