import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';

import { DAY, HOUR } from '../../src/rules/base/clock.ts';
import { encodeApiKey } from '../../src/rules/keys.ts';
import { createHouseClient, httpTransport } from '../../src/client/client.ts';
import { readKeyFile, writeKeyFile } from '../../src/client/key-file.ts';
import type { KeeperHost } from '../../src/keeper/keeper-context.ts';
import { aFakeHouse, problem } from '../client/fake-house.ts';
import { aKeeper, aProxy, aSandboxHouse, StruckDown, type Loss } from './keeper.ts';

test('the first visit registers, adopts and hatches; the next feeds on time, and one between does nothing', async () => {
  const { address, turn } = await aSandboxHouse();
  const keeper = aKeeper(address, '--name', 'Moss', '--species', 'housecat', '--username', 'Wren-7');
  expect(await keeper.once()).toBe('well');
  expect(keeper.kinds()).toEqual(['moved_in', 'adopted', 'hatched']);
  expect(await readKeyFile(keeper.keyFile)).toMatchObject({ baseUrl: address, username: 'wren-7' });

  await turn(0.5);
  expect(await keeper.once()).toBe('well');
  expect(keeper.kinds()).toHaveLength(3);
  await turn(3);
  await keeper.once();
  const fed = { action: 'feed', category: 'loved', timing: 'on_time', success: true, name: 'Moss' };
  expect(keeper.cares()).toMatchObject([fed, { action: 'reflect', success: true }]);
});

afterEach(() => vi.unstubAllEnvs());

test('with a key in ARKHOUSE_API_KEY a keeper keeps that account, says so and writes no key file', async () => {
  const { address } = await aSandboxHouse();
  const first = aKeeper(address, '--username', 'wren');
  await first.once();
  vi.stubEnv('ARKHOUSE_API_KEY', (await readKeyFile(first.keyFile))?.key);
  const second = aKeeper(address);
  expect(await second.once()).toBe('well');
  expect(second.diary()[0]).toMatchObject({ kind: 'account', username: 'wren' });
  expect(second.kinds()).not.toContain('adopted');
  expect(await readKeyFile(second.keyFile)).toBeUndefined();
});

test('with the key of a sitter a keeper cares for days as a sitter, adopts nothing, and stops where nothing lives', async () => {
  const { address, turn } = await aSandboxHouse();
  const first = aKeeper(address, '--species', 'housecat', '--username', 'wren');
  await first.once();
  const wren = await first.house();
  const { key, sitter } = await wren.createSitter({ body: { name: 'Robin', hours: 720 } });
  vi.stubEnv('ARKHOUSE_API_KEY', key);
  const second = aKeeper(address);
  for (let visit = 0; visit < 24; visit += 1) {
    await turn(4);
    expect(await second.once()).toBe('well');
  }
  expect(second.diary()[0]).toEqual({ at: expect.any(String), kind: 'sitting' });
  expect(second.kinds()).not.toContain('adopted');
  expect(JSON.stringify(second.diary())).not.toContain('wren');
  expect(await readKeyFile(second.keyFile)).toBeUndefined();
  const { care_log: log, stats } = await wren.getCareHistory({ query: { limit: 500 } });
  expect(log.length).toBe(second.cares().length);
  expect(new Set(log.map(({ by }) => by))).toEqual(new Set(['Robin']));
  expect(stats.missed_feedings).toBe(0);

  const { creature } = await wren.getCreatureStatus();
  await wren.releaseCreature({ body: { creature_id: creature.id } });
  expect(await second.once()).toBe('died');
  expect(second.kinds().slice(-2)).toEqual(['gone', 'unneeded']);
  await wren.revokeSitter({ params: { id: sitter.id } });
  await expect(second.once()).rejects.toThrow(/does not know the key in ARKHOUSE_API_KEY/);
});

test('a week with a sitter for three days of it misses no meal, and the keeper is told what it missed', async () => {
  const { address, turn } = await aSandboxHouse();
  const [keeper, sitter] = [
    aKeeper(address, '--species', 'housecat', '--username', 'wren'),
    aKeeper(address),
  ];
  await keeper.once();
  const wren = await keeper.house();
  const { token } = await wren.createOwnerLink();
  const gate = createHouseClient(httpTransport(address, token));
  const begun = Date.parse((await wren.getHealth()).time);
  const comeUntil = async (who: typeof keeper, day: number) => {
    for (;;) {
      const now = Date.parse((await wren.getHealth()).time);
      if (now >= begun + day * DAY) return;
      const { at } = await gate.getDue();
      await turn(Math.max(0.1, (Date.parse(at ?? '') - now) / HOUR));
      expect(await who.once()).toBe('well');
    }
  };
  await comeUntil(keeper, 2);
  await wren.getDue();
  const { key } = await wren.createSitter({ body: { name: 'Robin', hours: 90 } });
  vi.stubEnv('ARKHOUSE_API_KEY', key);
  await comeUntil(sitter, 5);
  vi.unstubAllEnvs();
  const { tell_your_human: told, next_steps: steps } = await wren.getCreatureStatus();
  expect(told?.text).toMatch(/ is a teen now| has grown up/);
  expect(steps.map(({ action }) => action)).not.toContain('create_sitter');
  await comeUntil(keeper, 7);
  const { care_log: log, stats } = await wren.getCareHistory({ query: { limit: 500 } });
  expect(stats.missed_feedings).toBe(0);
  const meals = log.filter(({ action, timing }) => action === 'feed' && timing !== null);
  const onTime = meals.filter(({ timing }) => timing === 'on_time');
  expect(onTime.length / meals.length).toBeGreaterThanOrEqual(0.95);
  expect(log.filter(({ by }) => by === 'Robin')).toHaveLength(sitter.cares().length);
  expect(log.filter(({ by }) => by === undefined)).toHaveLength(keeper.cares().length);
});

test('a read-only token in ARKHOUSE_API_KEY ends a keeper with an error', async () => {
  const { address } = await aSandboxHouse();
  const first = aKeeper(address);
  await first.once();
  vi.stubEnv('ARKHOUSE_API_KEY', (await (await first.house()).createOwnerLink()).token);
  await expect(aKeeper(address).once()).rejects.toThrow(/read-only link/);
});

test('a refused key in ARKHOUSE_API_KEY ends a keeper with an error and registers nothing', async () => {
  const { address } = await aSandboxHouse();
  const keeper = aKeeper(address);
  vi.stubEnv('ARKHOUSE_API_KEY', encodeApiKey(new Uint8Array(32)));
  await expect(keeper.once()).rejects.toThrow(/key in ARKHOUSE_API_KEY, and nothing was registered/);
  expect(await readKeyFile(keeper.keyFile)).toBeUndefined();
  expect(keeper.kinds()).toEqual([]);
});

test('a keeper that comes four times a day grants wishes and records keepsakes', async () => {
  const { address, turn } = await aSandboxHouse();
  const keeper = aKeeper(address, '--species', 'housecat');
  for (let visit = 0; visit < 24; visit += 1) {
    await keeper.once();
    await turn(6);
  }
  const granted = keeper.cares().filter((care) => care.granted !== undefined);
  expect(granted.length).toBeGreaterThan(1);
  const { care_log: log, keepsakes } = await (await keeper.house()).getCareHistory({ query: { limit: 500 } });
  expect(log.filter((entry) => entry.granted_wish !== undefined)).toHaveLength(granted.length);
  const names = granted.flatMap(({ granted: name }) => (typeof name === 'string' ? [name] : []));
  expect(keepsakes.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
});

test('a death is reported once, and only --again adopts after it', async () => {
  const { address, turn } = await aSandboxHouse();
  const keeper = aKeeper(address);
  await keeper.once();
  // Three days: it is noon again and no creature sleeps.
  await turn(72);
  expect(await keeper.once()).toBe('died');
  expect(await keeper.once()).toBe('died');
  expect(keeper.kinds().slice(3)).toEqual(['died', 'empty', 'empty']);
  expect(await keeper.once('--again')).toBe('well');
  expect(keeper.kinds().slice(6)).toEqual(['adopted', 'hatched']);
});

test('a keeper cares for all creatures of its agent, plans by all of them after all care, and reports arrivals and departures', async () => {
  const { address, turn } = await aSandboxHouse();
  const keeper = aKeeper(address, '--name', 'First', '--species', 'housecat');
  await keeper.once();
  const house = await keeper.house();
  const egg = { name: 'Second', species_slug: 'beagle' };
  const { creature: second } = await house.adoptCreature({ body: egg });
  await keeper.once();
  await turn(4);
  const leaving = new AbortController();
  const print: KeeperHost['print'] = async (_line, { kind }) =>
    kind === 'resting' ? leaving.abort() : undefined;
  await keeper.stay({ leaving: leaving.signal, print });
  const fed = keeper.cares().filter(({ action }) => action === 'feed');
  expect(new Set(fed.map(({ name }) => name))).toEqual(new Set(['First', 'Second']));
  const rest = keeper.diary().find((entry) => entry.kind === 'resting');
  const hours = (Date.parse(rest?.until ?? '') - Date.parse(rest?.at ?? '')) / HOUR;
  // Both were fed: a plan made before the care of one of them would return at once.
  expect(hours).toBeGreaterThan(1);
  expect(hours).toBeLessThan(5);
  await house.releaseCreature({ body: { creature_id: second.id } });
  await keeper.once();
  const moves = keeper.diary().filter(({ kind }) => kind === 'found' || kind === 'gone');
  expect(moves).toMatchObject(['found', 'gone'].map((kind) => ({ kind, name: 'Second' })));
});

test('a service without a reply is unreachable, and a server error is reported only by its code', async () => {
  const { url } = await aFakeHouse('hangs up');
  const keeper = aKeeper(url, '--patience', '1');
  expect(await keeper.once()).toBe('unreachable');
  expect(keeper.kinds()).toEqual(['away']);
  const broken = await aFakeHouse({ status: 500, json: problem('\u001b[31mOh no', { code: 'unexpected' }) });
  const other = aKeeper(broken.url);
  expect(await other.once()).toBe('trouble');
  expect(other.diary()).toMatchObject([{ kind: 'trouble', code: 'unexpected' }]);
});

test('one visit waits as 503 with Retry-After asks, also for the first reply', async () => {
  const { address } = await aSandboxHouse();
  let refusals = 0;
  const url = await aProxy(address, ({ path }) => {
    if (refusals === 2) return undefined;
    if (path !== '/livez') refusals += 1;
    return { status: 503, after: '5' };
  });
  const waits: number[] = [];
  expect(await aKeeper(url).onceWith({ pause: async (ms) => void waits.push(ms) })).toBe('well');
  expect(waits).toEqual([5000, 5000]);
});

test('one visit waits for a service that is alive and takes longer than two seconds to reply', async () => {
  const { address } = await aSandboxHouse();
  const slow = new Set(['/api/auth/register']);
  const url = await aProxy(address, ({ path }) => (slow.delete(path) ? pause(2500) : undefined));
  expect(await aKeeper(url).once()).toBe('well');
});

test.each([
  ['a species that is none', ['--species', 'no_such_thing'], /: Invalid adoption data\. .*word\. A name/],
  ['a name nobody may have', ['--username', 'no spaces please'], /did not take in no spaces please/],
])('%s is refused with a sentence, and a later attempt may succeed', async (_, options, sentence) => {
  const { address } = await aSandboxHouse();
  const keeper = aKeeper(address);
  await expect(keeper.once(...options)).rejects.toThrow(sentence);
  expect(await keeper.once()).toBe('well');
});

const SAVED = { baseUrl: 'http://127.0.0.1:1', username: 'wren', key: 'ah_secret' };

test('a key is sent only to its own service', async () => {
  const other = await aFakeHouse({ status: 200, json: {} });
  const keeper = aKeeper(other.url);
  await writeKeyFile(keeper.keyFile, SAVED);
  await expect(keeper.once()).rejects.toThrow(SAVED.baseUrl);
  expect(other.arrived).toEqual([]);
});

test('an unknown key is reported as invalid without quoting it', async () => {
  const { address } = await aSandboxHouse();
  const keeper = aKeeper(address);
  await writeKeyFile(keeper.keyFile, { ...SAVED, baseUrl: address });
  const refused = (await keeper.once().catch((error: unknown) => error)) as Error;
  expect(refused.message).toContain(`does not know the key in ${keeper.keyFile}`);
  expect(refused.message).not.toContain(SAVED.key);
});

test('a keeper waits while the service is away, reports it once, and continues', async () => {
  const { address } = await aSandboxHouse();
  const gate = { isOpen: true };
  const url = await aProxy(address, () => (gate.isOpen ? undefined : 'request'));
  const keeper = aKeeper(url, '--species', 'housecat', '--patience', '1');
  const leaving = new AbortController();
  const pauses: number[] = [];
  let meals = 0;
  const ending = keeper.stay({
    leaving: leaving.signal,
    async pause(ms) {
      pauses.push(ms);
      // After waiting a quarter of an hour.
      if (pauses.filter((each) => each >= 60_000).length === 15) gate.isOpen = true;
    },
    async print(_line, entry) {
      if (entry.kind === 'resting' && meals === 0) gate.isOpen = false;
      if (entry.kind === 'care' && entry.action === 'feed') meals += 1;
      if (meals === 2) leaving.abort();
    },
  });
  expect(await ending).toBe('well');
  expect(keeper.kinds().filter((kind) => kind === 'away' || kind === 'back')).toEqual(['away', 'back']);
  expect(pauses.filter((ms) => ms >= 5000).slice(0, 4)).toEqual([5000, 15_000, 60_000, 60_000]);
  const fed = keeper.cares().filter(({ action }) => action === 'feed');
  expect(fed.map(({ timing }) => timing)).toEqual(['on_time', 'on_time']);
});

const DEEDS = ['registration', 'adoption', 'meal', 'cuddle'] as const;

/** A proxy that drops the nth writing request, or its reply, once. */
async function aLossyDoor(address: string, nth: number, loss: Loss) {
  const words = new Set<string>();
  let lost = false;
  const url = await aProxy(address, ({ method, path, word }) => {
    // Turning the clock does not count as a write.
    if (word !== undefined && !path.startsWith('/api/sandbox')) words.add(word);
    const loses = !lost && words.size === nth && method === 'POST';
    if (loses) lost = true;
    return loses ? loss : undefined;
  });
  return { url, hasLost: () => lost };
}

const LOST_DEEDS = DEEDS.flatMap((deed, nth) =>
  (['request', 'answer'] as const).map((loss) => ({ deed, nth: nth + 1, loss })),
);

test.each(LOST_DEEDS)('after a lost $loss of its $deed nothing is repeated', async ({ deed, nth, loss }) => {
  const { address, turn } = await aSandboxHouse();
  const door = await aLossyDoor(address, nth, loss);
  const keeper = aKeeper(door.url, '--species', 'housecat');
  for (const hours of [0, 4]) {
    if (hours > 0) await turn(hours);
    await keeper.onceMortal().catch(async (error: unknown) => {
      if (!(error instanceof StruckDown)) throw error;
      await keeper.once();
    });
  }
  expect(door.hasLost()).toBe(true);

  // A creature that was just fed is skipped.
  const done = deed === 'meal' ? ['feed'] : ['feed', 'reflect'];
  expect(keeper.kinds()).toEqual(['moved_in', 'adopted', 'hatched', ...done.map(() => 'care')]);
  expect(keeper.cares().map(({ action }) => action)).toEqual(done);
  const { care_log: log } = await (await keeper.house()).getCareHistory();
  expect(log.map(({ action }) => action).toReversed()).toEqual(done);
  const stats = await createHouseClient(httpTransport(address)).getHouseStats();
  expect(stats).toMatchObject({ agents: 1, creatures_alive: 1 });
});

test.each([
  { loss: 'answer', hours: 2, outcome: 'looked up, not repeated', fed: [] },
  { loss: 'request', hours: 1.5, outcome: 'dropped, and due care is given', fed: [{ timing: 'on_time' }] },
] as const)('later than a visit, an act whose $loss was lost is $outcome', async ({ loss, hours, fed }) => {
  const { address, turn } = await aSandboxHouse();
  const door = await aLossyDoor(address, 3, loss);
  const keeper = aKeeper(door.url, '--species', 'housecat');
  await keeper.once();
  await turn(4);
  await expect(keeper.onceMortal()).rejects.toThrow(StruckDown);
  await turn(hours);
  await keeper.once();
  const { care_log: log } = await (await keeper.house()).getCareHistory();
  expect(log.filter(({ action }) => action === 'feed')).toHaveLength(1);
  const recalled = keeper.diary().filter(({ kind }) => kind === 'recalled');
  expect(recalled).toMatchObject(loss === 'answer' ? [{ action: 'feed' }] : []);
  expect(keeper.cares().filter(({ action }) => action === 'feed')).toMatchObject(fed);
});
