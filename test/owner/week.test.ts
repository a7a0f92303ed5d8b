import { expect, test } from 'vitest';

import { HOUR } from '../../src/rules/base/clock.ts';
import { moveCredits } from '../../src/features/money/ledger.store.ts';
import { useTool } from '../mcp/messages.ts';
import { aKeptHouse, of, type Keeper } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import type { TestHouse } from '../support/house.ts';
import { anyStore } from '../support/stores/any-store.ts';

const WEEK = '/api/house/week';

interface HumanNewsTold {
  readonly text: string;
  readonly more?: string;
}

/** Does the first of the steps at the recommended moments, until the time has passed; returns what its human is told. */
async function keepFor(hours: number, house: TestHouse, { key }: Keeper): Promise<readonly HumanNewsTold[]> {
  const end = house.clock.now() + hours * HOUR;
  const news: (HumanNewsTold | undefined)[] = [];
  const ask = async (request: Parameters<TestHouse['ask']>[0]) => {
    const told = await house.ask({ ...request, key });
    news.push(told.body['tell_your_human'] as HumanNewsTold | undefined);
    return told;
  };
  for (;;) {
    let told = await ask({ path: '/api/house/status?view=brief' });
    let checkin = of(told, 'recommended_checkin', 'at');
    for (let steps = 0; steps < 60 && of(told, 'next_steps', 0, 'action') !== 'check_back'; steps += 1) {
      const { method, endpoint, body } = of(told, 'next_steps', 0) as Record<string, string>;
      told = await ask({ method, path: endpoint ?? '', body });
      checkin = of(told, 'recommended_checkin', 'at') ?? checkin;
    }
    const at = Date.parse(String(checkin));
    if (at >= end) break;
    house.clock.forward(`${Math.max(60_000, at - house.clock.now())}ms`);
  }
  house.clock.forward(`${Math.max(0, end - house.clock.now())}ms`);
  return news.filter((each) => each !== undefined);
}

eachDatabase((place) => {
  test('a week tells growth, meals, wishes and letters, the same to the agent, its human and in Markdown', async () => {
    const { house, wren } = await aKeptHouse(await place.fresh());
    const id = await wren.hatch({ name: 'Bo_2' });
    await keepFor(6 * 24, house, wren);
    const told = await house.ask({ path: WEEK, key: wren.key });
    expect(told.status, told.text).toBe(200);
    const [one] = of(told, 'creatures') as Record<string, unknown>[];
    const log = of(await wren.history('?limit=500'), 'care_log') as Record<string, unknown>[];
    const timings = log.map(({ timing }) => timing);
    const letters = of(await house.ask({ path: '/api/house/letters', key: wren.key }), 'total') as number;
    const wishes = log.filter(({ granted_wish: wish }) => wish !== undefined).length;
    const onTime = timings.filter((timing) => timing === 'on_time').length;
    expect(one).toMatchObject({
      id,
      name: 'Bo_2',
      stage: 'adult',
      alive: true,
      meals: { on_time: onTime, late: 0, missed: 0 },
      care_actions: log.length,
      wishes_granted: wishes,
      letters,
      hatched_at: expect.any(String),
      grew_to: 'adult',
    });
    expect(onTime).toBeGreaterThan(10);
    const meals = timings.filter((timing) => timing !== null).length;
    const words = `hatched; grew up; ${meals} meals, all in time; ${wishes} wishes came true; ${letters} letters.`;
    const text = String(told.body['text']);
    expect(text).toBe(`The creatures of wren, 14 January 2026 to 21 January 2026\n\n- Bo_2: ${words}\n`);

    const link = await house.ask({ method: 'POST', path: '/api/house/owner-link', key: wren.key });
    const token = String(link.body['token']);
    expect((await house.ask({ path: `${WEEK}?token=${token}` })).body).toEqual(told.body);
    const asked = [
      { path: `${WEEK}.md`, key: wren.key },
      { path: `${WEEK}.md?token=${token}` },
      { path: WEEK, key: wren.key, headers: { accept: 'text/markdown' } },
      { path: `${WEEK}?format=markdown`, key: wren.key },
    ];
    for (const each of asked) {
      const page = await house.ask(each);
      expect(page.headers['content-type']).toBe('text/markdown; charset=utf-8');
      expect(page.text).toBe(`# ${text.replace('Bo_2', String.raw`Bo\_2`)}`);
    }
    const called = await useTool(house, 'get_week', {}, { key: wren.key });
    expect(called.words).toContain(text.trimEnd().split('\n').at(-1));
  });
});

const textOf = async ({ ask }: TestHouse, { key }: Keeper) =>
  String((await ask({ path: WEEK, key })).body['text']);

test('without a creature it says so', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const told = await house.ask({ path: WEEK, key: wren.key });
  expect(told.body).toMatchObject({ creatures: [], next_steps: [{ action: 'adopt' }] });
  expect(told.body['text']).toContain('No creature lives here now, and none died in these days.');
});

test('an egg waits, also while the week is read, and a creature of a day has the meals of a day', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  await wren.adopt();
  expect(await textOf(house, wren)).toContain('- Bo is an egg that waits for its first look.');
  expect(await textOf(house, wren)).toContain('an egg');
  await wren.status();
  expect(await textOf(house, wren)).toContain('- Bo: hatched; no meal.');
  await keepFor(20, house, wren);
  expect(await textOf(house, wren)).toMatch(/- Bo: hatched; [23] meals, all in time/);
});

test('danger, a death with its price, a return, and what lies more than seven days back', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const id = await wren.hatch();
  house.clock.forward('12h');
  await wren.care({ action: 'feed' });
  house.clock.forward('30h');
  expect(await textOf(house, wren)).toMatch(
    /- Bo: hatched; became a child; 1 meal, 1 late and 0 missed; \d letters?\. It is in danger: without care it dies at \d\d:\d\d UTC on \d+ January 2026\./,
  );
  house.clock.forward('24h');
  const told = await house.ask({ path: WEEK, key: wren.key });
  expect(of(told, 'creatures', 0)).toMatchObject({ id, alive: false, cause: expect.any(String) });
  expect(told.body['text']).toMatch(
    /- Bo died of \w+ at \d\d:\d\d UTC on \d+ January 2026\. Until \d\d:\d\d UTC on \d+ January 2026 it can be brought back for \d+ credits\./,
  );
  const gift = { agentId: wren.id, delta: 900, kind: 'dispute_won', key: 'a gift' } as const;
  const { store, clock } = house.house;
  await store.transaction((db) => moveCredits(db, { ...gift, id: 'a gift', now: clock.now() }));
  expect((await wren.resurrect({ creature_id: id })).status).toBe(200);
  expect(await textOf(house, wren)).toContain('- Bo: was dead, and came back; hatched;');
  await keepFor(8 * 24, house, wren);
  expect(await textOf(house, wren)).not.toMatch(/hatched|dead|late/);
});

test('six creatures with long names are told in at most 1,200 characters, and those left out are counted', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  for (const name of 'ABCDEF') await wren.hatch({ name: `${name}${'b'.repeat(49)}` });
  await keepFor(3 * 24, house, wren);
  const six = await textOf(house, wren);
  expect(six.length).toBeLessThanOrEqual(1200);
  expect(six.match(/^- [A-F]b+: /gm)).toHaveLength(6);
  for (const name of 'GHIJKLMNOP') await wren.adopt({ name: `${name}${'c'.repeat(49)}` });
  const all = await house.ask({ path: WEEK, key: wren.key });
  const text = String(all.body['text']);
  expect(text.length).toBeLessThanOrEqual(1200);
  const shown = text.match(/^- /gm)?.length ?? 0;
  expect(text).toMatch(new RegExp(`^And ${16 - shown} more\\.$`, 'm'));
  expect(of(all, 'creatures')).toHaveLength(12);
  expect(all.body['more_creatures']).toBe(4);
  const called = await useTool(house, 'get_week', {}, { key: wren.key });
  expect(called.words.length).toBeLessThanOrEqual(1500);
  expect(called.words).toContain('get_creature_status');
});

test('the news of a week says where the whole week is, and other news does not', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  await wren.hatch();
  const told = await keepFor(8 * 24, house, wren);
  const weeks = told.filter(({ text }) => text.includes('Last week'));
  expect(weeks).toEqual([expect.objectContaining({ more: WEEK })]);
  const others = told.filter(({ text }) => !text.includes('Last week'));
  expect(others.length).toBeGreaterThan(3);
  for (const each of others) expect(each).not.toHaveProperty('more');
});

test('reading the week counts as no look, and under its own limit', async () => {
  const { house, wren } = await aKeptHouse(await anyStore(), { limited: true });
  await wren.hatch({ species_slug: 'tabby' });
  house.clock.forward('3h');
  const before = (await house.ask({ path: '/api/house/due', key: wren.key })).text;
  for (let nth = 0; nth < 20; nth += 1)
    expect((await house.ask({ path: WEEK, key: wren.key })).status).toBe(200);
  expect(await house.ask({ path: WEEK, key: wren.key })).toMatchObject({ status: 429 });
  expect((await house.ask({ path: '/api/house/due', key: wren.key })).text).toBe(before);
});

test.each(['format=json', 'format=markdown', 'token=&format=text'])(
  'the address of the Markdown week is Markdown, also with ?%s',
  async (query) => {
    const { house, wren } = await aKeptHouse(await anyStore());
    const told = await house.ask({ path: `${WEEK}.md?${query}`, key: wren.key });
    expect(told).toMatchObject({ status: 200, headers: { 'content-type': 'text/markdown; charset=utf-8' } });
  },
);
