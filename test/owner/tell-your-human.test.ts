import { expect, test } from 'vitest';

import { HOUR } from '../../src/rules/base/clock.ts';
import { settleLivingOf } from '../../src/features/creatures/settle.ts';
import { moveCredits } from '../../src/features/money/ledger.store.ts';
import { useTool } from '../mcp/messages.ts';
import { aKeptHouse, of, type Keeper } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import type { TestHouse, Told } from '../support/house.ts';
import { anyStore } from '../support/stores/any-store.ts';

const FEED = { action: 'feed' };

function toldIn(told: Told): string | undefined {
  return of(told, 'tell_your_human', 'text') as string | undefined;
}

async function aWatchedHouse(...asked: Parameters<typeof aKeptHouse>) {
  const { house, wren } = await aKeptHouse(...asked);
  const link = await house.ask({ method: 'POST', path: '/api/house/owner-link', key: wren.key });
  const { pathname, search } = new URL(String(link.body['due_url']));
  return { house, wren, watch: () => house.ask({ path: pathname + search }) };
}

/** Feeds at the recommended moments until the time has passed. */
async function keepFor(hours: number, { clock }: TestHouse, wren: Keeper): Promise<string[]> {
  const end = clock.now() + hours * HOUR;
  const texts: (string | undefined)[] = [];
  for (;;) {
    const looked = await wren.status();
    texts.push(toldIn(looked));
    const at = Date.parse(String(of(looked, 'recommended_checkin', 'at')));
    if (at >= end) break;
    clock.forward(`${Math.max(1, at - clock.now())}ms`);
    texts.push(toldIn(await wren.care(FEED)));
  }
  clock.forward(`${end - clock.now()}ms`);
  return texts.filter((text) => text !== undefined);
}

eachDatabase((place) => {
  test('news is told once to the agent, and until then to each look with a token', async () => {
    const { house, wren, watch } = await aWatchedHouse(await place.fresh());
    await wren.adopt();
    expect(toldIn(await watch())).toBeUndefined();
    const hatched = await wren.status();
    expect(hatched.body['tell_your_human']).toEqual({
      text: 'Bo hatched.',
      url: `http://127.0.0.1:3000/creatures/${String(of(hatched, 'creature', 'id'))}`,
      since: new Date(house.clock.now()).toISOString(),
    });
    expect(toldIn(await wren.status())).toBeUndefined();
    house.clock.forward('12h');
    await settleLivingOf(house.house, wren.id, house.clock.now());
    house.clock.forward('4h');
    for (const _ of [1, 2]) expect(toldIn(await watch())).toMatch(/^Bo is in danger|^Bo missed a meal/);
    await house.ask({ method: 'HEAD', path: '/api/house/due', key: wren.key });
    expect(toldIn(await house.ask({ path: '/api/house/due', key: wren.key }))).toMatch(/^Bo/);
    expect(toldIn(await watch())).toBeUndefined();
    expect(toldIn(await house.ask({ path: '/api/house/due', key: wren.key }))).toBeUndefined();
  });

  test('of concurrent replies one tells', async () => {
    const { house, wren } = await aWatchedHouse(await place.fresh());
    await wren.hatch();
    house.clock.forward('16h');
    const replies = await Promise.all([wren.status(), wren.status(), wren.status('?view=brief')]);
    expect(replies.filter((each) => toldIn(each) !== undefined)).toHaveLength(1);
  });

  test('an act of care tells in its reply, and repeats it with its Idempotency-Key only', async () => {
    const { house, wren, watch } = await aWatchedHouse(await place.fresh());
    await wren.hatch();
    house.clock.forward('11h');
    const headers = { 'idempotency-key': 'one' };
    const fed = await wren.care(FEED, headers);
    expect(toldIn(fed)).toBe('Bo was fed late.');
    expect((await wren.care(FEED, headers)).text).toBe(fed.text);
    expect(toldIn(await wren.care({ action: 'play' }))).toBeUndefined();
    expect(toldIn(await watch())).toBeUndefined();
  });
});

test('a meal that is missed is told once, when it is or when it comes at last', async () => {
  const { house, wren, watch } = await aWatchedHouse(await anyStore());
  await wren.hatch();
  house.clock.forward('15h');
  expect(toldIn(await watch())).toBe('Bo missed a meal.');
  expect(toldIn(await wren.status())).toBe('Bo missed a meal.');
  house.clock.forward('1h');
  expect(toldIn(await wren.care(FEED))).toBeUndefined();
  house.clock.forward('16h');
  expect(toldIn(await wren.care(FEED))).toBe('Bo missed a meal. Bo is a child now. Bo wrote a letter.');
  expect(toldIn(await watch())).toBeUndefined();
});

test('danger is told with the moment of death, and then that it is over', async () => {
  const { house, wren, watch } = await aWatchedHouse(await anyStore());
  await wren.hatch();
  const end = String(of(await wren.status(), 'creature', 'death_clock', 'dies_at'));
  house.clock.forward('30h');
  const danger = `Bo is in danger: without care it dies at ${end.slice(11, 16)} UTC on 17 January 2026.`;
  expect(toldIn(await watch())).toContain(danger);
  expect(toldIn(await wren.status())).toContain(danger);
  expect(toldIn(await wren.status())).toBeUndefined();
  expect(toldIn(await wren.care(FEED))).toBe('Bo was in danger, and is safe again.');
});

test('a death is told with its price and deadline by the reply that finds no creature alive', async () => {
  const { house, wren, watch } = await aWatchedHouse(await anyStore());
  const id = await wren.hatch();
  house.clock.forward('60h');
  const looked = await wren.status();
  const closes = String(of(looked, 'resurrection', 'closes_at'));
  expect(looked.status).toBe(404);
  const dead =
    /^Bo died of (hunger|neglect)\. Until \d\d:\d\d UTC on \d+ January 2026 it can be brought back for 100 credits\.$/;
  expect(toldIn(looked)).toMatch(dead);
  expect(toldIn(looked)).toContain(closes.slice(11, 16));
  expect(of(looked, 'tell_your_human', 'url')).toBe(`http://127.0.0.1:3000/creatures/${id}`);
  expect(toldIn(await watch())).toBeUndefined();
  expect(toldIn(await wren.status())).toBeUndefined();
});

test('a creature that died and was brought back is told as back', async () => {
  const { house, wren, watch } = await aWatchedHouse(await anyStore());
  const id = await wren.hatch();
  house.clock.forward('60h');
  expect(toldIn(await watch())).toMatch(/^Bo died/);
  const gift = { agentId: wren.id, delta: 100, kind: 'dispute_won', key: 'a gift' } as const;
  const { store, clock } = house.house;
  await store.transaction((db) => moveCredits(db, { ...gift, id: 'a gift', now: clock.now() }));
  expect((await wren.resurrect({ creature_id: id })).status).toBe(200);
  expect(toldIn(await watch())).toBe('Bo was dead, and is back. Bo wrote a letter.');
});

test('growing up and its letters are told, and once a week how the meals went', async () => {
  const { house, wren } = await aWatchedHouse(await anyStore());
  await wren.hatch();
  const texts = await keepFor(15 * 24, house, wren);
  const count = (text: string) => texts.filter((each) => each.includes(text)).length;
  expect(count('Bo is a child now.')).toBe(1);
  expect(count('Bo is a teen now.')).toBe(1);
  expect(count('Bo has grown up.')).toBe(1);
  expect(count('Bo wrote a letter.')).toBe(5);
  expect(texts.filter((each) => each.includes('Last week every meal came in time.'))).toHaveLength(2);
  expect(texts.join(' ')).not.toMatch(/late|missed|danger/);
});

test('a wish that was open for a day or longer is told when it is fulfilled', async () => {
  const { house, wren } = await aWatchedHouse(await anyStore());
  const creature_id = await wren.hatch();
  const since = new Map<string, number>();
  const granted: (string | undefined)[] = [];
  for (let visit = 0; visit < 90; visit += 1) {
    house.clock.forward('8h');
    await wren.care(FEED);
    const looked = await wren.status();
    const until = String(of(looked, 'wish', 'until'));
    const grant = of(looked, 'wish', 'grant');
    since.set(until, since.get(until) ?? house.clock.now());
    if (grant === undefined || house.clock.now() - (since.get(until) ?? 0) < 24 * HOUR) continue;
    const told = await wren.care({ ...(grant as object), creature_id });
    if (of(told, 'wish_granted') !== undefined) granted.push(toldIn(told));
  }
  expect(granted.length).toBeGreaterThan(0);
  for (const text of granted) expect(text).toMatch(/A wish of Bo came true after 1 day/);
});

test('much news is cut to 240 characters, the worst first, and the due reply to 800 bytes', async () => {
  const { house, wren, watch } = await aWatchedHouse(await anyStore());
  for (const name of 'ABCDEF') await wren.hatch({ name: `${name}${'b'.repeat(49)}` });
  house.clock.forward('29h');
  const told = await watch();
  expect(toldIn(told)?.length).toBeLessThanOrEqual(240);
  expect(toldIn(told)).toMatch(/^[A-F]b+, [A-F]b+ and 4 others are in danger: .* And 2 more\.$/);
  expect(of(told, 'tell_your_human', 'url')).toBe('http://127.0.0.1:3000/agents/wren');
  expect(Buffer.byteLength(told.text)).toBeLessThanOrEqual(800);
  const brief = await wren.status('?view=brief');
  expect(toldIn(brief)).toBe(toldIn(told));
  expect(brief.text.length).toBeLessThanOrEqual(1500);
});

test('tools tell it too, in data and text', async () => {
  const { house, wren } = await aWatchedHouse(await anyStore());
  const id = await wren.hatch();
  house.clock.forward('11h');
  const called = await useTool(house, 'care_for_creature', { ...FEED, creature_id: id }, { key: wren.key });
  expect(called.data).toMatchObject({ tell_your_human: { text: 'Bo was fed late.' } });
  expect(called.words).toContain('Bo was fed late.');
});

test('an agent that is older than the news is told what comes from now on', async () => {
  const { house, wren } = await aWatchedHouse(await anyStore());
  await wren.hatch();
  await house.house.store.run({ text: 'update agents set told_at = null where id = $1' }, [wren.id]);
  house.clock.forward('16h');
  expect(toldIn(await wren.status())).toBeUndefined();
  await wren.care({ action: 'play' });
  house.clock.forward('11h');
  expect(toldIn(await wren.care(FEED))).toBe('Bo is a child now. Bo wrote a letter.');
});
