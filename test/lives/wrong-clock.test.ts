import { expect, test } from 'vitest';

import type { Database } from '../../packages/database/db.ts';
import { readSetting, writeSetting } from '../../packages/database/settings.ts';
import { DAY, HOUR, type Instant, MINUTE, SECOND } from '../../src/rules/base/clock.ts';
import { areTooManyDeaths } from '../../src/rules/lives/live-until.ts';
import { createMonitor } from '../../src/http/request-metrics.ts';
import { auditHouse } from '../../src/features/audit/audit.ts';
import { type ReviewedDeath, undoDeaths } from '../../src/features/audit/undo-deaths.ts';
import { checkLastOpen, confirmDeaths, readSettlingState } from '../../src/features/creatures/hold-deaths.ts';
import { settle, settleForReading, settleRound } from '../../src/features/creatures/settle.ts';
import { addPortrait } from '../../src/features/pictures/pictures.store.ts';
import { findCreature } from '../../src/features/records/creatures.store.ts';
import { collectMetrics } from '../../src/features/stats/metrics.http.ts';
import { incrementTotal } from '../../src/features/tallies/tallies.store.ts';
import { STATUS } from '../../src/features/tallies/tally-names.store.ts';
import type { House, HouseParts } from '../../src/app/house.ts';
import { startSettlingDue, startWatchingClock } from '../../src/app/jobs.ts';
import { openLog } from '../../src/app/log.ts';
import { openHouse } from '../../src/app/open-house.ts';
import { readConfig } from '../../src/config/config.ts';
import { migrate } from '../../src/db/migrations.ts';
import { systemClock, WatchedClock } from '../../src/outside/clock.ts';
import { NO_LIMITS } from '../support/asking.ts';
import { eachDatabase, onSqlite } from '../support/databases.ts';
import { settleDue } from '../support/due-creatures.ts';
import { handClock, type HandMachine, handMachine, NOON } from '../support/hand-clock.ts';
import { aHouse, lineCollector } from '../support/house.ts';
import { adopted, aHome, care, graveyard, type Home, look, lookFor, refusal } from '../support/keeping.ts';
import { storeWith } from '../support/store-with.ts';

test.each([
  [20, 100, false],
  [21, 100, true],
  [26, 533, false],
  [27, 533, true],
])('%d deaths a minute among %d living at 5 percent are too many: %s', (deaths, living, many) => {
  expect(areTooManyDeaths({ deaths, living, percent: 5 })).toBe(many);
});

const metric = async (house: House, name: string) => {
  const metrics = await collectMetrics(house, createMonitor(house), house.clock.now());
  return metrics.find((each) => each.name.endsWith(name))?.samples.map(({ value }) => value);
};

const settledAt = (house: House, now: Instant) => settleRound(house, { now, until: Infinity });

type StartJob = typeof startSettlingDue | typeof startWatchingClock;

const messagesOf = async (house: House, start: StartJob) =>
  (await linesOf(house, start)).map(({ msg }) => msg);

/** The log of one round of a job. */
async function linesOf(house: House, start: StartJob) {
  const lines: string[] = [];
  const runs = () => house.jobs.summaries.reduce((sum, { rounds }) => sum + rounds, 0);
  const before = runs();
  const job = start(house, openLog('info', lineCollector(lines)));
  job?.begin();
  await expect.poll(() => runs()).toBeGreaterThan(before);
  await job?.stop();
  return lines.map((line) => JSON.parse(line) as { level: string; msg: string });
}

/** A house on the clock of a machine, and its database on another machine that shows the right time. */
async function aWatchedHouse(store: Database) {
  const machine = handMachine();
  const watch = new WatchedClock(machine.read);
  const right = async () => NOON + machine.read.uptimeMs() - 9500;
  const database = storeWith(store, { readClock: right });
  const house = await aHouse(database, { house: { clock: watch, watch, limiter: NO_LIMITS } });
  const home = await aHome(house, { username: 'wren' });
  return { ...machine, house, home, check: () => watch.check(right), id: await adopted(home, 'housecat') };
}

/** A service that starts on a machine whose database has no clock. */
async function aStart(store: Database, { read }: HandMachine, parts: Partial<HouseParts> = {}) {
  const watch = new WatchedClock(read);
  await checkLastOpen(watch, store);
  await watch.check(async () => undefined);
  const { house } = await aHouse(storeWith(store, {}), { house: { clock: watch, watch, ...parts } });
  return { house, watch, watching: () => messagesOf(house, startWatchingClock) };
}

onSqlite(({ fresh, again }) => {
  test('while the clock is wrong, writes are 503 with the reason, reads use the right time, and nothing is settled', async () => {
    const { house, home, id, check, set, pass } = await aWatchedHouse(await fresh());
    set('10d');
    await check();
    const error: unknown = expect.stringContaining('clock is wrong');
    expect(await refusal(care(home, 'feed', { creature_id: id }))).toMatchObject({
      status: 503,
      problem: { code: 'house_unreachable', error, retry_after_seconds: 60 },
    });
    expect((await look(home, id)).creature).toMatchObject({ id });
    expect(await settledAt(house.house, NOON + 10 * DAY)).toMatchObject({ held: true });
    expect(await graveyard(home)).toEqual([]);
    const wrong = { status: 503, body: { error: 'The clock of this node is wrong.' } };
    expect(await house.ask({ path: '/readyz' })).toMatchObject(wrong);
    expect(await metric(house.house, 'clock_offset_seconds')).toEqual([(10 * DAY) / 1000]);
    expect(house.log.join()).not.toContain('database unavailable');
    set('-10d');
    pass('5s');
    await check();
    expect(await care(home, 'feed', { creature_id: id })).toMatchObject({ creature: { id } });
    expect(await house.ask({ path: '/readyz' })).toMatchObject({ status: 200 });
  });

  test('a death that is due by the right time is held back while the clock is wrong', async () => {
    const { house, home, id, check, set, pass } = await aWatchedHouse(await fresh());
    set('10d');
    await check();
    pass('5d');
    expect(await refusal(look(home, id))).toMatchObject({ status: 503 });
    expect(await settleForReading(house.house, NOON + 5 * DAY)).toBeLessThan(NOON + 5 * DAY);
    set('-10d');
    await check();
    await expect(look(home, id)).rejects.toThrow('is dead');
  });

  test('each change of the clock is logged once, with how long the machine was suspended', async () => {
    const { house, set, suspend } = await aWatchedHouse(await fresh());
    const watching = () => messagesOf(house.house, startWatchingClock);
    expect(await watching()).toEqual([]);
    set('10d');
    expect(await watching()).toEqual([expect.stringMatching(/^the clock is wrong/)]);
    set('-10d');
    expect(await watching()).toEqual([]);
    suspend('9h');
    expect(await watching()).toEqual(['the machine was suspended while creatures lived on']);
  });

  test('a start after a pause logs how long the service was closed and how many creatures died', async () => {
    const store = await fresh();
    const { house, home, id, pass } = await aWatchedHouse(store);
    const settling = (node: House) => messagesOf(node, startSettlingDue);
    expect(await settling(house.house)).toEqual([]);
    expect(await readSetting(store, 'open_until')).toBe(String(house.house.clock.now()));
    pass('5d');
    const watch = new WatchedClock(handMachine(house.house.clock.now()).read);
    const reopened = await aHouse(storeWith(store, {}), { house: { clock: watch, watch, ...PERCENT } });
    const closed = { level: 'warn', event: 'was_closed', closedSeconds: (5 * DAY) / SECOND, livesEnded: 1 };
    expect(await linesOf(reopened.house, startSettlingDue)).toMatchObject([closed]);
    await expect(look({ ...home, house: reopened }, id)).rejects.toThrow('is dead');
  });

  test('a start before the last time the service was open writes nothing until the clock is set right or confirmed', async () => {
    const store = await fresh();
    const config = readConfig({});
    const open = () => openHouse(config, openLog('silent'), { store: storeWith(store, {}) });
    await migrate(store, 0);
    const later = systemClock().now() + DAY;
    await writeSetting(store, 'open_until', String(later));
    const { watch, clock } = await open();
    expect(watch?.isWrong).toBe(true);
    expect(clock.now()).toBeGreaterThanOrEqual(later);
    const behind = await aHouse(storeWith(store, {}), { house: { clock, watch } });
    const wrong = { event: 'clock_wrong', offsetSeconds: expect.closeTo(-DAY / SECOND, -2) };
    expect(await linesOf(behind.house, startWatchingClock)).toMatchObject([wrong]);
    expect((await behind.ask({ path: '/readyz' })).status).toBe(503);
    expect(await refusal(aHome(behind, { username: 'wren' }))).toMatchObject({ status: 503 });
    expect(await settledAt(behind.house, clock.now())).toMatchObject({ held: true });
    await confirmDeaths(store, systemClock().now());
    expect(await messagesOf(behind.house, startWatchingClock)).toEqual([]);
    expect(watch?.isWrong).toBe(false);
    expect(Math.abs(clock.now() - systemClock().now())).toBeLessThan(MINUTE);
    expect((await behind.ask({ path: '/readyz' })).status).toBe(200);
  });

  test('a clock that is set back while the service runs is wrong until the restart, also when it is confirmed', async () => {
    const store = await fresh();
    const machine = handMachine(NOON + 3 * DAY);
    const { house, watch, watching } = await aStart(store, machine);
    await messagesOf(house, startSettlingDue);
    machine.pass('30s');
    const before = watch.now();
    machine.set('-3d');
    expect(await watching()).toEqual([expect.stringMatching(/^the clock is wrong/)]);
    expect(watch.now()).toBe(before);
    await confirmDeaths(store, machine.read.wall());
    machine.pass('5s');
    await watching();
    expect([watch.isWrong, watch.now()]).toEqual([true, before + 5 * SECOND]);
    await messagesOf(house, startSettlingDue);
    expect(await readSetting(store, 'open_until')).toBe(String(NOON + 30 * SECOND));
    const { watch: restarted } = await aStart(store, machine);
    expect([restarted.isWrong, restarted.now()]).toEqual([false, NOON + 35 * SECOND]);
  });

  test('a clock that is set back and then far ahead while the service runs stays wrong', async () => {
    const store = await fresh();
    const machine = handMachine();
    const { house, watch, watching } = await aStart(store, machine);
    await messagesOf(house, startSettlingDue);
    for (const span of ['-2h', '10d']) {
      machine.set(span);
      await watching();
      expect([watch.isWrong, watch.openedAt]).toEqual([true, NOON]);
    }
  });

  test('after a start with a clock that is then confirmed, too many deaths pause settling', async () => {
    const { store } = await aHouseful(await fresh(), CREATURES);
    await writeSetting(store, 'open_until', String(NOON + 20 * DAY));
    const machine = handMachine();
    const { house, watch, watching } = await aStart(await again(store), machine, PERCENT);
    expect(watch.isWrong).toBe(true);
    await confirmDeaths(store, NOON);
    await watching();
    machine.pass('10d');
    expect(await settledAt(house, watch.now())).toMatchObject({ held: true });
    expect((await readSettlingState(store)).paused?.deaths).toBe(CREATURES);
  });

  test('deaths found by status requests pause settling too; living creatures can still be cared for', async () => {
    let ms = 0;
    const { store, house, home: fed, others } = await aHouseful(await fresh(), CREATURES, PERCENT);
    Object.assign(house.house, { monotonicMs: () => ms });
    const [kept] = fed.ids;
    // One creature is fed until the others are due to die.
    const isPaused = async () => (await readSettlingState(store)).paused !== undefined;
    for (let hours = 0; hours < 10 * 24 && !(await isPaused()); hours += 4) {
      house.clock.forward('4h');
      await care(fed, 'feed', { creature_id: kept }).catch(() => undefined);
      if (hours === 0) ms += MINUTE;
      for (const home of others) await lookFor(home).catch(() => undefined);
    }
    expect((await readSettlingState(store)).paused?.deaths).toBeGreaterThan(20);
    expect(await look(fed, kept)).toMatchObject({ creature: { id: kept } });
  });

  test('deaths while the service was closed, and few deaths per minute, do not pause settling', async () => {
    const { store, house } = await aHouseful(await fresh(), CREATURES);
    const now = house.clock.forward('10d');
    const reopened = await aHouse(await again(store), { house: { clock: house.clock, ...PERCENT } });
    expect(await settleDue(reopened.house, now)).toEqual([]);
    expect(await readSettlingState(store)).toEqual({});
    expect(reopened.house.recentDeaths.whileClosed).toBe(CREATURES);
    let ms = 0;
    const second = await aHouseful(await fresh(), CREATURES, PERCENT);
    Object.assign(second.house.house, { monotonicMs: () => ms });
    for (const home of second.homes) {
      second.house.clock.forward(home === second.homes[0] ? '10d' : '1ms');
      await lookFor(home).catch(() => undefined);
      ms += MINUTE;
    }
    expect(await readSettlingState(second.house.house.store)).toEqual({});
    const deaths = await metric(second.house.house, 'deaths_total');
    expect(deaths?.reduce((sum, n) => sum + n, 0)).toBe(CREATURES);
  });
});

/** Keepers with creatures that were all hatched at once and fed once. */
async function aHouseful(store: Database, creatures: number, parts: Partial<HouseParts> = {}) {
  const house = await aHouse(store, { house: { limiter: NO_LIMITS, ...parts } });
  const homes: (Home & { readonly ids: string[] })[] = [];
  for (let nth = 0; nth < creatures; nth += 5) {
    const home = await aHome(house, { username: `keeper-${nth}` });
    const ids: string[] = [];
    for (let own = nth; own < Math.min(creatures, nth + 5); own += 1)
      ids.push(await adopted(home, own % 2 === 0 ? 'housecat' : 'terrier', `N${own}`));
    homes.push({ ...home, ids });
  }
  const [home, ...others] = homes;
  if (!home) throw new Error('no keeper');
  return { store, house, homes, home, others, ids: homes.flatMap(({ ids }) => ids) };
}

async function reviews(reviewing: AsyncIterable<ReviewedDeath>): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for await (const { review } of reviewing) found[review] = (found[review] ?? 0) + 1;
  return found;
}

const CREATURES = 30;
const PERCENT = { deathsPercent: 5 };

eachDatabase(({ kind, fresh, again }) => {
  test('readClock returns the time of the PostgreSQL server, and nothing on SQLite', async () => {
    const time = await (await fresh()).readClock();
    const isClose = time !== undefined && Math.abs(time - systemClock().now()) < 30 * SECOND;
    expect([time === undefined, isClose]).toEqual(kind === 'SQLite' ? [true, false] : [false, true]);
  });

  test('a start before the last time the service was open is logged on PostgreSQL, where the clock is trusted', async () => {
    const store = await fresh();
    await writeSetting(store, 'open_until', String(NOON + DAY));
    const watch = new WatchedClock(handMachine().read);
    const { house } = await aHouse(storeWith(store, {}), { house: { clock: watch, watch } });
    expect(await linesOf(house, startSettlingDue)).toMatchObject(
      kind === 'SQLite' ? [] : [{ event: 'clock_behind', aheadSeconds: DAY / SECOND }],
    );
  });

  test('too many deaths in a minute are not stored: they pause settling on every node until the operator confirms', async () => {
    const { store, house, home } = await aHouseful(await fresh(), CREATURES, PERCENT);
    const now = house.clock.forward('10d');
    expect(await settledAt(house.house, now)).toMatchObject({ held: true });
    expect(await readSettlingState(store)).toEqual({
      paused: { at: now, deaths: CREATURES, living: CREATURES },
    });
    expect(await metric(house.house, 'settling_paused')).toEqual([1]);
    const undecided = { error: 'What became of this creature is not decided yet' };
    expect(await refusal(look(home))).toMatchObject({ status: 503, problem: undecided });
    const feeding = care(home, 'feed', { creature_id: home.ids[0] });
    expect(await refusal(feeding)).toMatchObject({ status: 503, problem: undecided });
    expect(await graveyard({ house })).toEqual([]);
    // A restart, or another node.
    const other = await aHouse(await again(store), { house: { clock: house.clock, ...PERCENT } });
    expect(await settledAt(other.house, now)).toMatchObject({ held: true });
    expect(await messagesOf(other.house, startSettlingDue)).toEqual([
      expect.stringContaining('settling is paused'),
    ]);
    expect(await confirmDeaths(store, now)).toMatchObject({ paused: { deaths: CREATURES } });
    expect(await settledAt(other.house, now)).toMatchObject({ complete: true });
    expect(await metric(other.house, 'settling_paused')).toEqual([0]);
    expect(await auditHouse(store, now)).toEqual([]);
  });

  test('deaths of the last minute still count as living: 21 of 420 in single steps are few, 22 too many', async () => {
    const { store, house, ids } = await aHouseful(await fresh(), 22, PERCENT);
    Object.assign(house.house, { monotonicMs: () => 0 });
    const others = incrementTotal('house', `${STATUS}alive`, 398);
    await store.transaction(async (db) => db.count(others));
    const now = house.clock.forward('10d');
    const dies = async (id = '') => {
      const stored = await findCreature(store, id);
      return stored && settle(house.house, stored, now);
    };
    for (const id of ids.slice(0, 21)) await dies(id);
    expect(await readSettlingState(store)).toEqual({});
    await expect(dies(ids[21])).rejects.toThrow('house_unreachable');
    expect((await readSettlingState(store)).paused).toEqual({ at: now, deaths: 22, living: 420 });
  });

  test('an audit reports rows with a time after now', async () => {
    const { store, house, ids } = await aHouseful(await fresh(), 1);
    const now = house.clock.now();
    expect(await auditHouse(store, now)).toEqual([]);
    await settleDue(house.house, now + 10 * DAY);
    const dated = (await auditHouse(store, now)).filter(
      ({ check }) => check === 'nothing is dated after now',
    );
    expect(new Set(dated.map(({ subject }) => subject))).toEqual(new Set(ids));
    expect(dated.map(({ found }) => found.split(' ')[0])).toEqual(
      expect.arrayContaining(['creatures.died_at', 'gravestones.died_at', 'milestones.reached_at']),
    );
  });

  test('undoing deaths by a clock ten days ahead restores creatures, stages and counts, and removes gravestones', async () => {
    const { store, house, homes, home, ids } = await aHouseful(await fresh(), 12);
    await care(home, 'feed', { creature_id: home.ids[0] });
    house.clock.forward('20h');
    await care(home, 'play', { creature_id: home.ids[0] });
    const now = house.clock.now();
    expect(await auditHouse(store, now)).toEqual([]);
    const died = async () => (await graveyard({ house })).length;
    expect(await died()).toBe(0);

    // The incident: a node that starts ten days ahead. To it these lives ended while the house was closed.
    const span = { since: now, until: now + 10 * DAY };
    const ahead = await aHouse(await again(store), { house: { clock: handClock(span.until), ...PERCENT } });
    await settleDue(ahead.house, span.until);
    expect(await died()).toBe(ids.length);
    const drawn = { stage: 'child', imageUrl: 'https://a.example/c.png', generatedAt: span.until } as const;
    await store.transaction((db) => addPortrait(db, home.ids[0] ?? '', drawn));

    const later = house.clock.forward('30m');
    expect(await reviews(undoDeaths(store, span, later, false))).toEqual({ restored: ids.length });
    expect(await died()).toBe(ids.length);
    expect(await reviews(undoDeaths(store, span, later, true))).toEqual({ restored: ids.length });
    expect(await reviews(undoDeaths(store, span, later, true))).toEqual({});
    expect(await auditHouse(store, later)).toEqual([]);
    expect(await died()).toBe(0);
    for (const each of homes)
      for (const id of each.ids) {
        expect((await look(each, id)).creature).toMatchObject({ id, stage: 'baby' });
        await care(each, 'feed', { creature_id: id });
      }
    house.clock.forward('10h');
    await settleDue(house.house, house.clock.now());
    expect((await look(home, home.ids[0])).creature.stage).toBe('child');
    expect(await auditHouse(store, house.clock.now())).toEqual([]);
  });

  test('undo keeps deaths that are due by now, that the log contradicts, of deleted accounts, or outside of the time span', async () => {
    const { store, house, others, ids } = await aHouseful(await fresh(), 6);
    const now = house.clock.now();
    await settleDue(house.house, now + 10 * DAY);
    expect(await reviews(undoDeaths(store, { since: now, until: now + HOUR }, now, true))).toEqual({});
    const cause = { text: `update creatures set cause = 'harm' where id = $1` };
    await store.run(cause, [ids[0] ?? '']);
    const all = { since: now, until: now + 10 * DAY };
    await house.as(others[0]?.key).deleteMyAccount({ body: { username: 'keeper-5' } });
    const kept = { unclear: 1, departed: 1 };
    expect(await reviews(undoDeaths(store, all, now, false))).toEqual({ ...kept, restored: 4 });
    house.clock.forward('5d');
    expect(await reviews(undoDeaths(store, all, house.clock.now(), true))).toEqual({
      departed: 1,
      passed: 5,
    });
    expect(await graveyard({ house })).toHaveLength(5);
  });
});
