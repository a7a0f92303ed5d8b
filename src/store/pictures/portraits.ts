import type { Instant } from '../../core/engine/clock.ts';
import { STAGES, type Stage } from '../../core/vocabulary.ts';
import type { Command, Db, Query } from '../engine/db.ts';
import { selectCreatureForUpdate } from '../lives/creatures.ts';

export interface Portrait {
  readonly stage: Stage;
  readonly imageUrl: string;
  readonly generatedAt: Instant;
}

/** Hangs up a portrait. One that hangs for this stage stays; the one of the latest stage is the creature's picture. */
export async function addPortrait(db: Db, creatureId: string, portrait: Portrait): Promise<boolean> {
  const { stage, imageUrl, generatedAt } = portrait;
  // Two of them that are hung up at once must see each other, or neither knows which is the latest.
  await selectCreatureForUpdate(db, creatureId);
  const hung = (await db.run(INSERT, [creatureId, stage, imageUrl, generatedAt])) === 1;
  if (!hung) return false;
  const [latest] = (await portraitsOf(db, creatureId)).toSorted((a, b) => age(b.stage) - age(a.stage));
  await db.run(SHOW, [creatureId, latest?.imageUrl ?? imageUrl]);
  return true;
}

function age(stage: Stage): number {
  return STAGES.indexOf(stage);
}

/** Its portraits, the oldest first. */
export async function portraitsOf(db: Db, creatureId: string): Promise<Portrait[]> {
  const rows = await db.all(ALL, [creatureId]);
  return rows.map((row) => ({ stage: row.stage, imageUrl: row.image_url, generatedAt: row.generated_at }));
}

const INSERT: Command = {
  text: `
    insert into portraits (creature_id, stage, image_url, generated_at) values ($1, $2, $3, $4)
    on conflict (creature_id, stage) do nothing`,
};

const SHOW: Command = {
  text: 'update creatures set image_url = $2, portraits = portraits + 1 where id = $1',
};

const ALL: Query<{ stage: Stage; image_url: string; generated_at: number }> = {
  text: `
    select stage, image_url, generated_at from portraits
    where creature_id = $1 order by generated_at, stage`,
  columns: ['stage', 'image_url', 'generated_at'],
};

export const STATEMENTS = [INSERT, SHOW, ALL];
