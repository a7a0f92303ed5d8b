import { expect, test } from 'vitest';

import { examine } from '../../src/cli/doctor.ts';
import type { Database } from '../../src/db/db.ts';
import { auditHouse } from '../../src/features/audit/audit.ts';
import { applyRepair, findDamaged, planRepair } from '../../src/features/audit/repair.ts';
import { settleDue, settleRound } from '../../src/features/lives/settle.ts';
import { collectMetrics } from '../../src/features/stats/metrics.http.ts';
import { buildHouse, type House } from '../../src/features/house.ts';
import { openHouse } from '../../src/open-house.ts';
import { readConfig } from '../../src/config/config.ts';
import { createMonitor } from '../../src/server/request-metrics.ts';
import { drawPersonality } from '../../src/text/creature/life-messages.ts';
import { arkhouse } from '../program/arkhouse.ts';
import { NO_LIMITS, withSeed } from '../support/asking.ts';
import { SLEEPLESS } from '../support/creature.ts';
import { eachDatabase, onSqlite } from '../support/databases.ts';
import { addDueCreatures } from '../support/due-creatures.ts';
import { handClock } from '../support/hand-clock.ts';
import { aHouse } from '../support/house.ts';
import { adopted, aHome, care } from '../support/keeping.ts';
import { plainParts } from '../support/parts.ts';

const DAMAGES = {
  'a cut body': ['body', 'substr(body, 1, length(body) - 40)'],
  'a body of which little is left': ['body', 'substr(body, 1, 9)'],
  'a body that is null': ['body', `'null'`],
  'a body without a stat': ['body', `replace(body, '"hunger":', '"hunger":null,"was":')`],
  'NaN in a body': ['body', `replace(body, '"hunger":', '"hunger":NaN,"was":')`],
  'a heart of garbage': ['heart', `'{]garbage'`],
  'an unknown species': ['species', `'no_such_species'`],
  'an unknown time zone': ['zone', `'Nowhere/At_All'`],
} as const;

type Damage = keyof typeof DAMAGES;
const EVERY = Object.keys(DAMAGES) as Damage[];
const IN_LOG = EVERY.filter((each) => ['body', 'heart'].includes(DAMAGES[each][0]));

async function damage(store: Database, id: string, how: Damage): Promise<void> {
  const [column, value] = DAMAGES[how];
  await store.run({ text: `update creatures set ${column} = ${value} where id = $1` }, [id]);
}

const READ_BY_ALL = [
  ...'/ /creatures /creatures?order=oldest /creatures?order=danger /creatures?order=trust'.split(' '),
  ...'/creatures?stage=baby /creatures?q=Bo /keepers /agents/wren /hall /graveyard'.split(' '),
  ...'/species /feed.atom /api/stats /api/health /api/house/hall'.split(' '),
  ...'/api/house/hall?category=most_consistent /api/house/graveyard'.split(' '),
];

const READ_BY_ITS_KEEPER = [
  ...'/api/auth/me /api/auth/me/export /api/house/graveyard /api/house/credits'.split(' '),
  '/api/house/status',
];

const quarantined = async (house: House) => {
  const metrics = await collectMetrics(house, createMonitor(house), house.clock.now());
  return metrics.find(({ name }) => name.endsWith('quarantined_rows'))?.samples;
};

eachDatabase(({ kind, fresh, again, addressOf }) => {
  const settingsOf = (store: Database) => {
    const { dataDir, databaseUrl } = addressOf(store);
    return { ARKHOUSE_DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) };
  };

  /** Two creatures of one agent, the older one damaged, and one of another agent; all are due. */
  async function aDamagedHouse(how: Damage) {
    // A connection remembers damaged rows, and `fresh` may reuse one of an earlier test.
    const store = await again(await fresh());
    const house = await aHouse(store, { house: { random: withSeed(SLEEPLESS), limiter: NO_LIMITS } });
    const home = await aHome(house, { username: 'wren' });
    const other = await aHome(house, { username: 'ada' });
    const bad = await adopted(home, 'housecat', 'Bo');
    house.clock.forward('1m');
    const good = await adopted(home, 'housecat', 'Fern');
    await adopted(other, 'terrier', 'Bob');
    for (const hours of ['3h', '3h', '3h']) {
      house.clock.forward(hours);
      for (const id of [bad, good]) await care(home, 'feed', { creature_id: id });
      await care(other, 'play');
    }
    await damage(store, bad, how);
    const reports: object[] = [];
    store.quarantine.onFound(({ table, key, column }) => reports.push({ table, key, column }));
    house.clock.forward('17h');
    return { ...house, store, home, bad, good, reports };
  }

  /** PostgreSQL parses the same columns; one damage of each kind of column shows that it reports them, too. */
  const damages = kind === 'SQLite' ? EVERY : EVERY.filter((each) => !IN_LOG.slice(1).includes(each));

  test.each(damages)(
    '%s: pages leave the creature out, its keeper is told, audit and doctor report it once',
    async (how) => {
      const { house, store, reports, ask, home, bad, good, clock } = await aDamagedHouse(how);
      const { key } = home;
      for (const path of READ_BY_ALL) expect((await ask({ path })).status, path).toBe(200);
      for (const path of READ_BY_ITS_KEEPER) expect((await ask({ path, key })).status, path).toBe(200);
      expect(await settleDue(house, clock.now())).toEqual([]);
      const due = { text: 'select id from creatures where next_event_at <= $1', columns: ['id'] };
      expect(await store.all(due, [clock.now()])).toEqual([{ id: bad }]);

      const caring = (creature_id: string) =>
        ask({ method: 'POST', path: '/api/house/care', key, body: { action: 'feed', creature_id } });
      for (const refused of [
        await ask({ path: `/api/house/status?creature_id=${bad}`, key }),
        await ask({ path: `/api/house/history?creature_id=${bad}`, key }),
        await caring(bad),
      ]) {
        expect([refused.status, refused.body['code']]).toEqual([500, 'damaged_record']);
        expect(refused.text).not.toContain('personality');
      }
      expect((await ask({ path: `/api/house/status?creature_id=${good}`, key })).status).toBe(200);
      expect((await caring(good)).status).toBe(200);

      const [column] = DAMAGES[how];
      const missing = { table: 'community_species', key: 'no_such_species', column: 'slug' };
      const found = column === 'species' ? missing : { table: 'creatures', key: bad, column };
      expect(reports).toEqual([found]);
      expect(await quarantined(house)).toEqual([{ labels: { table: found.table }, value: 1 }]);
      const check = column === 'species' ? 'every creature is of a species' : 'every creature can be read';
      const finding = expect.objectContaining({ check, subject: bad });
      expect(await auditHouse(store, clock.now())).toContainEqual(finding);
      expect(await findDamaged(store)).toEqual([{ id: bad, column }]);
      const skipped = ['exposure', 'ports', 'clock', 'model', 'pictures', 'machine'] as const;
      const doctor = await examine(settingsOf(store), skipped);
      const told = { state: 'wrong', found: `1 cannot be read: ${bad} (${column}).` };
      expect(doctor.find(({ name }) => name === 'creatures')).toMatchObject(told);
      const plan = await planRepair(store, bad, clock.now(), drawPersonality);
      expect(await findDamaged(store)).toHaveLength(1);
      const isRepairable = IN_LOG.includes(how);
      expect(plan?.repaired !== undefined).toBe(isRepairable);
      expect(plan?.obstacles.join()).toMatch(isRepairable ? /^$/ : /is not (in the log|stored here)/);
      if (!plan?.repaired) return;
      expect(plan).toMatchObject({ damaged: [column], acts: 3 });
      await applyRepair(store, plan.repaired);
      expect(await findDamaged(store)).toEqual([]);
      expect(await auditHouse(store, clock.now())).toEqual([]);
      expect((await ask({ path: `/api/house/status?creature_id=${bad}`, key })).status).toBe(200);
      expect(await quarantined(house)).toEqual([]);
      const nothing = { damaged: [], repaired: undefined, obstacles: [] };
      expect(await planRepair(store, bad, clock.now(), drawPersonality)).toMatchObject(nothing);
    },
  );

  test('a keeper whose only creature is damaged is not told that it has none', async () => {
    const { ask, home, good } = await aDamagedHouse('a heart of garbage');
    await ask({ method: 'DELETE', path: '/api/house/release', key: home.key, body: { creature_id: good } });
    const caring = { method: 'POST', path: '/api/house/care', key: home.key } as const;
    for (const told of [
      await ask({ path: '/api/house/status', key: home.key }),
      await ask({ ...caring, body: { action: 'feed' } }),
      await ask({ ...caring, body: { action: 'feed', creature_id: 'Bo' } }),
    ])
      expect([told.status, told.body['code']]).toEqual([500, 'damaged_record']);
  });

  test('a creature whose log does not match what is stored is not repaired', async () => {
    const { store, bad, clock } = await aDamagedHouse('a cut body');
    await store.run({ text: 'delete from care_log where creature_id = $1' }, [bad]);
    const plan = await planRepair(store, bad, clock.now(), drawPersonality);
    expect(plan?.repaired).toBeUndefined();
    expect(plan?.obstacles).not.toEqual([]);
  });

  test('arkhouse repair prints its plan, and writes only with --yes', async () => {
    const { store, bad } = await aDamagedHouse('a cut body');
    const dry = await arkhouse(['repair', bad], settingsOf(store));
    expect(dry).toMatchObject({ code: 0, err: '' });
    expect(dry.out).toMatch(/: body cannot be read[^]*\(3 acts of care\) suffices[^]*Nothing was changed/);
    expect(await findDamaged(store)).toHaveLength(1);
    const done = await arkhouse(['repair', bad, '--yes'], settingsOf(store));
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining('It is repaired.') });
    expect(await findDamaged(store)).toEqual([]);
  });
});

onSqlite(({ fresh }) => {
  test('more unreadable creatures than fit a batch do not delay the others', async () => {
    const store = await fresh();
    const { now, ids } = await addDueCreatures(store, { creatures: 450, keepers: 30 });
    for (const id of ids.slice(0, 250)) await damage(store, id, 'a body that is null');
    const house = buildHouse(plainParts(store, handClock(0)));
    const end = await settleRound(house, { now, until: Infinity });
    expect(end).toEqual({ now, complete: true, failures: [] });
    expect(house.settling.settled).toBe(200);
    await house.rasterizer?.close();
  });

  test('the log names table, row and column of a damaged creature, without its content', async () => {
    const store = await fresh();
    const { ids } = await addDueCreatures(store, { creatures: 1, keepers: 1 });
    const lines: object[] = [];
    const log = { info: () => {}, warn: () => {}, error: (line: object) => lines.push(line) };
    const overrides = { ...plainParts(store, handClock(0)), store };
    const house = await openHouse(readConfig({}), log as never, overrides);
    await damage(store, ids[0] ?? '', 'a cut body');
    for (const now of [1, 2]) await settleDue(house, Date.UTC(2027, 0, now));
    expect(lines).toEqual([{ event: 'unreadable_row', table: 'creatures', row: ids[0], column: 'body' }]);
    await house.rasterizer?.close();
  });
});
