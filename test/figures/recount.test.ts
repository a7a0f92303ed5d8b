import { expect, test } from 'vitest';

import { auditStore } from '../../src/features/audit/audit.store.ts';
import { readSurvival } from '../../src/features/stats/health.ts';
import { anOperatedHouse, METRICS_TOKEN } from '../moderation/desk.ts';
import { aKeeper, expectInOrder } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import { bringBack } from '../support/keeping.ts';
import { aDesignerOf } from '../support/residents.ts';

const TABBY = { species_slug: 'tabby' };

/** Every wrong tally the audit must find, by its span and the bucket of totals. */
const TALLIES = [
  [0, 0, 'registered status/alive stage/baby family/cat living/cat/baby care/feed timing/early'],
  [0, 0, 'with_item agents/adopted agents/cared test/status/alive'],
  [0, undefined, 'released/0 died/1 moved/resurrection'],
  [0, 1, 'tabby test/tabby'],
  [0, 2, 'tuna'],
  [60_000, undefined, 'active born care/feed'],
  [3_600_000, undefined, 'adopted test/active'],
  [86_400_000, undefined, 'alive test/alive'],
] as const;

const KEEPER_COLUMNS =
  'adopted hatched first_hatched_at adults_raised deaths gravestones living consistency_tenths score has_fed';

eachDatabase(({ fresh }) => {
  const aLivedInHouse = async () => {
    const house = await anOperatedHouse(await fresh());
    const [ada, tester] = [await aKeeper(house, 'ada'), await aKeeper(house, 'test-bo')];
    await ada.release({ id: await ada.hatch(TABBY) });
    const lost = await ada.hatch(TABBY);
    house.clock.forward('48h');
    await house.ask({ path: '/api/stats' });
    await bringBack({ house, key: ada.key, id: lost });
    for (const keeper of [ada, tester]) {
      const meal = { action: 'feed', item: 'tuna', id: await keeper.hatch(TABBY) };
      expect((await keeper.care(meal)).status).toBe(200);
      await keeper.adopt(TABBY);
    }
    const { store } = house.house;
    const now = house.clock.now();
    // The tests below change folded sums by hand.
    await store.foldIncrements();
    return { house, store, ada, audited: () => auditStore(store, now) };
  };

  test('the audit of a used database finds nothing, and each wrong tally alone', async () => {
    const { store, audited } = await aLivedInHouse();
    expect(await audited()).toEqual([]);
    const each = TALLIES.flatMap(([span, bucket, names]) =>
      names.split(' ').map((what) => ({ what, span, bucket })),
    );
    for (const { what, span, bucket } of each) {
      const where = `what = $1 and span = $2${bucket === undefined ? '' : ` and bucket = ${bucket}`}`;
      const add = (n: number) =>
        store.run({ text: `update tallies set n = n + ${n} where ${where}` }, [what, span]);
      expect(await add(7), what).toBeGreaterThan(0);
      const findings = await audited();
      await add(-7);
      expect(findings, what).not.toEqual([]);
      for (const { subject, found } of findings) {
        expect(subject).toMatch(span === 0 ? new RegExp(`^${what}$`) : new RegExp(`^${what} at \\d+$`));
        expect(found).toMatch(/^\d+ instead of \d+$/);
      }
    }
    const text = `insert into tallies (span, bucket, what, shard, n) values (0, 0, 'cause/rain', 3, 2)`;
    await store.run({ text }, []);
    expect(await audited()).toMatchObject([{ subject: 'cause/rain', found: '2 instead of 0' }]);
  });

  test('the audit finds every wrong column of a keeper’s record, and another username', async () => {
    const { store, ada, audited } = await aLivedInHouse();
    const wrong = KEEPER_COLUMNS.split(' ').map((column) => [column, 9] as const);
    for (const [column, value] of [...wrong, ['has_cared', 0], ['has_child', 0], ['counts', 0]] as const) {
      const query = { text: `select ${column} as kept from keepers where agent_id = $1`, columns: ['kept'] };
      const before = await store.one<{ readonly kept: number }>(query, [ada.id]);
      const put = (n: number) =>
        store.run({ text: `update keepers set ${column} = $1 where agent_id = $2` }, [n, ada.id]);
      await put(value);
      const findings = (await audited()).filter(({ subject }) => subject === ada.id);
      await put(before?.kept ?? 0);
      const found = expect.stringMatching(`^${column} ${value}(\\.0)? instead of [\\d.]+$`) as unknown;
      expect(findings, column).toEqual([{ check: expect.any(String), subject: ada.id, found }]);
    }
    const move = (ms: number) =>
      `update keepers set last_active_at = last_active_at + ${ms} where agent_id = $1`;
    await store.run({ text: move(7_200_000) }, [ada.id]);
    const subjects = (await audited()).map(({ subject }) => subject);
    expect(subjects).toContain(ada.id);
    expect(subjects).toContainEqual(expect.stringMatching(/^active at /));
    await store.run({ text: move(-7_200_000) }, [ada.id]);
    await store.run({ text: `update keepers set username = 'eve' where agent_id = $1` }, [ada.id]);
    expect(await audited()).toMatchObject([{ subject: ada.id, found: 'eve' }]);
  });

  test('the audit finds wrong adoptions and providers, and does not miss deleted old counts', async () => {
    const { house, store, audited } = await aLivedInHouse();
    const design = { name: 'Moss Fox', family: 'exotic', personality: 'Quiet and green.' } as const;
    const designer = house.as((await aDesignerOf(house, 'di')).key);
    await designer.createSpecies({ body: { slug: 'moss_fox', ...design } });
    await store.foldIncrements();
    // The designer’s record has an adult that does not exist.
    await store.run({ text: 'update keepers set adults_raised = 0' }, []);
    const put = async (adoptions: number, agents: number) => {
      await store.run({ text: 'update community_species set adoptions = $1' }, [adoptions]);
      await store.run({ text: 'update providers set agents = $1' }, [agents]);
    };
    await put(4, 7);
    const found = (await audited()).map((finding) => `${finding.subject}: ${finding.found}`);
    expect(found).toEqual(expect.arrayContaining(['moss_fox: 4 instead of 0', 'unknown: 7 instead of 2']));
    await put(0, 2);
    await store.run({ text: 'delete from tallies where span between 1 and 3600000' }, []);
    expect(await auditStore(store, house.clock.forward('32d'))).toEqual([]);
  });

  test('the survival curve is computed from counts for living, dead and released creatures', async () => {
    const house = await anOperatedHouse(await fresh());
    const curve = async () => {
      const survival = await readSurvival(house.house, house.clock.now());
      return survival.map(({ share, lives }) => `${Math.round(share * 1000) / 1000} of ${lives}`);
    };
    expect(await curve()).toEqual([]);
    const [ada, bo] = [await aKeeper(house, 'ada'), await aKeeper(house, 'bo')];
    const tester = await aKeeper(house, 'dev-er');
    // One is released on day one, one dies on day two, and one of a test account dies.
    const gone = await ada.hatch(TABBY);
    const lost = await ada.hatch(TABBY);
    await tester.hatch(TABBY);
    await ada.release({ id: gone });
    house.clock.forward('40h');
    await house.ask({ path: '/api/stats' });
    await bo.hatch(TABBY);
    expect(await curve()).toEqual(['1 of 3', '1 of 1', '0 of 0']);
    await expectInOrder(house.house);
    await bringBack({ house, key: ada.key, id: lost });
    house.clock.forward('2h');
    // A resurrected creature keeps its age and is no longer counted as dead.
    expect(await curve()).toEqual(['1 of 3', '1 of 2', '0.5 of 0']);
    await expectInOrder(house.house);
    const { text } = await house.ask({ path: '/metrics', key: METRICS_TOKEN });
    expect(text).toContain('arkhouse_creatures_surviving_ratio{days="2"} 0.5\n');
  });
});
