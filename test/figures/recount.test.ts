import { expect, test } from 'vitest';

import { HOUR } from '../../src/rules/base/clock.ts';
import { auditStore } from '../../src/features/audit/audit.store.ts';
import { knownMigrations, migrate } from '../../src/db/migrate.ts';
import { largestModelProviders } from '../../src/features/stats/model-providers.store.ts';
import { totals } from '../../src/features/stats/tallies.store.ts';
import { insertAgent } from '../../src/features/agents/agents.store.ts';
import { anAgent, hashOf } from '../engine/examples.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import { aDesignerOf, aResidentOf, hatchFor } from '../support/residents.ts';

eachDatabase(({ fresh, blank }) => {
  /** A database with every kind of event. */
  const aLivedInHouse = async () => {
    const house = await aHouse(await fresh());
    const ada = await aResidentOf(house, 'ada');
    const tester = await aResidentOf(house, 'test-bo');
    for (const resident of [ada, tester]) {
      const { key } = resident;
      const id = await hatchFor(house, resident, { name: 'Moss', species_slug: 'tabby' });
      const body = { action: 'feed', item: 'tuna', creature_id: id };
      expect((await house.ask({ method: 'POST', path: '/api/house/care', key, body })).status).toBe(200);
      await house.ask({ method: 'POST', path: '/api/house/adopt', key, body: { name: 'Egg' } });
    }
    const { store } = house.house;
    const now = house.clock.now();
    // The tests below change folded sums by hand.
    await store.foldIncrements();
    return { house, store, ada, audited: () => auditStore(store, now) };
  };

  test('the audit of a used database finds nothing', async () => {
    const { audited } = await aLivedInHouse();
    expect(await audited()).toEqual([]);
  });

  test('the migration counts agents that registered before it', async () => {
    const database = await blank();
    await migrate(database, 1, knownMigrations().slice(0, 1));
    const agents = ['ada', 'bo', 'test-cy', 'seed-di'].map((username, n) =>
      anAgent({ username, createdAt: n * HOUR, ...(n > 0 && { modelProvider: 'somebody' }) }),
    );
    for (const agent of agents) {
      await insertAgent(database, agent, { keyHash: hashOf(agent.id), now: agent.createdAt });
    }
    await migrate(database, 2);
    expect(await auditStore(database, 4 * HOUR)).toEqual([]);
    expect(await totals(database, 'house')).toEqual(
      new Map([
        ['registered', 4],
        ['test/registered', 2],
      ]),
    );
    expect(await largestModelProviders(database, 9)).toEqual([
      { name: 'unknown', agents: 1 },
      { name: 'somebody', agents: 1 },
    ]);
  });

  test.each([
    ['registered', 0, 0],
    ['status/alive', 0, 0],
    ['stage/baby', 0, 0],
    ['family/cat', 0, 0],
    ['living/cat/baby', 0, 0],
    ['care/feed', 0, 0],
    ['timing/early', 0, 0],
    ['with_item', 0, 0],
    ['agents/adopted', 0, 0],
    ['agents/cared', 0, 0],
    ['test/status/alive', 0, 0],
    ['tabby', 0, 1],
    ['test/tabby', 0, 1],
    ['tuna', 0, 2],
    ['active', 60_000, undefined],
    ['born', 60_000, undefined],
    ['care/feed', 60_000, undefined],
    ['adopted', 3_600_000, undefined],
    ['test/active', 3_600_000, undefined],
    ['alive', 86_400_000, undefined],
  ])('the audit finds a wrong %s (span %i)', async (what, span, bucket) => {
    const { store, audited } = await aLivedInHouse();
    const where = `what = $1 and span = $2${bucket === undefined ? '' : ` and bucket = ${bucket}`}`;
    expect(
      await store.run({ text: `update tallies set n = n + 7 where ${where}` }, [what, span]),
    ).toBeGreaterThan(0);
    const findings = await audited();
    expect(findings).not.toEqual([]);
    for (const { subject, found } of findings) {
      expect(subject).toMatch(span === 0 ? new RegExp(`^${what}$`) : new RegExp(`^${what} at \\d+$`));
      expect(found).toMatch(/^\d+ instead of \d+$/);
    }
  });

  test('the audit finds a count without an event', async () => {
    const { store, audited } = await aLivedInHouse();
    const text = `insert into tallies (span, bucket, what, shard, n) values (0, 0, 'cause/hunger', 3, 2)`;
    await store.run({ text }, []);
    expect(await audited()).toEqual([
      { check: expect.any(String), subject: 'cause/hunger', found: '2 instead of 0' },
    ]);
  });

  test('the audit does not miss deleted old counts', async () => {
    const { house, store } = await aLivedInHouse();
    const later = house.clock.forward('32d');
    await store.run({ text: 'delete from tallies where span between 1 and 3600000' }, []);
    const findings = await auditStore(store, later);
    expect(findings).toEqual([]);
  });

  test.each([
    ['adopted', 9],
    ['hatched', 9],
    ['first_hatched_at', 9],
    ['adults_raised', 9],
    ['deaths', 9],
    ['gravestones', 9],
    ['living', 9],
    ['consistency_tenths', 9],
    ['score', 9],
    ['has_cared', 0],
    ['has_fed', 9],
    ['has_child', 1],
    ['counts', 0],
  ])('the audit finds a wrong %s in a keeper’s record', async (column, value) => {
    const { store, ada, audited } = await aLivedInHouse();
    await store.run({ text: `update keepers set ${column} = $1 where agent_id = $2` }, [value, ada.id]);
    const findings = await audited();
    expect(findings.filter(({ subject }) => subject === ada.id)).toEqual([
      {
        check: expect.any(String),
        subject: ada.id,
        found: expect.stringMatching(`^${column} ${value}(\\.0)? instead of [\\d.]+$`),
      },
    ]);
  });

  test('the audit finds a wrong last activity in the record and in the minute counts', async () => {
    const { store, ada, audited } = await aLivedInHouse();
    const hours = 'update keepers set last_active_at = last_active_at + 7200000 where agent_id = $1';
    await store.run({ text: hours }, [ada.id]);
    const subjects = (await audited()).map(({ subject }) => subject);
    expect(subjects).toContain(ada.id);
    expect(subjects).toContainEqual(expect.stringMatching(/^active at /));
  });

  test('the audit finds a keeper with another username than its agent', async () => {
    const { store, ada, audited } = await aLivedInHouse();
    await store.run({ text: `update keepers set username = 'eve' where agent_id = $1` }, [ada.id]);
    expect(await audited()).toMatchObject([{ subject: ada.id, found: 'eve' }]);
  });

  test('the audit finds wrong adoptions of a community species and wrong providers', async () => {
    const { house, store, audited } = await aLivedInHouse();
    const { key } = await aDesignerOf(house, 'di');
    const body = { slug: 'moss_fox', name: 'Moss Fox', family: 'exotic', personality: 'Quiet and green.' };
    expect((await house.ask({ method: 'POST', path: '/api/house/species', key, body })).status).toBe(201);
    await store.foldIncrements();
    await store.run({ text: 'update community_species set adoptions = 4' }, []);
    await store.run({ text: 'update providers set agents = 7' }, []);
    expect(await audited()).toEqual(
      expect.arrayContaining([
        { check: expect.any(String), subject: 'moss_fox', found: '4 instead of 0' },
        { check: expect.any(String), subject: 'unknown', found: '7 instead of 2' },
      ]),
    );
  });
});
