import ICAL from 'ical.js';
import { expect, test } from 'vitest';

import { findOwnCreature } from '../../src/features/records/creatures.store.ts';
import { aKeeper, aKeptHouse, expectInOrder, of, type Keeper } from '../support/asking.ts';
import type { TestHouse, Told } from '../support/house.ts';
import { anyStore } from '../support/stores/any-store.ts';

const FEED = '/api/house/calendar';
// A species that notices status requests.
const SOCIAL = 'tabby';

/** A feed, and a reader that sends no headers, like a calendar program. */
async function aFeed({ ask }: TestHouse, { key }: Keeper, headers = {}) {
  const made = await ask({ method: 'POST', path: FEED, key, headers });
  expect(made.status, made.text).toBe(201);
  const { pathname, search } = new URL(String(made.body['feed_url']));
  const read = (known = {}) => ask({ path: pathname + search, headers: known });
  return { made, read, token: String(made.body['token']) };
}

function calendarIn({ status, headers, text }: Told): InstanceType<typeof ICAL.Component> {
  expect(status, text).toBe(200);
  expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
  return new ICAL.Component(ICAL.parse(text) as unknown[]);
}

/** The events of a calendar by kind, parsed with an independent library. */
function datesIn(told: Told) {
  const events = calendarIn(told).getAllSubcomponents('vevent');
  return Object.fromEntries(
    events.map((component) => {
      const event = new ICAL.Event(component);
      const alarms = component.getAllSubcomponents('valarm').map((alarm) => {
        expect(alarm.getFirstPropertyValue('action')).toBe('DISPLAY');
        return String(alarm.getFirstPropertyValue('trigger'));
      });
      const { uid, sequence, summary } = event;
      const start = event.startDate.toJSDate().toISOString();
      const end = event.endDate.toJSDate().toISOString();
      return [uid.slice(37), { uid, start, end, sequence, alarms, summary }] as const;
    }),
  );
}

const toTheSecond = (moment: unknown): string => `${String(moment).slice(0, 19)}.000Z`;

test('the calendar shows the times of the status, and a meal at the start of its event is on time', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  house.clock.forward('1ms');
  const id = await wren.hatch();
  const { read } = await aFeed(house, wren);
  const status = await wren.status();
  const { checkin, feeding, deadline } = datesIn(await read());
  expect(checkin).toMatchObject({
    uid: `${id}-checkin`,
    summary: 'Look in on Bo',
    start: toTheSecond(of(status, 'recommended_checkin', 'at')),
    alarms: ['PT0S'],
  });
  expect(feeding).toMatchObject({ alarms: ['PT0S', '-PT30M'] });
  const opens = Date.parse(String(of(status, 'creature', 'next_feeding_window')));
  const starts = Date.parse(feeding?.start ?? '');
  expect([starts - opens >= 0, starts - opens < 1000]).toEqual([true, true]);
  expect(feeding?.end).toBe(toTheSecond(new Date(house.clock.now() + 10 * 3_600_000).toISOString()));
  expect(deadline).toMatchObject({
    start: toTheSecond(of(status, 'creature', 'death_clock', 'dies_at')),
    alarms: ['-PT6H', '-PT1H'],
  });
  house.clock.forward(`${starts - house.clock.now()}ms`);
  expect(of(await wren.care({ action: 'feed' }), 'action_result', 'timing')).toBe('on_time');
});

test('the next visit to two creatures is one moment in status, step, profile, check-ins and feeding events of the calendar', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  await wren.hatch({ name: 'Ada' });
  house.clock.forward('1h');
  await wren.hatch({ name: 'Cay' });
  const { read } = await aFeed(house, wren);
  const { body } = await wren.status('?view=brief');
  const at = String(of({ body }, 'recommended_checkin', 'at'));
  expect(of({ body }, 'recommended_checkin', 'hours_from_now')).toBe(6.88);
  expect(Date.parse(at) - house.clock.now()).toBe(6.875 * 3_600_000);
  for (const line of of({ body }, 'creatures') as object[]) expect(line).not.toHaveProperty('checkin_at');
  const { next_steps: steps } = (await wren.status()).body;
  expect(JSON.stringify(steps)).toContain('Come back in 6.88 hours');
  const profile = await house.ask({ path: '/api/auth/me', key: wren.key });
  expect(profile.body).toMatchObject({ creatures: [{ checkin_at: at }, { checkin_at: at }] });
  const events = calendarIn(await read()).getAllSubcomponents('vevent');
  const starts = events
    .map((component) => new ICAL.Event(component))
    .filter(({ uid }) => /-(?:checkin|feeding)$/.test(uid))
    .map(({ startDate }) => startDate.toJSDate().toISOString());
  expect(starts).toEqual(Array.from({ length: 4 }, () => toTheSecond(at)));
});

test.each([
  [0, 'on_time'],
  [1, 'late'],
])('a meal %i seconds after the end of its event in the calendar is %s', async (seconds, timing) => {
  const { house, wren } = await aKeptHouse(await anyStore());
  house.clock.forward('999ms');
  await wren.hatch();
  const { read } = await aFeed(house, wren);
  const end = Date.parse(datesIn(await read())['feeding']?.end ?? '');
  house.clock.forward(`${end + seconds * 1000 - house.clock.now()}ms`);
  expect(of(await wren.care({ action: 'feed' }), 'action_result', 'timing')).toBe(timing);
});

test('the calendar is identical for all readers and times until something happens', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  await wren.hatch();
  const { read } = await aFeed(house, wren);
  const first = await read();
  house.clock.forward('9h');
  expect((await read({ 'if-none-match': String(first.headers['etag']) })).status).toBe(304);
  expect((await read()).text).toBe(first.text);
  await wren.care({ action: 'feed' });
  const [before, after] = [datesIn(first), datesIn(await read())];
  for (const kind of ['checkin', 'feeding', 'deadline']) {
    expect(after[kind]?.uid).toBe(before[kind]?.uid);
    expect(Date.parse(after[kind]?.start ?? '')).toBeGreaterThan(Date.parse(before[kind]?.start ?? ''));
    expect(after[kind]?.sequence).toBeGreaterThan(before[kind]?.sequence ?? Infinity);
  }
});

test('the calendar has a refresh interval, is empty for eggs, private, and not compressed when long', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const { read } = await aFeed(house, wren);
  expect(datesIn(await read())).toEqual({});
  await wren.adopt();
  const told = await read();
  expect(datesIn(told)).toEqual({});
  expect(await wren.status()).toMatchObject({ body: { milestone: { stage: 'baby' } } });
  const calendar = calendarIn(told);
  expect(String(calendar.getFirstPropertyValue('refresh-interval'))).toBe('PT30M');
  expect(calendar.getFirstPropertyValue('x-published-ttl')).toBe('PT30M');
  for (let nth = 0; nth < 8; nth += 1) await wren.hatch();
  const long = await read({ 'accept-encoding': 'gzip, br' });
  expect(long.text.length).toBeGreaterThan(8192);
  expect(long.headers).not.toHaveProperty('content-encoding');
  expect(long.headers['cache-control']).toBe('private, no-cache');
});

test('a dead creature has one event left, for seven days', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const id = await wren.hatch();
  const { read } = await aFeed(house, wren);
  house.clock.forward('40h');
  const dates = datesIn(await read());
  expect(Object.keys(dates)).toEqual(['resurrection']);
  const status = await wren.status(`?id=${id}`);
  expect(dates['resurrection']?.start).toBe(toTheSecond(of(status, 'resurrection', 'closes_at')));
  house.clock.forward('163h59m');
  expect(Object.keys(datesIn(await read()))).toEqual(['resurrection']);
  house.clock.forward('2m');
  expect(datesIn(await read())).toEqual({});
});

test('reading the calendar hatches no egg, records nothing and does not count as a visit', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const id = await wren.hatch({ species_slug: SOCIAL });
  const laid = String(of(await wren.adopt({ species_slug: SOCIAL }), 'creature', 'id'));
  const { read } = await aFeed(house, wren);
  house.clock.forward('25h');
  await read();
  const { store } = house.house;
  const kept = () => Promise.all([id, laid].map((each) => findOwnCreature(store, wren.id, each)));
  const before = await kept();
  for (const _ of [1, 2, 3]) {
    house.clock.forward('10m');
    expect((await read()).status).toBe(200);
  }
  expect(await kept()).toEqual(before);
  expect(before[1]?.creature.stage).toBe('egg');
  expect(await wren.status(`?id=${id}`)).toMatchObject({ body: { milestone: { stage: 'child' } } });
  await expectInOrder(house.house);
});

test('an agent has one feed at a time, and can delete it', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const bee = await aKeeper(house, 'bee');
  const [old, bees] = [await aFeed(house, wren), await aFeed(house, bee)];
  const fresh = await aFeed(house, wren);
  expect(await old.read()).toMatchObject({ status: 404, body: { code: 'no_such_feed' } });
  expect((await fresh.read()).status).toBe(200);
  const end = () => house.ask({ method: 'DELETE', path: FEED, key: wren.key });
  expect(await end()).toMatchObject({ status: 200, body: { success: true, revoked: true } });
  expect(await end()).toMatchObject({ status: 200, body: { success: true, revoked: false } });
  expect((await fresh.read()).status).toBe(404);
  expect((await bees.read()).status).toBe(200);
});

test('a feed token opens only the calendar, is stored as a hash and is not logged; an API key opens no calendar', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const { token, read } = await aFeed(house, wren, { 'idempotency-key': 'once' });
  const status = async (request: Parameters<typeof house.ask>[0]) => (await house.ask(request)).status;
  for (const headers of [{ authorization: `Bearer ${token}` }, { 'x-api-key': token }])
    expect(await status({ path: '/api/house/credits', headers })).toBe(401);
  const told = await house.ask({ path: `${FEED}.ics?token=${wren.key}` });
  expect(told).toMatchObject({ status: 401, body: { code: 'key_in_address' } });
  expect(await status({ path: `${FEED}.ics`, key: wren.key })).toBe(400);
  for (const method of ['POST', 'DELETE'] as const) expect(await status({ method, path: FEED })).toBe(401);
  await read();
  await house.ask({ path: `/api/v1/house/calendar.ics?token=${token}` });
  const hashed = { token_hash: expect.stringMatching(/^[0-9a-f]{64}$/) };
  const kept = { text: 'select token_hash from feed_tokens', columns: ['token_hash'] };
  expect(await house.house.store.all(kept, [])).toEqual([hashed]);
  expect(house.log.length).toBeGreaterThan(3);
  expect(house.log.join('')).not.toContain(token);
});

test('a feed can be read 30 times a minute, over all addresses', async () => {
  const { house, wren } = await aKeptHouse(await anyStore(), { limited: true });
  const { read } = await aFeed(house, wren);
  for (let nth = 0; nth < 30; nth += 1) expect((await read()).status).toBe(200);
  expect(await read()).toMatchObject({ status: 429, headers: { ratelimit: '"calendar_token";r=0;t=60' } });
});
