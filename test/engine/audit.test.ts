import { expect, onTestFinished, test } from 'vitest';

import { HOUR } from '../../src/rules/base/clock.ts';
import { auditHouse, type AuditStep } from '../../src/features/audit/audit.ts';
import { auditStore } from '../../src/features/audit/audit.store.ts';
import { Findings, MOST_TOLD } from '../../src/db/audit-check.ts';
import { connect } from '../../src/db/connect.ts';
import type { Database } from '../../src/db/db.ts';
import { knownMigrations } from '../../src/db/migrate.ts';
import { withSeed } from '../support/asking.ts';
import { SLEEPLESS } from '../support/creature.ts';
import { eachDatabase } from '../support/databases.ts';
import { settleDue } from '../../src/features/lives/settle.ts';
import { aHouse } from '../support/house.ts';
import { abandon, adopted, aHome, care, kept, lookFor } from '../support/keeping.ts';
import { anAgent, takeIn } from './examples.ts';

const LIVES = 5;
const SAME_LIFE = 'a life lived again from its log is the same life';
const wakeful = { house: { random: withSeed(SLEEPLESS) } };

const livesIn = (findings: readonly { check: string; subject: string }[]) =>
  findings.filter(({ check }) => check === SAME_LIFE).map(({ subject }) => subject);

const damage = (store: Database, id: string) =>
  store.run({ text: `update creatures set stage = 'adult' where id = $1` }, [id]);

const changedAt = (store: Database, at: number) =>
  store.run({ text: 'update migrations set applied_at = $1 where number = 27' }, [at]);

eachDatabase(({ kind, fresh, blank, addressOf }) => {
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
    for (const id of ids) await damage(store, id);
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
      await damage(store, id);
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
    const reading = await connect({ databaseUrl: url.href, dataDir: '', mostConnections: 2 }, 'fail');
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
    await damage(store, chonk);
    const now = house.clock.now();
    expect(livesIn(await auditHouse(store, now))).toContain(chonk);
    await changedAt(store, now + HOUR);
    expect(livesIn(await auditHouse(store, now))).not.toContain(chonk);
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
    expect(new Set(livesIn(found))).toEqual(new Set([ids[0]]));
  });
});
