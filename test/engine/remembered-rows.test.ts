import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';

import type { Database, Query } from '../../src/store/engine/db.ts';
import { registeredStatements } from '../../src/store/engine/table.ts';
import { findAgentByKeyHash, replaceKeyHash, saveProfile } from '../../src/store/keepers/agents.ts';
import {
  findCreature,
  livingOf,
  markLettersRead,
  markStageTold,
  saveCreature,
  saveCreatureBody,
  saveCreatureZone,
  VersionConflictError,
} from '../../src/store/lives/creatures.ts';
import { deleteBlock, insertBlock } from '../../src/store/moderation/moderation.ts';
import { addPortrait } from '../../src/store/pictures/portraits.ts';
import { eachDatabase } from '../support/databases.ts';
import { seededInts } from '../support/seeded.ts';
import { aKeeper, aResident } from '../support/stored-residents.ts';
import { anAgent, hashOf, takeIn } from './examples.ts';

interface KeyRow {
  readonly id: string;
  readonly username: string;
  readonly blocked: number;
}

/** The same question in other words, whose answer nobody remembers. */
const ASKED_PLAINLY: Query<KeyRow> = {
  text: `
    select id, username, case when exists (select 1 from blocked_agents where agent_id = id) then 1 else 0 end as blocked
    from agents where key_hash = $1`,
  columns: ['id', 'username', 'blocked'],
};

const COUNT_LIVING: Query<{ readonly n: number }> = {
  text: 'select count(*) as n from creatures where keeper_id = $1 and living = 1',
  columns: ['n'],
};

/** Two that write at once: one is too late. */
function ignoreConflict(error: unknown): void {
  if (!(error instanceof VersionConflictError)) throw error;
}

const AGENTS = 8;
const KEYS = Array.from({ length: 3 * AGENTS }, (_, nth) => hashOf(`key ${nth}`));

eachDatabase(({ kind, fresh, addressOf }) => {
  test('whatever is written, who is found by a key is who a plain look finds', async () => {
    const database = await fresh();
    const anyInt = seededInts();
    const anyKey = () => KEYS[anyInt(0, KEYS.length)] ?? '';
    const agents = await Promise.all(Array.from({ length: AGENTS }, () => takeIn(database)));
    const keys = new Map(agents.map(({ id }) => [id, hashOf(id)]));
    // Key hashes are unique: a write reserves the new one before it starts and frees one of the two when it ends.
    const reserved = new Set(keys.values());
    const write = async (): Promise<void> => {
      const agent = agents[anyInt(0, AGENTS)] ?? anAgent();
      const from = keys.get(agent.id) ?? '';
      const to = anyKey();
      await [
        () => insertBlock(database, agent.id, 1),
        () => deleteBlock(database, agent.id),
        () => saveProfile(database, { ...agent, bio: to }),
        () => takeIn(database),
        async () => {
          if (reserved.has(to)) return;
          reserved.add(to);
          const isReplaced = await replaceKeyHash(database, { agentId: agent.id, from, to, now: 2 });
          if (isReplaced) keys.set(agent.id, to);
          reserved.delete(isReplaced ? from : to);
        },
      ][anyInt(0, 5)]?.();
    };
    for (let round = 0; round < 40; round++) {
      await Promise.all(Array.from({ length: anyInt(1, 4) }, write));
      const all = [...KEYS, ...agents.map(({ id }) => hashOf(id))];
      expect(await Promise.all(all.map((key) => foundBy(database, key)))).toEqual(
        await Promise.all(all.map((key) => database.one(ASKED_PLAINLY, [key]))),
      );
      if (anyInt(0, 2) === 0) await nextTurn();
    }
  });

  test('a key that was replaced, or whose owner was blocked, opens nothing from the answer on', async () => {
    const database = await fresh();
    const { id } = await takeIn(database);
    const [old, current] = [hashOf(id), hashOf('another')];
    expect(await findAgentByKeyHash(database, old)).toMatchObject({ id, blocked: false });
    await replaceKeyHash(database, { agentId: id, from: old, to: current, now: 2 });
    expect(await findAgentByKeyHash(database, old)).toBeUndefined();
    expect(await findAgentByKeyHash(database, current)).toMatchObject({ id, blocked: false });
    await insertBlock(database, id, 3);
    expect(await findAgentByKeyHash(database, current)).toMatchObject({ id, blocked: true });
  });

  test('whatever is written, a keeper’s living are found as a plain look finds them', async () => {
    const anyInt = seededInts();
    const database = await fresh();
    const keepers = await Promise.all(Array.from({ length: 3 }, () => aKeeper(database)));
    const write = async (): Promise<void> => {
      const keeperId = keepers[anyInt(0, 3)]?.id ?? '';
      const [one] = await livingOf(database, keeperId);
      if (!one || anyInt(0, 3) === 0) {
        // In one transaction: another writer must not find the egg before it is hatched.
        await database.transaction((db) => aResident(db, { keeperId, hatchedAt: 1 }));
        return;
      }
      const { id } = one.creature;
      const writes = [
        () => saveCreatureBody(database, { ...one, caredAt: anyInt(0, 99) }, one),
        () => saveCreature(database, { ...one, creature: { ...one.creature, releasedAt: 5 } }),
        () => saveCreatureZone(database, { ...one, creature: { ...one.creature, zone: `${anyInt(0, 99)}` } }),
        () => markStageTold(database, one.creature, one.toldStage, one.toldStage === 'egg' ? 'baby' : 'egg'),
        () => markLettersRead(database, one.creature, anyInt(1, 99)),
        () => addPortrait(database, id, { stage: 'baby', imageUrl: `${anyInt(0, 99)}`, generatedAt: 1 }),
      ];
      await writes[anyInt(0, writes.length)]?.().catch(ignoreConflict);
    };
    for (let round = 0; round < 60; round++) {
      await Promise.all(Array.from({ length: anyInt(1, 4) }, write));
      for (const { id } of keepers) {
        const found = await livingOf(database, id);
        const plain = await Promise.all(found.map(({ creature }) => findCreature(database, creature.id)));
        expect(found).toEqual(plain);
        expect(found).toHaveLength((await database.one(COUNT_LIVING, [id]))?.n ?? 0);
      }
      if (anyInt(0, 2) === 0) await nextTurn();
    }
  });

  test('what was undone is not remembered', async () => {
    const database = await fresh();
    const { id } = await takeIn(database);
    await findAgentByKeyHash(database, hashOf(id));
    const undone = database.transaction(async (db) => {
      await insertBlock(db, id, 1);
      expect(await findAgentByKeyHash(db, hashOf(id))).toMatchObject({ blocked: true });
      expect(await findAgentByKeyHash(database, hashOf(id))).toMatchObject({ blocked: false });
      throw new Error('never mind');
    });
    await expect(undone).rejects.toThrow('never mind');
    expect(await findAgentByKeyHash(database, hashOf(id))).toMatchObject({ blocked: false });
  });

  test.runIf(kind === 'SQLite')('what another process writes is noticed with the next turn', async () => {
    const database = await fresh();
    const { id } = await takeIn(database);
    expect(await findAgentByKeyHash(database, hashOf(id))).toMatchObject({ blocked: false });
    await nextTurn();
    const other = new DatabaseSync(join(addressOf(database).dataDir, 'arkhouse.db'));
    other.exec(`insert into blocked_agents (agent_id, blocked_at) values ('${id}', 1)`);
    await nextTurn();
    expect(await findAgentByKeyHash(database, hashOf(id))).toMatchObject({ blocked: true });
    other.exec('delete from blocked_agents');
    other.close();
    await nextTurn();
    expect(await findAgentByKeyHash(database, hashOf(id))).toMatchObject({ blocked: false });
  });
});

test('what is remembered names every table it is made of, and is found by one value', () => {
  const declared = registeredStatements().flatMap((statement) =>
    'remember' in statement && statement.remember ? [{ text: statement.text, ...statement.remember }] : [],
  );
  expect(declared.length).toBeGreaterThan(0);
  for (const { text, of, with: joined } of declared) {
    expect([...text.matchAll(/\b(?:from|join) (\w+)/g)].map(([, table]) => table)).toEqual([of, ...joined]);
    expect([...text.matchAll(/\$\d/g)].map(([parameter]) => parameter)).toEqual(['$1']);
  }
});

async function foundBy(database: Database, key: string): Promise<KeyRow | undefined> {
  const found = await findAgentByKeyHash(database, key);
  return found && { id: found.id, username: found.username, blocked: found.blocked ? 1 : 0 };
}
