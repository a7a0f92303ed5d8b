import { expect, test } from 'vitest';

import { lettersPath, lifeFeedPath } from '../../src/web/paths.ts';
import { sentencesOf } from '../../src/text/heart/letter.ts';
import { findOwnCreature } from '../../src/features/lives/creatures.store.ts';
import { moveCredits } from '../../src/features/money/ledger.store.ts';
import { aKeeper, aPlainHouse, expectInOrder, of, type Keeper } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import type { TestHouse, Told } from '../support/house.ts';

interface ToldLetter {
  readonly number: number;
  readonly occasion: string;
  readonly written_at: string;
  readonly subject: string;
  readonly text: string;
}

function lettersFor(home: TestHouse, { key }: Keeper, query = ''): Promise<Told> {
  return home.ask({ path: `/api/house/letters${query}`, key });
}

async function lettersOf(home: TestHouse, keeper: Keeper, query = '?limit=20'): Promise<ToldLetter[]> {
  return of(await lettersFor(home, keeper, query), 'letters') as ToldLetter[];
}

const occasions = (letters: readonly ToldLetter[]) => letters.map(({ occasion }) => occasion);

interface ToldStep {
  readonly description: string;
  readonly endpoint?: string;
  readonly body?: object;
}

async function versionOf(home: TestHouse, keeper: Keeper, id: string): Promise<number> {
  return (await findOwnCreature(home.house.store, keeper.id, id))?.version ?? -1;
}

/** Visits every five hours and takes the first suggestion, or grants the wish. */
async function keptFor(home: TestHouse, keeper: Keeper, days: number): Promise<number> {
  let granted = 0;
  for (let visit = 0; visit < (days * 24) / 5; visit += 1) {
    home.clock.forward('5h');
    const steps = of(await keeper.status(), 'next_steps') as ToldStep[];
    const acts = steps.filter(({ body }) => body !== undefined);
    const wished = acts.find(({ description }) => description.includes('wishes for'));
    for (const act of new Set([acts[0], wished])) {
      const told = act?.body && (await keeper.care({ ...act.body, notes: 'Here I am.' }));
      if (told && of(told, 'wish_granted')) granted += 1;
    }
  }
  return granted;
}

eachDatabase((place) => {
  test('a creature writes weekly, and when it grows, dies and is resurrected', async () => {
    const home = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(home);
    const id = await wren.hatch({ species_slug: 'retriever', name: 'Rex' });
    expect((await lettersFor(home, wren)).body).toMatchObject({ letters: [], total: 0 });
    expect(await keptFor(home, wren, 8)).toBeGreaterThan(0);
    const young = await lettersOf(home, wren);
    expect(occasions(young).toSorted()).toEqual(['adult', 'child', 'teen', 'week']);
    expect(young.map(({ number }) => number)).toEqual([4, 3, 2, 1]);
    await expectInOrder(home.house);
    home.clock.forward('6d');
    expect(of(await wren.status(`?id=${id}`), 'creature', 'alive')).toBe(false);
    expect(occasions(await lettersOf(home, wren))[0]).toBe('death');
    await home.house.store.transaction((db) =>
      moveCredits(db, {
        agentId: wren.id,
        delta: 1000,
        kind: 'dispute_won',
        key: 'a gift',
        id: 'gift',
        now: home.clock.now(),
      }),
    );
    expect((await wren.resurrect({ creature_id: id })).status).toBe(200);
    expect(occasions(await lettersOf(home, wren)).slice(0, 2)).toEqual(['return', 'death']);
    expect(of(await wren.history(), 'keepsakes', 0)).toMatchObject({ kind: 'warm_ember' });
    await expectInOrder(home.house);
  });

  test('a letter is the same as JSON, on its page, in the history and in the feed', async () => {
    const home = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(home);
    const id = await wren.hatch({ species_slug: 'housecat', name: '_Bo_ - 1' });
    await keptFor(home, wren, 4);
    const letters = await lettersOf(home, wren);
    const page = await lettersFor(home, wren, '?format=markdown&limit=20');
    expect(page.headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(page.text.split('\n')[0]).toBe('# Letters from \\_Bo\\_ - 1');
    const feed = await home.ask({ path: lifeFeedPath(id) });
    expect(feed.status).toBe(200);
    const history = (await wren.history('?format=markdown')).text;
    expect(letters.length).toBeGreaterThanOrEqual(2);
    for (const { subject, text, written_at } of letters) {
      const words = plain(page.text);
      expect(words).toContain(`## ${subject}`);
      for (const line of text.split('\n').filter(Boolean)) expect(words).toContain(line);
      expect(plain(history)).toContain(`- ${written_at}: ${subject}`);
      expect(feed.text).toContain(`<published>${written_at}</published>`);
    }
    const [newest, second] = letters;
    expect(await lettersOf(home, wren, '?limit=1&offset=1')).toEqual([second]);
    expect(await lettersOf(home, wren, `?creature_id=${id}&limit=1`)).toEqual([newest]);
  });

  test('a letter exists before the first visit after it, and does not change with it', async () => {
    const home = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(home);
    await wren.hatch({ species_slug: 'housecat' });
    await wren.care({ action: 'feed' });
    home.clock.forward('30h');
    const before = await lettersOf(home, wren);
    expect(occasions(before)).toEqual(['child']);
    await wren.care({ action: 'feed' });
    expect(await lettersOf(home, wren)).toEqual(before);
    await expectInOrder(home.house);
  });

  test('status and care announce a new letter with its step until the keeper has read it', async () => {
    const home = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(home);
    const id = await wren.hatch({ species_slug: 'housecat' });
    await wren.care({ action: 'feed' });
    home.clock.forward('30h');
    const places = {
      status: () => wren.status(),
      brief: () => wren.status('?view=brief'),
      care: () => wren.care({ action: 'feed', view: 'brief' }),
    };
    for (const [where, answer] of Object.entries(places)) {
      const told = await answer();
      expect(of(told, 'new_letters'), where).toBe(1);
    }
    const steps = of(await wren.status(), 'next_steps') as ToldStep[];
    const endpoints = steps.map(({ endpoint }) => endpoint);
    expect(endpoints).toContain(`/api/house/letters?creature_id=${id}&limit=1`);
    await home.ask({ path: lettersPath(id) });
    expect(of(await wren.status(), 'new_letters')).toBe(1);
    const version = await versionOf(home, wren, id);
    expect(await lettersOf(home, wren)).toHaveLength(1);
    expect(await versionOf(home, wren, id)).toBe(version);
    for (const [where, answer] of Object.entries(places))
      expect(of(await answer(), 'new_letters'), where).toBeUndefined();
    await expectInOrder(home.house);
  });

  test('unread letters of all creatures are counted, and the step leads to the oldest', async () => {
    const home = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(home);
    const older = await wren.hatch({ species_slug: 'housecat' });
    home.clock.forward('5h');
    const younger = await wren.hatch({ species_slug: 'tabby' });
    await wren.care({ action: 'feed', creature_id: older });
    await wren.care({ action: 'feed', creature_id: younger });
    home.clock.forward('25h');
    const round = await wren.status('?view=brief');
    expect(of(round, 'new_letters')).toBe(2);
    const all = of(await wren.status(), 'next_steps') as ToldStep[];
    const letters = all.find(({ endpoint = '' }) => endpoint.startsWith('/api/house/letters'));
    expect(letters?.endpoint).toContain(older);
    await lettersOf(home, wren, `?creature_id=${older}&limit=1`);
    const left = await wren.status();
    expect(of(left, 'new_letters')).toBe(1);
  });

  test('letters of siblings on one day share no sentence in any view', async () => {
    const home = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(home);
    const ids: string[] = [];
    for (const name of ['Ada', 'Bo', 'Cy', 'Di'])
      ids.push(await wren.hatch({ species_slug: 'housecat', name }));
    for (const id of ids) await wren.care({ action: 'feed', creature_id: id });
    home.clock.forward('26h');
    const [released = ''] = ids;
    const read = async () =>
      (await Promise.all(ids.map((id) => lettersOf(home, wren, `?creature_id=${id}`)))).flat();
    const letters = await read();
    expect(occasions(letters)).toEqual(['child', 'child', 'child', 'child']);
    const sentences = letters.flatMap(({ text }) => sentencesOf(text.replace(/\n.*$/, '')));
    expect(sentences.filter((sentence, at) => sentences.indexOf(sentence) !== at)).toEqual([]);
    const page = await home.ask({ path: lettersPath(ids[1] ?? '') });
    expect(page.text).toContain(letters[1]?.subject);
    await wren.release({ creature_id: released });
    expect(await read()).toEqual(letters);
  });

  test('new keepsakes are announced until care or the history has named them', async () => {
    const home = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(home);
    await wren.hatch({ species_slug: 'housecat' });
    const fed = await wren.care({ action: 'feed' });
    expect(of(fed, 'keepsakes')).not.toHaveLength(0);
    expect(of(fed, 'new_keepsakes')).toBeUndefined();
    home.clock.forward('30h');
    const told = await wren.status();
    expect(of(told, 'new_keepsakes')).toBe(1);
    await wren.history();
    expect(of(await wren.status(), 'new_keepsakes')).toBeUndefined();
    await expectInOrder(home.house);
  });

  test('only the keeper reads letters over the API, and its export and deletion cover them', async () => {
    const home = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(home);
    const id = await wren.hatch({ species_slug: 'housecat' });
    await wren.care({ action: 'feed' });
    home.clock.forward('30h');
    const finch = await aKeeper(home, 'finch');
    expect((await lettersFor(home, finch, `?creature_id=${id}`)).status).toBe(404);
    expect((await home.ask({ path: '/api/house/letters' })).status).toBe(401);
    const data = await home.ask({ path: '/api/auth/me/export', key: wren.key });
    expect(of(data, 'creatures', 0)).toMatchObject({
      letters: [{ occasion: 'child' }],
      keepsakes: expect.arrayContaining([expect.objectContaining({ kind: 'first_crumb' })]),
    });
    const left = await home.ask({
      method: 'DELETE',
      path: '/api/auth/me',
      key: wren.key,
      body: { username: 'wren' },
    });
    expect(left.status).toBe(200);
    await expectInOrder(home.house);
  });
});

/** The visible text of a Markdown page. */
function plain(page: string): string {
  return page.replaceAll(/\\([^\w\s])|\\(_)/g, '$1$2');
}
