import { expect, onTestFinished, test } from 'vitest';

import { connect } from '../../packages/database/connect.ts';
import type { Database } from '../../packages/database/db.ts';
import { HOUR } from '../../src/rules/base/clock.ts';
import { drawPersonality } from '../../src/text/creature/life-messages.ts';
import { createMonitor } from '../../src/http/request-metrics.ts';
import { auditStore } from '../../src/features/audit/audit.store.ts';
import { auditHouse, type AuditStep, isOfFormerRules } from '../../src/features/audit/audit.ts';
import { applyRepair, findDamaged, planRepair } from '../../src/features/audit/repair.ts';
import { settleRound } from '../../src/features/creatures/settle.ts';
import { collectMetrics } from '../../src/features/stats/metrics.http.ts';
import { buildHouse, type House } from '../../src/app/house.ts';
import { openHouse } from '../../src/app/open-house.ts';
import { examine } from '../../src/cli/doctor.ts';
import { readConfig } from '../../src/config/config.ts';
import { Findings, MOST_TOLD } from '../../src/db/audit-check.ts';
import { knownMigrations } from '../../src/db/migrations.ts';
import { arkhouse } from '../program/arkhouse.ts';
import { withSeed, NO_LIMITS } from '../support/asking.ts';
import { aCreature, after, PLAIN, SLEEPLESS } from '../support/creature.ts';
import { eachDatabase, onSqlite } from '../support/databases.ts';
import { addDueCreatures, settleDue } from '../support/due-creatures.ts';
import { handClock } from '../support/hand-clock.ts';
import { aHouse } from '../support/house.ts';
import { abandon, adopted, aHome, care, kept, lookFor } from '../support/keeping.ts';
import { plainParts } from '../support/parts.ts';
import { anAgent, takeIn } from './examples.ts';

const LIVES = 5;
const SAME_LIFE = 'a life lived again from its log is the same life';
const wakeful = { house: { random: withSeed(SLEEPLESS) } };

const livesIn = (findings: readonly { check: string; subject: string }[]) =>
  findings.filter(({ check }) => check === SAME_LIFE).map(({ subject }) => subject);

const growUp = (store: Database, id: string) =>
  store.run({ text: `update creatures set stage = 'adult' where id = $1` }, [id]);

const changedAt = (store: Database, at: number) =>
  store.run({ text: 'update migrations set applied_at = $1 where number = 27' }, [at]);

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

const OF_ITS_KEEPER = ['auth/me', 'auth/me/export', 'house/graveyard', 'house/credits', 'house/status'];

const quarantined = async (house: House) => {
  const metrics = await collectMetrics(house, createMonitor(house), house.clock.now());
  return metrics.find(({ name }) => name.endsWith('quarantined_rows'))?.samples;
};

eachDatabase(({ kind, fresh, blank, again, addressOf }) => {
  const aHouseful = async () => {
    const house = await aHouse(await fresh(), wakeful);
    const home = await aHome(house, { username: 'wren' });
    const ids: string[] = [];
    for (let nth = 0; nth < LIVES; nth += 1) {
      const id = await adopted(home, nth % 2 === 0 ? 'housecat' : 'terrier', `N${nth}`);
      for (const action of ['feed', 'play', 'clean'].slice(nth % 3) as ['feed'])
        await care(home, action, { creature_id: id });
      ids.push(id);
    }
    return { ...house, home, store: house.house.store, ids: ids.toSorted() };
  };

  test('an audit reports invalid names, broken links and a plaintext key without repeating it', async () => {
    const database = await fresh();
    const invalid = [];
    for (const username of ['Ada', 'a da', 'a']) invalid.push(await takeIn(database, anAgent({ username })));
    await takeIn(database);
    const names = await auditStore(database, 1000);
    expect(names.every(({ check }) => check.includes('usernames'))).toBe(true);
    const told = new Set(names.map(({ subject, found }) => `${subject} ${found}`));
    expect(told).toEqual(new Set(invalid.map(({ id, username }) => `${id} ${username}`)));
    const [clear, broken] = [await takeIn(database), await takeIn(database)];
    await database.run({ text: 'update agents set key_hash = $1 where id = $2' }, ['ah_secret', clear.id]);
    await database.run({ text: 'update agents set social_links = $1 where id = $2' }, ['{', broken.id]);
    const findings = await auditStore(database, 1000);
    const wrong = new Set([...invalid, clear, broken].map(({ id }) => id));
    expect(new Set(findings.map(({ subject }) => subject))).toEqual(wrong);
    expect(JSON.stringify(findings)).not.toContain('ah_secret');
  });

  test('an unknown schema is reported before any other check', async () => {
    const findings = await auditStore(await blank(), 1000);
    expect(findings.map(({ subject }) => subject)).toEqual(knownMigrations().map(({ name }) => name));
  });

  test('an audit since a time covers creatures that only died since then', async () => {
    const { clock, house, store, ids } = await aHouseful();
    // After the growth at 24 hours, before the death at 36.
    const since = clock.forward('30h');
    const now = clock.forward('4d');
    await settleDue(house, now);
    for (const id of ids) await growUp(store, id);
    expect(livesIn(await auditHouse(store, now, { lives: { since } }))).toEqual(ids);
  });

  test('an audit finds a damaged life at any position, in batches, resumed, sampled or since a time', async () => {
    const { clock, store, home, ids } = await aHouseful();
    const since = clock.forward('2h') - HOUR;
    const [touched = ''] = ids.slice(2);
    await care(home, 'reflect', { creature_id: touched });
    const now = clock.now();
    expect(await auditHouse(store, now, { batch: 2 })).toEqual([]);
    const damaged: string[] = [];
    for (const id of ids) {
      await growUp(store, id);
      damaged.push(id);
      expect(livesIn(await auditHouse(store, now, { batch: 2 }))).toEqual(damaged);
    }
    expect(livesIn(await auditHouse(store, now, { batch: 500 }))).toEqual(ids);

    const first = new Findings();
    let reached = '';
    const onStep = (step: AuditStep) => {
      if (step.done === 'check') return;
      ({ reached } = step);
      if (step.reached === ids[3]) throw new Error('interrupted');
    };
    const interrupted = auditHouse(store, now, { batch: 2, findings: first, onStep });
    await expect(interrupted).rejects.toThrow('interrupted');
    const second = new Findings(undefined, first.counts);
    await auditHouse(store, now, { batch: 2, findings: second, after: reached });
    expect([...livesIn(first.told), ...livesIn(second.told)]).toEqual(ids);
    expect(second.counts[SAME_LIFE]).toBe(LIVES);

    expect(livesIn(await auditHouse(store, now, { lives: { since } }))).toEqual([touched]);
    expect(livesIn(await auditHouse(store, now, { lives: { since: 0 } }))).toEqual(ids);

    // The same seed chooses the same sample for any batch size.
    const sampled = async (share: number, seed: number, batch: number) =>
      livesIn(await auditHouse(store, now, { batch, lives: { sample: { share, seed } } }));
    expect(await sampled(1, 1, 2)).toEqual(ids);
    const samples = new Set<string>();
    for (let seed = 1; seed <= 4; seed += 1) {
      const some = await sampled(0.5, seed, 2);
      expect(await sampled(0.5, seed, 500)).toEqual(some);
      samples.add(some.join());
    }
    expect(samples.size).toBeGreaterThan(1);
    const lives = { sample: { lives: 1000, seed: 1 } };
    expect(livesIn(await auditHouse(store, now, { lives }))).toEqual(ids);

    if (kind === 'SQLite') return;
    // An audit runs on a read-only connection.
    const url = new URL(addressOf(store).databaseUrl ?? '');
    const options = `${url.searchParams.get('options')} -cdefault_transaction_read_only=on`;
    url.searchParams.set('options', options);
    const reading = await connect({ databaseUrl: url.href, dataDir: '', mostConnections: 2 }, 'read');
    onTestFinished(() => reading.close());
    await expect(reading.ensureWritable()).rejects.toThrow('read-only');
    expect(livesIn(await auditHouse(reading, now))).toEqual(ids);
  });

  test('lives and causes of death from before a change of the rules are checked by the former rules', async () => {
    const house = await aHouse(await fresh(), wakeful);
    const { store } = house.house;
    const one = await kept(house, 'tesseract');
    await abandon(one);
    await lookFor(one, one.id);
    for (const [cause, rules, isFound] of [
      ['hunger', 'former', false],
      ['hunger', "today's", true],
      ['neglect', "today's", false],
      ['harm', 'former', true],
    ] as const) {
      for (const text of ['update creatures set cause = $1', 'update gravestones set cause = $1'])
        await store.run({ text }, [cause]);
      await changedAt(store, rules === 'former' ? house.clock.now() : 0);
      const found = livesIn(await auditHouse(store, house.clock.now()));
      expect(found.length > 0, `${cause} under ${rules} rules`).toBe(isFound);
    }
    await changedAt(store, 0);
    const chonk = await adopted(one, 'chonk', 'Old');
    await growUp(store, chonk);
    const now = house.clock.now();
    expect(livesIn(await auditHouse(store, now))).toContain(chonk);
    await changedAt(store, now + HOUR);
    expect(livesIn(await auditHouse(store, now))).not.toContain(chonk);
    const former = [false, true].map((rescued) => aCreature({ record: { rescued } }));
    expect(former.map((each) => isOfFormerRules(each, PLAIN, after(1)))).toEqual([false, true]);
    // On PostgreSQL the next test reuses this schema.
    await changedAt(store, 0);
  });

  test('an audit does not report concurrent writes, reports a cycle in a log, and lists at most a thousand findings of a kind', async () => {
    const { clock, home, store, ids } = await aHouseful();
    let turn = 0;
    const onStep = async (step: AuditStep) => {
      if (step.done === 'lives') await care(home, 'reflect', { creature_id: ids[turn++ % ids.length] ?? '' });
    };
    expect(await auditHouse(store, clock.now(), { batch: 1, onStep })).toEqual([]);
    expect(turn).toBe(LIVES);
    expect(await auditHouse(store, clock.now())).toEqual([]);

    const row = `insert into tallies (span, bucket, what, shard, n) values (0, 0, $1, 0, 1)`;
    await store.transaction(async (db) => {
      for (let nth = 0; nth < MOST_TOLD + 5; nth += 1) await db.run({ text: row }, [`never/${nth}`]);
    });
    const findings = new Findings();
    expect(await auditHouse(store, clock.now(), { findings })).toHaveLength(MOST_TOLD);
    expect(findings.total).toBe(MOST_TOLD + 5);

    const cycle = 'update care_log set previous_id = id, previous_at = at where creature_id = $1';
    await store.run({ text: cycle }, [ids[0] ?? '']);
    const found = await auditHouse(store, clock.now(), { batch: 3 });
    expect(found.map(({ check }) => check)).toContain(
      'an entry of the care log follows an earlier one of the same life',
    );
    // PostgreSQL reads the log sorted, without following the entries: the life is the same.
    expect(livesIn(found).filter((id) => id !== ids[0])).toEqual([]);
  });

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

  test.each(damages)('%s: left out of pages, told to its keeper, reported once', async (how) => {
    const { house, store, reports, ask, home, bad, good, clock } = await aDamagedHouse(how);
    const { key } = home;
    for (const path of READ_BY_ALL) expect((await ask({ path })).status, path).toBe(200);
    const { body: hall } = await ask({ path: '/api/house/hall?per_page=1' });
    expect(hall).toMatchObject({ leaderboard: [{ rank: 1 }], next_cursor: expect.any(String) });
    for (const path of OF_ITS_KEEPER)
      expect((await ask({ path: `/api/${path}`, key })).status, path).toBe(200);
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
  });

  test('a keeper whose only creature is damaged is not told that it has none', async () => {
    const { ask, home, good } = await aDamagedHouse('a heart of garbage');
    await ask({ method: 'DELETE', path: '/api/house/release', key: home.key, body: { creature_id: good } });
    const caring = { method: 'POST', path: '/api/house/care', key: home.key } as const;
    for (const told of [
      await ask({ path: '/api/house/status', key: home.key }),
      await ask({ ...caring, body: { action: 'feed' } }),
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

  test('commands print control characters of stored text and of arguments as escapes', async () => {
    const { store, bad } = await aDamagedHouse('a cut body');
    const clearScreen = '\u001b[2J\u009b31m\r\u202e';
    await store.run({ text: 'update creatures set species = $2 where id = $1' }, [bad, clearScreen]);
    const outputs = await Promise.all(
      [['audit'], ['doctor'], ['repair', clearScreen], ['repair', bad]].map((args) =>
        arkhouse(args, settingsOf(store)),
      ),
    );
    for (const { out, err } of outputs) expect(out + err).not.toMatch(/(?!\n)\p{Cc}|\u202e/u);
    expect(outputs.map(({ out, err }) => out + err).join('')).toContain('\\x1b[2J\\x9b31m\\x0d\\u202e');
  });
});

onSqlite(({ fresh }) => {
  test('more unreadable creatures than fit a batch do not delay the others', async () => {
    const store = await fresh();
    const { now, ids } = await addDueCreatures(store, { creatures: 450, keepers: 30 });
    for (const id of ids.slice(0, 250)) await damage(store, id, 'a body that is null');
    const house = buildHouse(plainParts(store, handClock(0)));
    expect(await settleRound(house, { now, until: Infinity })).toEqual({ now, complete: true, failures: [] });
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
