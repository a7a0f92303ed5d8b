import type { Family } from '../../core/vocabulary.ts';
import type { Db, Query } from '../engine/db.ts';

/** A species an agent has designed. */
export interface DesignSummary {
  readonly slug: string;
  readonly name: string;
  readonly family: Family;
  readonly adoptions: number;
}

/** The newest first. */
export function designsByAgent(db: Db, creatorId: string, most: number): Promise<DesignSummary[]> {
  return db.all(NEWEST, [creatorId, most]);
}

const NEWEST: Query<DesignSummary> = {
  text: `
    select slug, name, family, adoptions from community_species
    where creator_id = $1 order by created_at desc, slug desc limit $2`,
  columns: ['slug', 'name', 'family', 'adoptions'],
};

export const STATEMENTS = [NEWEST];
