import { STAGES, type Stage } from '../../core/vocabulary.ts';
import type { Db } from '../engine/db.ts';
import { command, instant, table, text, word, type RowOf } from '../engine/table.ts';
import { selectCreatureForUpdate } from '../lives/creatures.ts';

const PORTRAIT = { stage: word<Stage>(), imageUrl: text, generatedAt: instant };
export type Portrait = RowOf<typeof PORTRAIT>;

/** False when there is one for this stage already; that stays. The one of the latest stage is the creature's picture. */
export async function addPortrait(db: Db, creatureId: string, portrait: Portrait): Promise<boolean> {
  // Two that are added at once must see each other, or neither knows which is the latest.
  await selectCreatureForUpdate(db, creatureId);
  const added = (await db.run(INSERT, INSERT.values({ creatureId, ...portrait }))) === 1;
  if (!added) return false;
  const [latest] = (await portraitsOf(db, creatureId)).toSorted((a, b) => age(b.stage) - age(a.stage));
  await db.run(SHOW, [creatureId, latest?.imageUrl ?? portrait.imageUrl]);
  return true;
}

function age(stage: Stage): number {
  return STAGES.indexOf(stage);
}

/** Its portraits, the oldest first. */
export function portraitsOf(db: Db, creatureId: string): Promise<Portrait[]> {
  return db.all(ALL, [creatureId]);
}

const INSERT = table('portraits', { creatureId: text, ...PORTRAIT }).insert({
  conflict: 'on conflict (creature_id, stage) do nothing',
});

const SHOW = command('update creatures set image_url = $2, portraits = portraits + 1 where id = $1');

const ALL = table('portraits', PORTRAIT).select('where creature_id = $1 order by generated_at, stage');
