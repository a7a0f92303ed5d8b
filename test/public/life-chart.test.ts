import { expect, test } from 'vitest';

import { HOUR } from '../../src/rules/base/clock.ts';
import { hasHatched, requireHatched } from '../../src/rules/lives/creature.ts';
import { visibleStats } from '../../src/rules/species/mechanics.ts';
import { type Action, ACTIONS } from '../../src/rules/vocabulary.ts';
import { withLogs } from '../../src/features/audit/replay.ts';
import { CHART_STATS, deadSpans, readPast, readLifeCharts } from '../../src/features/public/life-chart.ts';
import { type CreatureView, viewCreature } from '../../src/features/public/view-creature.ts';
import { findCreature } from '../../src/features/records/creatures.store.ts';
import { RefusedError } from '../../src/client/client.ts';
import { inhabited } from '../pages/inhabited.ts';
import { withSeed } from '../support/asking.ts';
import { SLEEPLESS, SLEEPYHEAD } from '../support/creature.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { abandon, bringBack, care, type Kept, kept, look, release } from '../support/keeping.ts';
import { view } from '../support/residents.ts';
import { anyStore } from '../support/stores/any-store.ts';

const MOST_BYTES = 12_000;

const aWakefulHouse = async () => aHouse(await anyStore(), { house: { random: withSeed(SLEEPLESS) } });

async function chartsOf(one: Kept) {
  const charts = await readLifeCharts(one.house.house, await view(one.house, one.id));
  if (!charts) throw new Error('it has not hatched');
  return charts;
}

async function pageOf({ house, id }: Pick<Kept, 'house' | 'id'>): Promise<string> {
  house.clock.forward('3s');
  return (await house.ask({ path: `/creatures/${id}`, headers: { accept: 'text/html' } })).text;
}

/** An act, or a thought where it sleeps. */
async function careOrThink(one: Kept, action: Action): Promise<void> {
  try {
    await care(one, action);
  } catch (error) {
    if (!(error instanceof RefusedError) || error.status !== 409) throw error;
    await care(one, 'reflect');
  }
}

const figuresIn = (html: string) => html.match(/<figure class="life-chart">.*?<\/figure>/gs) ?? [];

async function dataOf({ house, id }: Pick<Kept, 'house' | 'id'>) {
  house.clock.forward('61s');
  const { headers, text } = await house.ask({ path: `/creatures/${id}/chart.json` });
  return { headers, data: JSON.parse(text) as ChartData };
}

interface ChartData {
  readonly known_from: string | null;
  readonly last_48_hours: {
    readonly until: string;
    readonly lines: Record<string, [string, number | null][]>;
  };
  readonly life: {
    readonly dead: readonly unknown[];
    readonly stages: readonly { readonly stage: string }[];
  };
}

test('a line goes through the stats before and after each act, and ends with those of now', async () => {
  const house = await aWakefulHouse();
  const wren = await kept(house, 'housecat');
  house.clock.forward('8h');
  await care(wren, 'feed');
  house.clock.forward('5h');
  const { recent, whole } = await chartsOf(wren);
  const { observed } = await view(house, wren.id);
  const values = recent.lines.hunger.map(({ value }) => value);
  expect(Math.min(...values.map(Number))).toBeLessThan(90);
  expect(values.at(0)).toBe(100);
  expect(recent.lines.trust.at(-1)?.value).toBe(Math.round(observed?.shown.trust ?? 0));
  expect(values.at(-1)).toBe(Math.round(observed?.shown.hunger ?? 0));
  expect(recent.acts).toMatchObject([{ action: 'feed', count: 1 }]);
  expect(recent.stages.map(({ stage }) => stage)).toEqual(['egg', 'baby'].slice(-recent.stages.length));
  expect(whole).toBeUndefined();
});

test('lines end with a death, and a resurrection begins them anew', async () => {
  const house = await aWakefulHouse();
  const wren = await kept(house, 'housecat');
  const diedAt = Date.parse(await abandon(wren));
  const dead = await chartsOf(wren);
  expect(dead.recent).toMatchObject({ until: diedAt, endsInDeath: true, dead: [] });
  await bringBack(wren);
  house.clock.forward('2h');
  const { recent } = await chartsOf(wren);
  expect(recent.endsInDeath).toBe(false);
  expect(recent.dead).toEqual([{ from: diedAt, until: diedAt + 5 * HOUR }]);
  const gap = recent.lines.trust.findIndex(({ value }) => value === undefined);
  expect(recent.lines.trust[gap]?.at).toBe(diedAt);
  expect(recent.lines.trust.slice(gap + 1).map(({ value }) => value)).toEqual([30, 30]);
  expect((await dataOf(wren)).data.life.dead).toHaveLength(1);
});

test('a release ends the chart without a death', async () => {
  const house = await aWakefulHouse();
  const wren = await kept(house, 'housecat');
  house.clock.forward('3h');
  await release(wren);
  const releasedAt = house.clock.now();
  house.clock.forward('9h');
  expect((await chartsOf(wren)).recent).toMatchObject({ until: releasedAt, endsInDeath: false });
});

test('stats that a species hides are in no line, no table and no data', async () => {
  const house = await aWakefulHouse();
  const shy = await kept(house, 'hedgehog');
  for (let nth = 0; nth < 3; nth += 1) {
    house.clock.forward('3h');
    await care(shy, 'feed');
  }
  const { recent } = await chartsOf(shy);
  expect(CHART_STATS.flatMap((stat) => recent.lines[stat])).toEqual([]);
  expect(recent.rows.map(({ ranges }) => ranges)).toEqual(recent.rows.map(() => ({})));
  const { data } = await dataOf(shy);
  expect(Object.values(data.last_48_hours.lines).flat()).toEqual([]);
  expect(await pageOf(shy)).toContain('Where a line is missing');
});

test('a line of a species that shows no more than 50 stays at 50', async () => {
  const house = await aWakefulHouse();
  const dim = await kept(house, 'void');
  house.clock.forward('1h');
  await care(dim, 'feed');
  const { recent } = await chartsOf(dim);
  const values = CHART_STATS.flatMap((stat) => recent.lines[stat].map(({ value = 0 }) => value));
  expect(Math.max(...values)).toBe(50);
});

test('the data is public, cached with an entity tag, and missing for an egg and for nobody', async () => {
  const house = await aWakefulHouse();
  const wren = await kept(house, 'housecat');
  const path = `/creatures/${wren.id}/chart.json`;
  const { headers, data } = await dataOf(wren);
  expect(headers).toMatchObject({ 'cache-control': 'public, max-age=60', etag: expect.any(String) });
  expect(headers['content-type']).toContain('application/json');
  expect(data.known_from).toBeNull();
  expect(data.life.stages.map(({ stage }) => stage)).toContain('baby');
  const again = await house.ask({ path, headers: { 'if-none-match': String(headers['etag']) } });
  expect(again.status).toBe(304);
  const { creature } = await house.as(wren.key).adoptCreature({ body: { name: 'Egg' } });
  for (const id of [creature.id, '0f0f0f0f-0000-4000-8000-000000000000', 'nobody'])
    expect((await house.ask({ path: `/creatures/${id}/chart.json` })).status).toBe(404);
});

test('the page says when the next stage comes, and an adult has none', async () => {
  const house = await aWakefulHouse();
  const wren = await kept(house, 'housecat');
  house.clock.forward('10h');
  await look(wren, wren.id);
  expect(await pageOf(wren)).toContain('Child in 14 h');
  for (let nth = 0; nth < 25; nth += 1) {
    house.clock.forward('5h');
    await careOrThink(wren, 'feed');
  }
  expect((await look(wren, wren.id)).creature.stage).toBe('adult');
  expect(await pageOf(wren)).not.toContain('class="growth"');
});

test('acts without words are in the charts, and not listed again', async () => {
  const house = await aWakefulHouse();
  const wren = await kept(house, 'housecat');
  house.clock.forward('6h');
  await care(wren, 'clean');
  expect(await pageOf(wren)).not.toContain('class="deeds"');
  await care(wren, 'reflect', { notes: 'It slept on the stairs.' });
  const html = await pageOf(wren);
  expect(html.match(/<li class="deed /g)).toHaveLength(1);
  expect(html).toContain('It slept on the stairs.');
});

test(
  'charts of a long life cover all of it and stay small; of more acts than are read they have only stats that are certain',
  { timeout: 120_000 },
  async () => {
    const house = await aWakefulHouse();
    const wren = await kept(house, 'housecat');
    for (let nth = 0; nth < 1_150; nth += 1) {
      house.clock.forward(`${25 + ((nth * 37) % 41)}m`);
      await careOrThink(wren, ACTIONS[nth % ACTIONS.length] ?? 'feed');
    }
    const shown = await view(house, wren.id);
    const charts = await chartsOf(wren);
    expect(charts.knownFrom).toBeUndefined();
    expect(charts.whole?.from).toBeLessThan(shown.creature.adoptedAt + HOUR);
    expect(charts.whole?.lines.trust[0]?.at).toBe(charts.whole?.from);
    expect(charts.whole?.acts.reduce((sum, { count }) => sum + count, 0)).toBe(1_150);
    expect(await flawsOf(house, shown)).toEqual([]);
    expect(await flawsOf(house, shown, 1_000)).toEqual([]);
    expect(await knownFrom(house, shown, 1_000)).toBeGreaterThan(shown.creature.adoptedAt + 5 * 24 * HOUR);
    const figures = figuresIn(await pageOf(wren));
    expect(figures).toHaveLength(2);
    for (const figure of figures) expect(Buffer.byteLength(figure)).toBeLessThan(MOST_BYTES);
  },
);

/** Where the lines begin. */
async function knownFrom({ house }: Pick<TestHouse, 'house'>, shown: CreatureView, mostActs: number) {
  const creature = requireHatched(shown.creature);
  const life = { creature, species: shown.species, dead: deadSpans(shown.timeline) };
  const { points } = await readPast(house.store, life, mostActs);
  return points.find((point) => Object.keys(point.shown).length > 0)?.at;
}

/** Where the lines differ from the log, which has hunger, happiness and health before and after each act. */
async function flawsOf(
  { house }: Pick<TestHouse, 'house'>,
  shown: CreatureView,
  mostActs?: number,
): Promise<readonly string[]> {
  const { creature, species } = shown;
  const stored = await findCreature(house.store, creature.id);
  if (!stored || !hasHatched(creature)) return [];
  const [life] = await withLogs(house.store, [stored]);
  const dead = deadSpans(shown.timeline);
  const { points } = await readPast(house.store, { creature, species, dead }, mostActs);
  const byMoment = Map.groupBy(points, ({ at }) => at);
  const flaws: string[] = [];
  for (const { at, action, refused, before, after } of life?.log.entries ?? []) {
    const found = byMoment.get(at);
    if (refused !== undefined || !found) continue;
    for (const stat of ['hunger', 'happiness', 'health'] as const)
      for (const logged of [before[stat], after[stat]])
        if (logged !== undefined && found.every(({ shown: one }) => one[stat] !== undefined))
          if (!found.some(({ shown: one }) => Math.abs((one[stat] ?? -1) - logged) < 0.05))
            flaws.push(`${creature.name}: ${stat} ${logged} at ${at}, ${action}`);
  }
  const last = points.findLast(({ at }) => at <= creature.life.settledAt)?.shown;
  const expected = visibleStats(species, creature.life.stats);
  if (byMoment.size < Math.min(10, creature.record.careActions)) flaws.push(`${creature.name}: no points`);
  if (!creature.died && last?.trust !== undefined && Math.abs(last.trust - (expected.trust ?? -1)) > 1e-6)
    flaws.push(`${creature.name}: trust ${last.trust}, not ${expected.trust}`);
  return flaws;
}

test('lines of a social creature follow its keeper’s looks and moves to other time zones', async () => {
  // This one sleeps in some nights, so that the time zone matters.
  const house = await aHouse(await anyStore(), { house: { random: withSeed(SLEEPYHEAD) } });
  const wren = await kept(house, 'beagle');
  for (const timezone of ['Asia/Tokyo', 'America/Lima', 'Europe/Berlin', 'Pacific/Apia']) {
    for (let nth = 0; nth < 5; nth += 1) {
      house.clock.forward('4h');
      await look(wren, wren.id);
      house.clock.forward('1h');
      for (const action of ['feed', 'medicine'] as const) await careOrThink(wren, action);
    }
    await house.as(wren.key).updateProfile({ body: { timezone } });
  }
  await careOrThink(wren, 'reflect');
  expect(await flawsOf(house, await view(house, wren.id))).toEqual([]);
});

test('lines agree with the logs of whole lives of all kinds', { timeout: 120_000 }, async () => {
  const { house, creatures, now } = await inhabited(await anyStore(), { creatures: 60, days: 12, seed: 4 });
  const flaws: string[] = [];
  let drawn = 0;
  for (const id of creatures) {
    const shown = await viewCreature(house, id, now);
    if (!shown) continue;
    flaws.push(...(await flawsOf({ house }, shown)));
    const charts = await readLifeCharts(house, shown);
    drawn += charts?.whole ? 1 : 0;
    expect(charts?.knownFrom).toBeUndefined();
    for (const stat of CHART_STATS) {
      const moments = charts?.recent.lines[stat].map(({ at }) => at) ?? [];
      expect(moments, id).toEqual(moments.toSorted((one, other) => one - other));
    }
  }
  expect(drawn).toBeGreaterThan(20);
  expect(flaws).toEqual([]);
});
