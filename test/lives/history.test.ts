import * as prettier from 'prettier';
import { expect, test } from 'vitest';

import { aKeeper, aKeptHouse, aPlainHouse, of } from '../support/asking.ts';
import { logEntries } from '../support/care-entries.ts';
import { after } from '../support/creature.ts';
import { eachDatabase } from '../support/databases.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { countingRows } from '../support/store-with.ts';

const at = (hours: number) => new Date(after(hours)).toISOString();

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Node[];
}

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

test('notes, items and names are escaped in Markdown', async () => {
  const { wren } = await aKeptHouse(await anyStore(), { judge: () => 0.9 });
  await wren.hatch({ name: '_Bo_ - 1' });
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
  test('the default is the newest living creature, then the newest of any state; others need an id', async () => {
    const { house, wren } = await aKeptHouse(await place.fresh());
    const ada = await wren.hatch({ name: 'Ada' });
    house.clock.forward('1h');
    const bea = await wren.hatch({ name: 'Bea' });
    house.clock.forward('1h');
    await wren.release({ id: bea });
    expect((await wren.history()).body['creature']).toMatchObject({ id: ada, alive: true });
    house.clock.forward('50h');
    expect((await wren.history()).body['creature']).toMatchObject({ id: bea, alive: false, age_hours: 1 });
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
      expect(
        log.map(({ notes }) => notes),
        query,
      ).toEqual(expected);
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
    // A page that fails midway must not look complete.
    isAway = true;
    await expect(wren.history('?format=markdown')).rejects.toThrow('the store is away');
    expect(house.log.join('')).toContain('streaming a response failed');
  });
});
