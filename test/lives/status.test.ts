import * as prettier from 'prettier';
import { expect, test } from 'vitest';

import { DAY } from '../../src/rules/base/clock.ts';
import type { NextStep } from '../../src/api/fields.ts';
import { aPlayHouse } from '../money/play-house.ts';
import {
  aKeptHouse,
  letFeel,
  of,
  aKeeper,
  aPlainHouse,
  type Keeper,
  expectInOrder,
} from '../support/asking.ts';
import { logEntries } from '../support/care-entries.ts';
import { after, PLAIN } from '../support/creature.ts';
import { eachDatabase } from '../support/databases.ts';
import { ID } from '../support/facts.ts';
import type { Told } from '../support/house.ts';
import { adopted } from '../support/keeping.ts';
import { SANDBOX_HEADERS } from '../support/parts.ts';
import { countingRows, failingStore } from '../support/store-with.ts';
import { anyStore } from '../support/stores/any-store.ts';

const at = (hours: number) => new Date(after(hours)).toISOString();
const actionsOf = ({ body }: Pick<Told, 'body'>) =>
  ((body['next_steps'] ?? []) as NextStep[]).map(({ action }) => action);

const STATS = { hunger: 100, happiness: 100, health: 100, trust: 20, discipline: 0 };
const HIDDEN = { hunger: null, happiness: null, health: null, trust: null, discipline: null };
const EMPTY = { error: 'No living creatures in your house', suggestion: expect.stringContaining('empty') };
const BRIEF = 'view=brief';

/** All but the steps is the same in both views; the brief one has fewer fields. */
function expectSameNames(brief: Told, full: Told): void {
  // News is told by one of both.
  const { next_steps: steps, tell_your_human: _, ...rest } = brief.body;
  expect(full.body).toMatchObject(rest);
  expect(steps).toEqual(expect.any(Array));
}

const EGGS = 105;

test('a status has the facts of this moment, and after the death the way back', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const id = await wren.hatch();
  house.clock.forward('6h');
  const { status, headers, body } = await wren.status();
  expect(status).toBe(200);
  expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-ratelimit-limit': '60' });
  // test/agent-docs/examples.test.ts compares a whole reply of each operation with its recorded example.
  const stats = { age_hours: 6, ...STATS, hunger: 94, happiness: 94, mood: 'happy', keepsakes: 1 };
  const meals = { next_feeding_window: 'open now', hours_since_fed: 6, feeding_status: 'due_soon' };
  expect(body).toMatchObject({
    creature: {
      id,
      ...stats,
      ...meals,
      death_clock: { hours_without_care: 6, dies_at: at(36), hours_remaining: 30, urgency: 'safe' },
      care_rhythm: { average_hours: 12, death_threshold_hours: 36, decay_multiplier: 1, established: false },
      evolution_progress: { current_path: null, consistency_score: 100, responsiveness_score: 100 },
    },
    recommended_checkin: { at: at(6.25), hours_from_now: 0.25, cron: '0 6,12,15,21 * * *' },
    new_keepsakes: 1,
    server_time: at(6),
  });
  house.clock.forward('34h');
  const dead = await wren.status(`?creature_id=${id}`);
  expect(dead.status).toBe(200);
  const death = { stage: 'child', age_hours: 36, alive: false, cause: 'neglect', died_at: at(36) };
  expect(dead.body).toMatchObject({
    creature: { id, ...HIDDEN, ...death },
    new_keepsakes: 2,
    new_letters: 2,
    resurrection: { possible: true, cost: 100, credits: 0, closes_at: at(36 + 168), hours_left: 164 },
  });
});

test('an egg hatches at the first GET, however late, and its clocks start then; HEAD is refused', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  await wren.adopt();
  house.clock.forward('40d');
  const head = await house.ask({ method: 'HEAD', path: '/api/house/status', key: wren.key });
  expect([head.status, head.headers['allow']]).toEqual([405, 'GET']);
  expect((await wren.status()).body).toMatchObject({
    creature: { stage: 'baby', age_hours: 0, ...STATS, hours_since_fed: 0, feeding_status: 'ok' },
    milestone: { stage: 'baby', message: expect.stringContaining('Bo') },
  });
  expect((await wren.status()).body).not.toHaveProperty('milestone');
});

test('a death is shown in every view of the living and in who_am_i until the resurrection', async () => {
  const house = await aPlayHouse(await anyStore());
  const { key, clock } = house;
  const ask = (path: string, body?: object) =>
    house.ask({ ...(body && { method: 'POST' as const, body }), path, key, headers: SANDBOX_HEADERS });
  const hatch = (name: string) => adopted({ house, key }, 'owl', name);
  const ada = await hatch('Ada');
  clock.forward('30h');
  const bea = await hatch('Bea');
  expect((await ask('/api/house/status')).body).not.toHaveProperty('deaths');
  const diesAt = String(of(await ask(`/api/house/status?id=${ada}`), 'creature', 'death_clock', 'dies_at'));
  clock.forward('7h');
  const closes_at = new Date(Date.parse(diesAt) + 7 * DAY).toISOString();
  const deaths = [{ creature_id: ada, name: 'Ada', cause: 'neglect', died_at: diesAt, cost: 100, closes_at }];
  const paths = ['status', `status?id=${bea}`, 'status?view=brief'].map((path) => `/api/house/${path}`);
  for (const path of [...paths, '/api/auth/me']) {
    const told = await ask(path);
    expect(told.body, path).toMatchObject({ deaths });
    expect(of(told, 'next_steps', 0, 'action'), path).not.toMatch(/buy|resurrect/);
  }
  await hatch('Cy');
  expect((await ask('/api/house/status?view=brief')).body).toMatchObject({ creatures: [{}, {}], deaths });
  expect(actionsOf(await ask('/api/auth/me'))).toContain('buy_credits');
  expect(actionsOf(await house.ask({ path: '/api/auth/me', key }))).not.toContain('buy_credits');
  const bought = await ask('/api/house/credits', { pack: '100' });
  await house.click(new URL(String(bought.body['checkout_url'])));
  expect(actionsOf(await ask('/api/auth/me'))).toContain('resurrect');
  await ask('/api/house/resurrect', { creature_id: ada });
  for (const path of [...paths, '/api/auth/me']) expect((await ask(path)).body).not.toHaveProperty('deaths');
});

test('the dead of the last week are named by brief status and by care, adults first, and all are counted', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const grown = await wren.hatch({ name: 'Grown', species_slug: 'snail' });
  for (let days = 0; days < 30; days += 1) {
    house.clock.forward('8h');
    await wren.care({ action: 'feed', creature_id: grown });
    await wren.status();
  }
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) {
    await wren.hatch({ name });
    house.clock.forward('1h');
  }
  house.clock.forward('100h');
  const eve = await wren.hatch({ name: 'Eve' });
  const brief = await wren.status(`?${BRIEF}`);
  const cared = await wren.care({ action: 'play', creature_id: eve, view: 'brief' });
  const full = await wren.care({ action: 'play', creature_id: eve });
  for (const { body } of [brief, cared, full]) {
    const { deaths = [], more_deaths = 0 } = body as { deaths?: object[]; more_deaths?: number };
    const [first, second] = deaths;
    expect(first).toMatchObject({
      name: 'Grown',
      cause: 'neglect',
      cost: 159,
      closes_at: expect.any(String),
    });
    expect(second).toMatchObject({ name: 'Five' });
    expect(deaths.length + more_deaths).toBe(6);
  }
});

test('a milestone reached by care is in its answer and once in the next status, of which one of two has it', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const id = await wren.hatch();
  house.clock.forward('15h');
  const milestones = ({ body }: Told) => (body['milestones'] ?? []) as object[];
  const answers = [];
  for (let game = 0; game < 3; game += 1) answers.push(await wren.care({ action: 'play', view: 'brief' }));
  const reached = answers.flatMap(milestones);
  expect(reached).toMatchObject([{ type: 'happiness_milestone', message: expect.any(String) }]);
  const looks = await Promise.all([wren.status(`?id=${id}`), wren.status(`?${BRIEF}`)]);
  expect(looks.flatMap(milestones)).toEqual(reached);
  for (const view of ['full', 'brief']) expect(milestones(await wren.status(`?view=${view}`))).toEqual([]);
});

test('a death past its resurrection is shown by the next status only, and at most ten are', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  for (let nth = 0; nth < 12; nth += 1) await wren.hatch({ name: `N${nth}` });
  await wren.adopt({ name: 'Egg' });
  house.clock.forward('15d');
  const told = await wren.status();
  expect(told.body).toMatchObject({ creature: { name: 'Egg' }, more_deaths: 2 });
  expect(told.body['deaths']).toHaveLength(10);
  for (const death of told.body['deaths'] as object[]) expect(death).not.toHaveProperty('closes_at');
  expect(actionsOf(told)).not.toContain('resurrect');
  house.clock.forward('1h');
  expect((await wren.status()).body).not.toHaveProperty('deaths');
});

test('the fields of the brief view are a subset of the full view, for living and dead creatures', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const id = String(of(await wren.adopt(), 'creature', 'id'));
  // It hatches an egg and reports the milestone once, like a full one.
  expect((await wren.status(`?${BRIEF}`)).body['milestone']).toMatchObject({ stage: 'baby' });
  house.clock.forward('6h');
  const brief = await wren.status(`?${BRIEF}`);
  // The full view is checked field by field above.
  expect(Object.keys(brief.body).toSorted()).toEqual(
    'creature new_keepsakes next_steps recommended_checkin server_time'.split(' '),
  );
  expect(Object.keys(brief.body['creature'] as object)).toHaveLength(12);
  expectSameNames(brief, await wren.status());
  expect((await wren.status('?view=full')).body).toHaveProperty('soul_prompt');
  house.clock.forward('34h');
  const dead = await wren.status(`?${BRIEF}&id=${id}`);
  expect(dead.body).toMatchObject({
    creature: { id, alive: false, cause: 'neglect', died_at: at(36) },
    resurrection: { possible: true, cost: 100, hours_left: 164 },
  });
  expectSameNames(dead, await wren.status(`?id=${id}`));
});

test('without an id it lists all by need (danger, hungry, egg, none) and hatches the newest egg only', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const ada = await wren.hatch({ name: 'Ada' });
  await wren.adopt({ name: 'Egg' });
  house.clock.forward('1s');
  const cay = of(await wren.adopt({ name: 'Cay' }), 'creature', 'id');
  const first = (await wren.status(`?${BRIEF}`)).body;
  expect(first).toMatchObject({ milestone: { stage: 'baby', creature_id: cay } });
  expect(await wren.client.getHouseStats()).toMatchObject({ creatures_alive: 2, eggs_unhatched: 1 });
  const bo = await wren.hatch({ name: 'Bo' });
  house.clock.forward('6h');
  await wren.care({ action: 'feed', creature_id: cay });
  await letFeel(house.house, wren.id, bo, { health: 10 });
  const { body, text } = await wren.status(`?${BRIEF}`);
  expect(body).toMatchObject({
    creature: { id: bo, name: 'Bo' },
    creatures: [
      { id: bo },
      // Visited with the one that needs help now: its window is open.
      { id: ada, name: 'Ada', feeding_status: 'due_soon', urgency: 'safe' },
      { name: 'Egg', stage: 'egg', urgency: null },
      { id: cay, feeding_status: 'ok', checkin_at: expect.any(String) },
    ],
    recommended_checkin: { creature_id: bo, hours_from_now: 0 },
    next_steps: [{ action: 'medicine', body: { creature_id: bo } }],
  });
  expect(text.length).toBeLessThanOrEqual(1500);
  const named = await wren.status(`?${BRIEF}&id=${ada}`);
  expect(named.body).toMatchObject({ creature: { id: ada } });
  expect(named.body).not.toHaveProperty('creatures');
});

test('care takes view=brief in the query or in the body', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  await wren.hatch();
  const isBrief = ({ body }: Told) => !('soul_prompt' in body) && 'recommended_checkin' in body;
  const body = { action: 'play' };
  const asked = await house.ask({ method: 'POST', path: `/api/house/care?${BRIEF}`, key: wren.key, body });
  for (const told of [asked, await wren.care({ action: 'play', view: 'brief' })]) {
    expect(told.status, told.text).toBe(200);
    expect(isBrief(told)).toBe(true);
    expect(told.text.length).toBeLessThanOrEqual(1000);
  }
  for (const view of ['full', 'long', 7, null])
    expect(isBrief(await wren.care({ action: 'play', view }))).toBe(false);
});

test('next steps from adoption over hatching, care, letters and history stay brief', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const send = (method: string, path: string, body?: object) =>
    house.ask({ method, path, key: wren.key, body });
  const laid = await send('POST', `/api/house/adopt?${BRIEF}`, { name: 'Bo', species_slug: 'tabby' });
  const id = String(of(laid, 'creature', 'id'));
  const hatched = await send('GET', `/api/house/status?${BRIEF}`);
  const replies = [
    laid,
    hatched,
    await send('POST', `/api/house/care?${BRIEF}`, { action: 'play' }),
    await send('GET', `/api/house/letters?${BRIEF}&id=${id}`),
    await send('GET', `/api/house/history?${BRIEF}&id=${id}`),
  ];
  const asking = /\/(?:status|care|letters|history|adopt)\b/;
  for (const { status, body, text } of replies) {
    expect([200, 201], text).toContain(status);
    const steps = (body['next_steps'] as { endpoint?: string; body?: object }[]).filter(({ endpoint = '' }) =>
      asking.test(endpoint),
    );
    expect(steps.length).toBeGreaterThan(0);
    for (const step of steps) expect(JSON.stringify(step)).toMatch(/view=brief|"view":"brief"/);
  }
  const full = await send('GET', `/api/house/letters?id=${id}`);
  expect(JSON.stringify(full.body['next_steps'])).not.toContain('brief');
});

type Node = Readonly<{ type: string; value?: string; children?: readonly Node[] }>;

// Prettier parses Markdown as GitHub does; `__debug.parse` returns its tree.
const { __debug: markdown } = prettier as unknown as {
  __debug: { parse(text: string, options: object): Promise<{ ast: Node }> };
};
const parsed = async (text: string) => (await markdown.parse(text, { parser: 'markdown' })).ast;
const kindsIn = (node: Node): string[] => [node.type, ...(node.children ?? []).flatMap(kindsIn)];
const textOf = (node: Node): string => node.value ?? (node.children ?? []).map(textOf).join('');

function tableIn(page: Node, which: number): string[][] {
  const tables = (page.children ?? []).filter(({ type }) => type === 'table');
  return (tables[which]?.children ?? []).map(({ children = [] }) => children.map(textOf));
}

const PLAIN_KINDS = ['root', 'heading', 'list', 'listItem', 'paragraph', 'table', 'tableRow', 'tableCell'];
const WORDS = ['text', 'sentence', 'word', 'whitespace'];

const NASTY = [
  '| a | b |',
  '# not a heading',
  '- [ ] not a list\n\n## nor this',
  '[link](https://example.com) ![image](x.png)',
  '<script>alert(1)</script> <b>bold</b> &amp; &lt;',
  '**bold** __strong__ *it* _it_ ~~gone~~ `code`',
  '``` fence ```',
  'https://example.com www.example.com someone@example.com',
  '\\| \\\\ trailing \\',
  '[^1] [ref][ref] $math$ {{ liquid }}',
  '***',
  '1. one',
  '> quoted',
];

test('a history has identity, care and growth; that of an egg is empty', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  await wren.adopt();
  expect((await wren.history()).body).toMatchObject({
    creature: { stage: 'egg', alive: true, age_hours: 0 },
    care_log: [],
    evolution_history: { egg_hatched: null, became_baby: null, trending_toward: null },
    stats: { total_feedings: 0, missed_feedings: 0, total_care_actions: 0, consistency_score: 100 },
  });
  house.clock.forward('1h');
  const id = String(of(await wren.status(), 'creature', 'id'));
  house.clock.forward('6h');
  await wren.care({ action: 'feed', notes: 'It purred.' });
  house.clock.forward('20h');
  await wren.care({ action: 'clean' });
  const { status, headers, body } = await wren.history();
  expect(status).toBe(200);
  expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-ratelimit-limit': '20' });
  const meal = { timestamp: at(7), action: 'feed', notes: 'It purred.', timing: 'on_time' };
  const washed = { timestamp: at(27), action: 'clean', notes: null, timing: null };
  expect(body).toMatchObject({
    creature: { id, stage: 'child', alive: true, age_hours: 26 },
    care_log: [washed, { ...meal, hunger_before: 94, hunger_after: 100, happiness_after: 94 }],
    evolution_history: {
      egg_hatched: at(1),
      became_baby: at(1),
      became_child: at(25),
      became_teen: null,
      evolution_path: null,
      trending_toward: 'balanced',
    },
    milestones: [
      { type: 'stage_transition', threshold: 'baby', reached_at: at(1) },
      { type: 'stage_transition', threshold: 'child', reached_at: at(25) },
    ],
    keepsakes: ['first_drop', 'pencil_mark', 'first_crumb', 'piece_of_shell'].map((kind) => ({
      kind,
      rarity: { creatures: 1, of: 1 },
    })),
    stats: {
      total_feedings: 1,
      // Two windows have passed since the last meal and count already.
      missed_feedings: 2,
      total_care_actions: 2,
      consistency_score: 81,
      variety_score: expect.closeTo((100 * Math.LN2) / Math.log(7), 1),
    },
  });
});

test('a history with a limit has so many entries, keepsakes and milestones, the newest, and counts the others', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  await wren.adopt();
  await wren.status();
  house.clock.forward('6h');
  await wren.care({ action: 'feed' });
  house.clock.forward('20h');
  await wren.care({ action: 'clean' });
  const kept = ['first_drop', 'pencil_mark', 'first_crumb', 'piece_of_shell'].map((kind) => ({ kind }));
  const reached = ['baby', 'child'].map((threshold) => ({ threshold }));
  for (const [query, log, keepsakes, milestones, ...more] of [
    ['?limit=1', ['clean'], kept.slice(0, 1), reached.slice(1), 3, 1],
    ['?limit=1&offset=1', ['feed'], kept.slice(1, 2), reached.slice(0, 1), 3, 1],
    ['?limit=4', ['clean', 'feed'], kept, reached],
    ['', ['clean', 'feed'], kept, reached],
    ['?offset=1', ['feed'], kept, reached],
  ] as const) {
    const { body } = await wren.history(query);
    const care_log = log.map((action) => ({ action }));
    expect(body, query).toMatchObject({ care_log, keepsakes, milestones });
    expect([body['more_keepsakes'], body['more_milestones']], query).toEqual(
      more.length > 0 ? more : [undefined, undefined],
    );
  }
});

test('the Markdown history has identity, timeline, keepsakes, letters, summary and the whole log', async () => {
  const { house, wren } = await aKeptHouse(await anyStore(), { judge: () => 0.9 });
  await wren.adopt();
  house.clock.forward('1h');
  const id = String(of(await wren.status(), 'creature', 'id'));
  house.clock.forward('6h');
  await wren.care({ action: 'feed', item: 'tuna', notes: 'It purred.' });
  house.clock.forward('100h');
  const { status, headers, text } = await wren.history('?format=markdown');
  expect(status).toBe(200);
  const written = 'text/markdown; charset=utf-8';
  expect(headers).toMatchObject({ 'content-type': written, 'cache-control': 'private, no-store' });
  const lines = ['# Bo', '- Species: Plain (common, cat)', '- Alive: no', `- Id: ${id}`];
  lines.push(`- ${at(0)}: Adopted`, `- ${at(1)}: Hatched`, `- ${at(25)}: Became a child`);
  lines.push(`- ${at(43)}: Died of neglect`, '## Keepsakes', '## Letters');
  expect(text.split('\n')).toEqual(expect.arrayContaining(lines));
  const page = await parsed(text);
  const parts = (page.children ?? []).map(({ type }) => type);
  expect(parts.join(' ')).toBe(`${'heading list '.repeat(4)}heading table heading table`);
  expect(tableIn(page, 0)).toEqual([
    ['What', 'How much'],
    ['Feedings', '1'],
    ['Missed feedings', '3'],
    ['Care actions', '1'],
    ['Consistency', '72.9'],
    ['Variety', '0'],
  ]);
  expect(tableIn(page, 1)).toEqual([
    ['When', 'Action', 'Item', 'Timing', 'Hunger', 'Happiness', 'Health', 'Notes'],
    [at(7), 'feed', 'tuna', 'on_time', '94 → 100', '94 → 100', '100 → 100', 'It purred.'],
  ]);
});

test('notes, items and names of creature and species are escaped in Markdown', async () => {
  const nasty = { ...PLAIN, slug: 'nasty', name: NASTY.join(' ') };
  const { wren } = await aKeptHouse(await anyStore(), { judge: () => 0.9, species: [nasty] });
  await wren.hatch({ name: '_Bo_ - 1', species_slug: 'nasty' });
  for (const notes of NASTY)
    expect((await wren.care({ action: 'play', item: notes, notes })).status).toBe(200);
  const { text } = await wren.history('?format=markdown');
  const page = await parsed(text);
  for (const kind of kindsIn(page)) expect([...PLAIN_KINDS, ...WORDS]).toContain(kind);
  const log = tableIn(page, 1);
  expect(log).toHaveLength(NASTY.length + 1);
  for (const [row, notes] of NASTY.toReversed().entries()) {
    const cells = log[row + 1] ?? [];
    expect(cells).toHaveLength(8);
    const words = notes.replaceAll(/\s+/g, ' ').trim();
    expect([cells[2], cells[7]]).toEqual([words, words]);
  }
  expect(textOf((page.children ?? [])[0] ?? page)).toBe('_Bo_ - 1');
});

test('the Markdown history says that an egg has none, names a release and omits hidden stats', async () => {
  const { wren } = await aKeptHouse(await anyStore());
  await wren.adopt({ species_slug: 'hedgehog' });
  expect((await wren.history('?format=markdown')).text).toContain('Nothing yet.');
  const id = of(await wren.status(), 'creature', 'id');
  await wren.care({ action: 'play' });
  const { text } = await wren.history('?format=markdown');
  expect(tableIn(await parsed(text), 1)[1]?.slice(4, 7)).toEqual(['hidden', 'hidden', 'hidden']);
  await wren.release({ id });
  expect((await wren.history('?format=markdown')).text).toContain(`- ${at(0)}: Released`);
});

eachDatabase((place) => {
  test('the default is the newest living creature; the others are listed, and eggs stay eggs', async () => {
    const { house, wren } = await aKeptHouse(await place.fresh());
    const ids: string[] = [];
    for (const egg of [{ name: 'Ada' }, { name: 'Bea' }, { species_slug: 'hedgehog' }]) {
      ids.push(String(of(await wren.adopt(egg), 'creature', 'id')));
      house.clock.forward('20m');
    }
    for (const id of ids) await wren.status(`?id=${id}`);
    house.clock.forward('2h');
    await wren.adopt({ name: 'Dot' });
    const [first = '', , shy] = ids;
    const { body } = await wren.status(`?creature_id=${first.toUpperCase()}`);
    expect(body['creature']).toMatchObject({ id: first, name: 'Ada' });
    const clocks = { hours_without_care: 2, hours_remaining: 34, urgency: 'safe', dies_at: at(37) };
    const bea = { age_hours: 2, ...STATS, hunger: 98, happiness: 98, next_feeding_window: at(6) };
    const hidden_stats = ['hunger', 'happiness', 'health', 'trust', 'discipline'];
    expect(body['other_creatures']).toMatchObject([
      { name: 'Dot', stage: 'egg', age_hours: 0, ...STATS, mood: 'content', death_clock: null },
      { id: shy, ...HIDDEN, hidden_stats, mood: 'content' },
      { name: 'Bea', stage: 'baby', ...bea, mood: 'happy', death_clock: clocks },
    ]);
    const newest = await wren.status();
    expect(newest.body).toMatchObject({ creature: { name: 'Dot' }, milestone: { stage: 'baby' } });
    expect(of(newest, 'other_creatures')).toHaveLength(3);
  });

  test('without living creatures the status names the last to die, not a released one, and all recent deaths', async () => {
    const { house, wren } = await aKeptHouse(await place.fresh());
    const none = await wren.status();
    expect(none).toMatchObject({ status: 404, body: { ...EMPTY, your_creatures: [] } });
    expect(of(none, 'next_steps', 0)).toMatchObject({ method: 'POST', endpoint: '/api/house/adopt' });
    expect(none.body).not.toHaveProperty('creature');
    const ids = [];
    for (const name of ['Ada', 'Bea', 'Cy']) {
      ids.push(await wren.hatch({ name }));
      house.clock.forward('1h');
    }
    const [ada = '', bea, cy] = ids;
    // The one adopted first dies last.
    await wren.care({ action: 'feed', creature_id: ada });
    house.clock.forward('35h30m');
    const free = await wren.hatch({ name: 'Dot' });
    house.clock.forward('1h');
    await wren.release({ id: free });
    const { status, body } = await wren.status();
    expect(status).toBe(404);
    expect(body).toMatchObject({
      ...EMPTY,
      your_creatures: [{ id: ada, alive: false }, { alive: false }, { alive: false }],
      creature: { id: ada, name: 'Ada', alive: false, age_hours: 39, died_at: at(39) },
      resurrection: { possible: true, cost: 100, closes_at: at(39 + 168) },
      deaths: [{}, {}, {}],
    });
    expect(JSON.stringify(body['next_steps'])).toContain(ada);
    // The status of a dead creature lists the other deaths.
    for (const view of ['full', 'brief']) {
      const seen = (await wren.status(`?id=${ada}&view=${view}`)).body;
      expect(seen).toMatchObject({ creature: { name: 'Ada', alive: false } });
      const told = seen['deaths'] as readonly { creature_id: string }[];
      expect(new Set(told.map(({ creature_id }) => creature_id))).toEqual(new Set([bea, cy]));
    }
    const mine = await wren.hatch({ name: 'Eve' });
    const endpoint = `/api/house/status?creature_id=${mine}`;
    for (const id of [free, ID])
      expect(await wren.status(`?creature_id=${id}`)).toMatchObject({
        status: 404,
        body: { error: EMPTY.error, your_creatures: [{ id: mine }], next_steps: [{ endpoint }] },
      });
  });

  test('of more than a hundred creatures all are listed, and the oldest is found, advised, fed and dies on time', async () => {
    const { house, wren } = await aKeptHouse(await place.fresh());
    const oldest = await wren.hatch({ name: 'Oldest' });
    house.clock.forward('1s');
    for (let egg = 0; egg < EGGS; egg += 1) await wren.adopt({ name: `Egg ${egg}` });
    const which = await wren.care({ action: 'feed' });
    expect(which.status).toBe(400);
    expect(which.body['your_creatures']).toHaveLength(EGGS + 1);
    expect(of(await wren.status(`?id=${oldest}`), 'other_creatures')).toHaveLength(EGGS);
    expect((await wren.client.whoAmI()).creatures).toHaveLength(EGGS + 1);
    house.clock.forward('6h');
    const brief = await wren.status('?view=brief');
    const listed = of(brief, 'creatures') as readonly unknown[];
    expect(listed.length + Number(brief.body['more_creatures'])).toBe(EGGS + 1);
    expect(brief.text.length).toBeLessThanOrEqual(1500);
    for (const { body } of [brief, await wren.status()])
      expect(body).toMatchObject({ recommended_checkin: { creature_id: oldest } });
    const { pathname, search } = new URL((await wren.client.createCalendarFeed()).feed_url);
    expect((await house.ask({ path: `${pathname}${search}` })).text).toContain('Oldest');
    expect((await wren.care({ action: 'feed', id: oldest })).status).toBe(200);
    house.clock.forward('36h');
    expect((await wren.status(`?id=${oldest}`)).body).toMatchObject({
      creature: { id: oldest, alive: false, cause: 'neglect' },
    });
    expect((await wren.care({ action: 'feed', id: oldest })).status).toBe(404);
  });

  test('history is of the newest creature, living or not; others need an id', async () => {
    const { house, wren } = await aKeptHouse(await place.fresh());
    const ada = await wren.hatch({ name: 'Ada' });
    house.clock.forward('1h');
    const bea = await wren.hatch({ name: 'Bea' });
    house.clock.forward('1h');
    await wren.release({ id: bea });
    expect((await wren.history()).body['creature']).toMatchObject({ id: bea, alive: false, age_hours: 1 });
    house.clock.forward('50h');
    for (const query of [`?creature_id=${ada}`, `?id=${ada}`])
      expect((await wren.history(query)).body).toMatchObject({
        creature: { id: ada, alive: false, age_hours: 36 },
        evolution_history: { became_child: at(24), trending_toward: null },
        stats: { missed_feedings: 3 },
      });
  });

  test('the log is paged newest first, and out-of-range parameters are clamped', async () => {
    const { wren } = await aKeptHouse(await place.fresh());
    await wren.hatch();
    for (let n = 1; n <= 60; n += 1) await wren.care({ action: 'reflect', notes: String(n) });
    for (const [query, first, count] of [
      ['', 60, 50],
      ['?limit=3', 60, 3],
      ['?limit=3&offset=2', 58, 3],
      ['?limit=500', 60, 60],
      ['?limit=0', 60, 1],
      ['?limit=', 60, 50],
      ['?limit=-7', 60, 1],
      ['?limit=9999', 60, 60],
      ['?limit=2.9', 60, 2],
      ['?limit=many', 60, 50],
      ['?limit=1&offset=-3', 60, 1],
      ['?offset=59', 1, 1],
      ['?offset=60', 0, 0],
      ['?offset=99999', 0, 0],
      ['?limit=1&offset=null', 60, 1],
      ['?limit=1&offset=', 60, 1],
    ] as const) {
      const log = of(await wren.history(query), 'care_log') as readonly { notes: string }[];
      const expected = Array.from({ length: count }, (_, n) => String(first - n));
      const notes = log.map((entry) => entry.notes);
      expect(notes, query).toEqual(expected);
    }
  });

  test('a log of any length is complete on its page and is read in batches', async () => {
    const store = await place.fresh();
    let isAway = false;
    const { counting, counted } = countingRows(store, (text) => {
      if (isAway && text.includes('at = $1 and id = $2')) throw new Error('the store is away');
    });
    const house = await aPlainHouse(counting);
    const wren = await aKeeper(house);
    const id = await wren.hatch();
    await wren.care({ action: 'reflect', notes: 'thought' });
    const COUNT = 612;
    const thoughts = Array.from({ length: COUNT - 1 }, (_, n) => `thought${n + 2}`);
    const more = thoughts.map((notes) => ({ action: 'reflect', notes }) as const);
    await store.transaction((db) => logEntries(db, id, more));
    const { status, text, headers } = await wren.history('?format=markdown');
    expect([status, headers['content-length']]).toEqual([200, undefined]);
    const notes = text.split('\n').flatMap((line) => /^\| 2026.*\| (\w+) \|$/.exec(line)?.[1] ?? []);
    expect(notes).toEqual(['thought', ...thoughts].toReversed());
    expect(text.split('\n\n').at(-1)?.startsWith('| When |')).toBe(true);
    expect(counted.most).toBeLessThanOrEqual(500);
    const path = '/api/house/history?format=markdown';
    expect(await house.ask({ method: 'HEAD', path, key: wren.key })).toMatchObject({ status: 200, text: '' });
    const stopOf = async (query: string) =>
      (await wren.history(`?format=markdown&${query}`)).text.trimEnd().split('\n').at(-1);
    expect(await stopOf('limit=2&offset=1')).toMatch(/entries 2 to 3,.*offset=3\.$/);
    expect(await stopOf('offset=10')).toMatch(/entries 11 to 510,.*offset=510\.$/);
    expect(await stopOf(`offset=${COUNT - 1}`)).toMatch(/entry 612,.*ends here\.$/);
    expect(await stopOf('offset=9999')).toBe('There is no entry so far back.');
    // A page that cannot be read whole must not look complete.
    isAway = true;
    expect(await wren.history('?format=markdown')).toMatchObject({ status: 500 });
  });
});

const READS = [
  [
    'status',
    'No living creatures in your house',
    'Invalid creature_id',
    'Something went wrong checking the den',
  ],
  ['history', 'No creature found', 'Invalid query', 'Something went wrong reading the logs'],
  ['preferences', 'No creature found', 'Invalid creature_id', 'Something went wrong'],
] as const;

const WRITES: readonly [name: string, failed: string, write: (keeper: Keeper, id: string) => unknown][] = [
  ['adoption', 'Adoption failed', ({ adopt }) => adopt()],
  ['act of care', 'Something went wrong in the den', ({ care }) => care({ action: 'feed' })],
  ['release', 'Something went wrong', ({ release }, id) => release({ id })],
];

test.each(READS)('a refused %s is 404, 400, or 500 without cause', async (read, unknown, invalid, failed) => {
  const { failing, state } = failingStore(await anyStore(), 'all');
  const { wren } = await aKeptHouse(failing);
  expect(await wren[read]()).toMatchObject({ status: 404, body: { error: unknown } });
  const id = await wren.hatch();
  expect(await wren[read](`?id=${ID}`)).toMatchObject({
    status: 404,
    body: { error: unknown, your_creatures: [{ id }] },
  });
  for (const query of [
    '?creature_id=',
    '?creature_id=1',
    '?id=nobody',
    `?id=${id}x`,
    `?creature_id=${id}&creature_id=${ID}`,
    `?creature_id=${id}&id=${ID}`,
    '?creature_id=null',
    '?creature_id[]=x&creature_id=',
  ])
    expect(await wren[read](query), query).toMatchObject({
      status: 400,
      body: { error: invalid, details: expect.any(String), suggestion: expect.any(String) },
    });
  expect(of(await wren[read](`?creature_id=${id}&id=${ID}`), 'details')).toBe(
    'id: expected the creature that creature_id names, received text of 36 characters',
  );
  for (const query of [`?id=${id}`, `?creature_id=${id}&id=${id}`, '?view=strange', '?unknown=1'])
    expect((await wren[read](query)).status, query).toBe(200);
  state.fails = true;
  const told = await wren[read]();
  expect(told).toMatchObject({ status: 500, body: { error: failed } });
  expect(told.text).not.toContain('secret');
});

// test/engine/races.test.ts checks that a failed write leaves no trace.
test.each(WRITES)('a failed %s is 500 "%s" without its cause', async (_, error, write) => {
  const { failing, state } = failingStore(await anyStore(), 'transaction');
  const { wren } = await aKeptHouse(failing);
  const id = await wren.hatch();
  state.fails = true;
  const told = { status: 500, body: { error }, text: expect.not.stringContaining('secret') };
  expect(await write(wren, id)).toMatchObject(told);
});

const ATTEMPTS: Readonly<Record<string, (keeper: Keeper, id: string) => Promise<Told>>> = {
  status: (keeper, id) => keeper.status(`?creature_id=${id}`),
  'status by id': (keeper, id) => keeper.status(`?id=${id}`),
  'brief status': (keeper, id) => keeper.status(`?view=brief&id=${id}`),
  care: (keeper, id) => keeper.care({ action: 'feed', creature_id: id }),
  'care by id': (keeper, id) => keeper.care({ action: 'feed', id }),
  reflection: (keeper, id) => keeper.care({ action: 'reflect', notes: 'hm', id }),
  history: (keeper, id) => keeper.history(`?creature_id=${id}`),
  'history as a page': (keeper, id) => keeper.history(`?format=markdown&id=${id}`),
  preferences: (keeper, id) => keeper.preferences(`?creature_id=${id}`),
  release: (keeper, id) => keeper.release({ creature_id: id }),
  'release by id': (keeper, id) => keeper.release({ id }),
  resurrection: (keeper, id) => keeper.resurrect({ creature_id: id }),
};

test('an unknown, released or dead creature_id is named as such, with your_creatures and no empty house', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const tried = async (id: string) => {
    const answers = await Promise.all(
      Object.entries(ATTEMPTS).map(async ([what, attempt]) => [what, await attempt(wren, id)] as const),
    );
    return answers.filter(([, { status }]) => status !== 200);
  };
  const dead = await wren.hatch({ name: 'Ada' });
  house.clock.forward('40h');
  const free = await wren.hatch({ name: 'Bea' });
  await wren.release({ id: free });
  house.clock.forward('3h');
  const living: object[] = [];
  for (const hasOne of [false, true]) {
    if (hasOne) living.push({ id: await wren.hatch({ name: 'Cy' }), name: 'Cy', alive: true });
    const lost = { id: dead, name: 'Ada', alive: false };
    for (const [id, message] of [
      [ID, 'You have no creature with this id, and never had one.'],
      [free, 'You let Bea go 3 hours ago, and nobody can call it back.'],
    ] as const)
      for (const [what, { status, text, body }] of await tried(id)) {
        const yours = what === 'resurrection' || !hasOne ? [lost] : living;
        expect([what, status, body], what).toMatchObject([what, 404, { message, your_creatures: yours }]);
        expect(text, what).not.toMatch(/house is empty/);
        const [first] = actionsOf({ body });
        expect(first, what).toBe(yours === living || what === 'resurrection' ? 'check_status' : 'who_am_i');
      }
    for (const [what, { body }] of (await tried(dead)).filter(([each]) => each !== 'resurrection'))
      expect(body, what).toMatchObject({ message: 'Ada is dead.', creature: { id: dead } });
  }
  expect((await wren.status(`?id=${dead}`)).body).toMatchObject({ creature: { name: 'Ada', alive: false } });
});

test('a status without an id says whether the house never had a creature or none is alive', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const never = await wren.status();
  expect(never.body).toMatchObject({ ...EMPTY, message: 'You have no creature.' });
  expect(never.body).not.toHaveProperty('your_creatures.0');
  const id = await wren.hatch({ name: 'Ada' });
  house.clock.forward('40h');
  expect((await wren.status()).body).toMatchObject({
    ...EMPTY,
    message: 'None of your creatures is alive.',
    your_creatures: [{ id, name: 'Ada', alive: false }],
  });
});

test('a page far back in the log, and the whole log, let other requests run', async () => {
  const store = await anyStore();
  const house = await aPlainHouse(store);
  const wren = await aKeeper(house);
  const id = await wren.hatch();
  await wren.care({ action: 'reflect', notes: 'first' });
  const more = Array.from({ length: 2600 }, (_, nth) => ({ action: 'reflect', notes: `n${nth}` }) as const);
  await store.transaction((db) => logEntries(db, id, more));
  const turnsDuring = async (query: string) => {
    const turns = { count: 0, isOver: false };
    const turn = () => {
      turns.count += 1;
      if (!turns.isOver) setImmediate(turn);
    };
    setImmediate(turn);
    await wren.history(query);
    turns.isOver = true;
    return turns.count;
  };
  await wren.history('?limit=1');
  const usual = await turnsDuring('?limit=1');
  expect(await turnsDuring('?limit=1&offset=2400')).toBeGreaterThan(usual + 3);
  expect(await turnsDuring('?format=markdown')).toBeGreaterThan(usual + 3);
  expect(of(await wren.history('?limit=2&offset=2400'), 'care_log')).toMatchObject([
    { notes: 'n199' },
    { notes: 'n198' },
  ]);
});

/** The answer without what differs between any two answers. */
function withoutMarks({ status, text }: Told): string {
  return `${status} ${text.replaceAll(/"request_id":"[^"]*"/g, '')}`;
}

test('a creature of another agent gets the same reply as an unknown id, in every state', async () => {
  const house = await aPlainHouse(await anyStore());
  const [wren, other] = [await aKeeper(house), await aKeeper(house, 'other')];
  const egg = { name: 'Ada', species_slug: 'housecat' };
  const dead = await other.hatch(egg);
  house.clock.forward('40h');
  const free = await other.hatch(egg);
  await other.release({ id: free });
  const living = await other.hatch(egg);
  const laid = String(of(await other.adopt(egg), 'creature', 'id'));
  for (const hasOne of [false, true]) {
    if (hasOne) await wren.hatch({ species_slug: 'housecat' });
    for (const [what, attempt] of Object.entries(ATTEMPTS)) {
      const nobody = await attempt(wren, ID);
      expect(nobody.status, what).toBe(404);
      for (const id of [living, laid, dead, free])
        expect(withoutMarks(await attempt(wren, id)), what).toBe(withoutMarks(nobody));
    }
  }
  expect((await other.status(`?id=${living}`)).body['creature']).toMatchObject({ alive: true });
  expect(of(await other.history(`?id=${living}`), 'care_log')).toEqual([]);
  await expectInOrder(house.house);
});
