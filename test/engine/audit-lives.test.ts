import { expect, onTestFinished, test } from 'vitest';

import { HOUR } from '../../src/rules/base/clock.ts';
import { auditHouse, type AuditStep } from '../../src/features/audit/audit.ts';
import { Findings, MOST_TOLD } from '../../src/db/audit-check.ts';
import { connect } from '../../src/db/connect.ts';
import { withSeed } from '../support/asking.ts';
import { SLEEPLESS } from '../support/creature.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import { abandon, adopted, aHome, care, kept, lookFor } from '../support/keeping.ts';

const LIVES = 7;
const SAME_LIFE = 'a life lived again from its log is the same life';

eachDatabase(({ kind, fresh, addressOf }) => {
  /** Several creatures of one agent, with their ids in audit order. */
  const aHouseful = async () => {
    const house = await aHouse(await fresh(), { house: { random: withSeed(SLEEPLESS) } });
    const home = await aHome(house, { username: 'wren' });
    const ids: string[] = [];
    for (let nth = 0; nth < LIVES; nth += 1) {
      const id = await adopted(home, nth % 2 === 0 ? 'housecat' : 'terrier', `N${nth}`);
      for (const action of ['feed', 'play', 'clean'] as const)
        for (let times = 0; times <= nth % 3; times += 1) await care(home, action, { creature_id: id });
      ids.push(id);
    }
    const { store } = house.house;
    const damage = (id: string) =>
      store.run({ text: `update creatures set stage = 'adult' where id = $1` }, [id]);
    return { house, home, store, damage, ids: ids.toSorted(), now: house.clock.now() };
  };

  const livesIn = (findings: readonly { check: string; subject: string }[]) =>
    findings.filter(({ check }) => check === SAME_LIFE).map(({ subject }) => subject);

  test.each([2, 500])('an audit finds a damaged life at any position with batches of %i', async (batch) => {
    const { store, damage, ids, now } = await aHouseful();
    expect(await auditHouse(store, now, { batch })).toEqual([]);
    const damaged: string[] = [];
    for (const id of ids) {
      await damage(id);
      damaged.push(id);
      expect(livesIn(await auditHouse(store, now, { batch }))).toEqual(damaged);
    }
  });

  test('lives that began under earlier rules are not replayed where the rules may differ', async () => {
    const { store, home, ids, now } = await aHouseful();
    const chonk = await adopted(home, 'chonk', 'Old');
    const forget = { text: `update creatures set stage = 'adult' where id = $1` };
    for (const id of [...ids, chonk]) await store.run(forget, [id]);
    const changedAt = (at: number) =>
      store.run({ text: 'update migrations set applied_at = $1 where number = 27' }, [at]);
    expect(livesIn(await auditHouse(store, now))).toContain(chonk);
    await changedAt(now + HOUR);
    const found = livesIn(await auditHouse(store, now));
    expect(found).not.toContain(chonk);
    await changedAt(0);
    expect(livesIn(await auditHouse(store, now))).toContain(chonk);
  });

  test.each([
    ['hunger', 'former', []],
    ['hunger', "today's", [SAME_LIFE]],
    ['neglect', "today's", []],
    ['harm', 'former', [SAME_LIFE]],
  ])(
    'a stored cause %s of a death under %s rules is checked against those rules',
    async (cause, rules, expected) => {
      const house = await aHouse(await fresh(), { house: { random: withSeed(SLEEPLESS) } });
      const one = await kept(house, 'tesseract');
      await abandon(one);
      await lookFor(one, one.id);
      const { store } = house.house;
      for (const text of ['update creatures set cause = $1', 'update gravestones set cause = $1'])
        await store.run({ text }, [cause]);
      const changed = { text: 'update migrations set applied_at = $1 where number = 27' };
      await store.run(changed, [rules === 'former' ? house.clock.now() : 0]);
      const found = await auditHouse(store, house.clock.now());
      // On PostgreSQL the next test reuses this schema.
      await store.run(changed, [0]);
      expect(found.map(({ check }) => check).filter((check) => check === SAME_LIFE)).toEqual(expected);
    },
  );

  test('a resumed audit reports the remaining findings', async () => {
    const { store, damage, ids, now } = await aHouseful();
    for (const id of ids) await damage(id);
    const first = new Findings();
    let reached = '';
    const onStep = (step: AuditStep) => {
      if (step.done === 'check') return;
      ({ reached } = step);
      if (step.reached === ids[3]) throw new Error('interrupted');
    };
    await expect(auditHouse(store, now, { batch: 2, findings: first, onStep })).rejects.toThrow(
      'interrupted',
    );
    const second = new Findings(undefined, first.counts);
    await auditHouse(store, now, { batch: 2, findings: second, after: reached });
    expect([...livesIn(first.told), ...livesIn(second.told)]).toEqual(ids);
    expect(second.counts[SAME_LIFE]).toBe(LIVES);
  });

  test('with a start time, an audit replays only lives changed since then', async () => {
    const { house, home, store, damage, ids } = await aHouseful();
    const since = house.clock.forward('2h') - HOUR;
    const [touched = ''] = ids.slice(2);
    await care(home, 'reflect', { creature_id: touched });
    for (const id of ids) await damage(id);
    const now = house.clock.now();
    expect(livesIn(await auditHouse(store, now, { lives: { since } }))).toEqual([touched]);
    expect(livesIn(await auditHouse(store, now, { lives: { since: 0 } }))).toEqual(ids);
  });

  test('the same seed chooses the same sample for any batch size', async () => {
    const { store, damage, ids, now } = await aHouseful();
    for (const id of ids) await damage(id);
    const sampled = async (share: number, seed: number, batch: number) =>
      livesIn(await auditHouse(store, now, { batch, lives: { sample: { share, seed } } }));
    expect(await sampled(1, 1, 2)).toEqual(ids);
    const sizes = new Set<number>();
    for (let seed = 1; seed <= 6; seed += 1) {
      const some = await sampled(0.5, seed, 2);
      expect(await sampled(0.5, seed, 500)).toEqual(some);
      sizes.add(some.length);
    }
    expect(sizes.size).toBeGreaterThan(1);
    const lives = { sample: { lives: 1000, seed: 1 } };
    expect(livesIn(await auditHouse(store, now, { lives }))).toEqual(ids);
  });

  test('an audit reports a cycle in the log and terminates', async () => {
    const { store, ids, now } = await aHouseful();
    await store.run(
      { text: 'update care_log set previous_id = id, previous_at = at where creature_id = $1' },
      [ids[0] ?? ''],
    );
    const findings = await auditHouse(store, now, { batch: 3 });
    expect(findings.map(({ check }) => check)).toContain(
      'an entry of the care log follows an earlier one of the same life',
    );
    expect(new Set(livesIn(findings))).toEqual(new Set([ids[0]]));
  });

  test('writes during an audit are not reported as findings', async () => {
    const { home, house, store, ids } = await aHouseful();
    let turn = 0;
    const onStep = async (step: AuditStep) => {
      if (step.done === 'lives') await care(home, 'reflect', { creature_id: ids[turn++ % ids.length] ?? '' });
    };
    expect(await auditHouse(store, house.clock.now(), { batch: 1, onStep })).toEqual([]);
    expect(turn).toBe(LIVES);
    expect(await auditHouse(store, house.clock.now())).toEqual([]);
  });

  test.runIf(kind === 'PostgreSQL')('an audit runs on a read-only connection', async () => {
    const { store, damage, ids, now } = await aHouseful();
    await damage(ids[0] ?? '');
    const url = new URL(addressOf(store).databaseUrl ?? '');
    const options = `${url.searchParams.get('options')} -cdefault_transaction_read_only=on`;
    url.searchParams.set('options', options);
    const reading = await connect({ databaseUrl: url.href, dataDir: '', mostConnections: 2 }, 'fail');
    onTestFinished(() => reading.close());
    await expect(reading.ensureWritable()).rejects.toThrow('read-only');
    expect(livesIn(await auditHouse(reading, now))).toEqual([ids[0]]);
  });

  test('an audit lists at most a thousand findings of a kind and counts all of them', async () => {
    const { store, now } = await aHouseful();
    const row = `insert into tallies (span, bucket, what, shard, n) values (0, 0, $1, 0, 1)`;
    await store.transaction(async (db) => {
      for (let nth = 0; nth < MOST_TOLD + 5; nth += 1) await db.run({ text: row }, [`never/${nth}`]);
    });
    const findings = new Findings();
    expect(await auditHouse(store, now, { findings })).toHaveLength(MOST_TOLD);
    expect(findings.total).toBe(MOST_TOLD + 5);
  });
});
