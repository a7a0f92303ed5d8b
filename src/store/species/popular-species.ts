import type { Db, Query } from '../engine/db.ts';

export interface PopularSpecies {
  readonly slug: string;
  readonly adoptions: number;
}

/** The community species that were adopted most. */
export function mostAdopted(db: Db, limit: number): Promise<PopularSpecies[]> {
  return db.all(MOST_ADOPTED, [limit]);
}

const MOST_ADOPTED: Query<PopularSpecies> = {
  text: `
    select slug, adoptions from community_species
    order by adoptions desc, created_at desc, slug desc limit $1`,
  columns: ['slug', 'adoptions'],
};

export const STATEMENTS = [MOST_ADOPTED];
