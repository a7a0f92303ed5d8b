import type { Db } from '../../db/db.ts';
import { UnreadableRowError } from '../../db/quarantine.ts';
import { listOf, query, text } from '../../db/table.ts';
import { CREATURES } from '../lives/creatures.store.ts';

/** The columns of a creature that can be read, and the names of those that cannot. */
export async function readParts(db: Db, id: string) {
  const damaged: string[] = [];
  const orDamaged = async <T>(reading: Promise<T>): Promise<T | undefined> => {
    try {
      return await reading;
    } catch (error) {
      if (!(error instanceof UnreadableRowError)) throw error;
      damaged.push(error.column);
      return undefined;
    }
  };
  const rest = await orDamaged(db.one(REST_OF, [id]));
  const body = (await orDamaged(db.one(BODY_OF, [id])))?.body;
  const heart = (await orDamaged(db.one(HEART_OF, [id])))?.heart;
  const bodyText = (await db.one(BODY_TEXT_OF, [id]))?.body ?? '';
  return { rest, body, heart, bodyText, damaged };
}

const { body: BODY, heart: HEART, ...REST } = CREATURES.columns;
const REST_OF = query(REST, `select ${listOf(REST)} from creatures where id = $1`);
const BODY_OF = query({ id: text, body: BODY }, 'select id, body from creatures where id = $1');
const HEART_OF = query({ id: text, heart: HEART }, 'select id, heart from creatures where id = $1');
const BODY_TEXT_OF = query({ body: text }, 'select body from creatures where id = $1');
