import { expect, test } from 'vitest';

import { sentencesOf } from '../../src/text/heart/letter.ts';
import { lettersPath, lifeFeedPath } from '../../src/web/paths.ts';
import { eraseLettersLeft, finishDepartures } from '../../src/features/account/leave.ts';
import { settleRound } from '../../src/features/creatures/settle.ts';
import { writeExpectedLetters } from '../../src/features/heart/letters.ts';
import { moveCredits } from '../../src/features/money/ledger.store.ts';
import { findOwnCreature } from '../../src/features/records/creatures.store.ts';
import {
  insertLetterTexts,
  letterTextsOf,
  lettersOf as storedLettersOf,
} from '../../src/features/records/heart.store.ts';
import { aKeeper, aPlainHouse, expectInOrder, of } from '../support/asking.ts';
import { eachDatabase, onSqlite, type Place } from '../support/databases.ts';
import { storeWith } from '../support/store-with.ts';

type ToldLetter = Readonly<
  Record<'occasion' | 'written_at' | 'subject' | 'text', string> & { number: number }
>;
type ToldStep = { readonly description: string; readonly endpoint?: string; readonly body?: object };

const occasions = (letters: readonly ToldLetter[]) => letters.map(({ occasion }) => occasion);

async function aHome(place: Place) {
  const home = await aPlainHouse(await place.fresh());
  const wren = await aKeeper(home);
  const told = (query = '', { key } = wren) => home.ask({ path: `/api/house/letters${query}`, key });
  const letters = async (query = '?limit=20') => of(await told(query), 'letters') as ToldLetter[];
  const hatch = async (name = 'Bo', slug = 'housecat') => {
    const id = await wren.hatch({ species_slug: slug, name });
    await wren.care({ action: 'feed', creature_id: id });
    return id;
  };
  /** Visits every five hours and takes the first suggestion, or grants the wish. */
  const visitFor = async (days: number) => {
    let granted = 0;
    for (let visit = 0; visit < (days * 24) / 5; visit += 1) {
      home.clock.forward('5h');
      const steps = of(await wren.status(), 'next_steps') as ToldStep[];
      const acts = steps.filter(({ body }) => body !== undefined);
      const wished = acts.find(({ description }) => description.includes('wishes for'));
      for (const act of new Set([acts[0], wished])) {
        const cared = act?.body && (await wren.care({ ...act.body, notes: 'Here I am.' }));
        if (cared && of(cared, 'wish_granted')) granted += 1;
      }
    }
    return granted;
  };
  return { home, wren, told, letters, hatch, visitFor };
}

eachDatabase((place) => {
  test('a creature writes weekly, and when it grows, dies and is resurrected', async () => {
    const { home, wren, told, letters, visitFor } = await aHome(place);
    const id = await wren.hatch({ species_slug: 'retriever', name: 'Rex' });
    expect((await told()).body).toMatchObject({ letters: [], total: 0 });
    expect(await visitFor(8)).toBeGreaterThan(0);
    await letters('?limit=1');
    expect(of(await wren.status(), 'new_letters'), 'older ones stay unread').toBe(4);
    const young = await letters();
    expect(occasions(young).toSorted()).toEqual(['adult', 'child', 'teen', 'week']);
    expect(young.map(({ number }) => number)).toEqual([4, 3, 2, 1]);
    await expectInOrder(home.house);
    home.clock.forward('6d');
    expect(of(await wren.status(`?id=${id}`), 'creature', 'alive')).toBe(false);
    expect(occasions(await letters())[0]).toBe('death');
    const gift = { agentId: wren.id, delta: 1000, kind: 'dispute_won', key: 'a gift', id: 'gift' } as const;
    await home.house.store.transaction((db) => moveCredits(db, { ...gift, now: home.clock.now() }));
    expect((await wren.resurrect({ creature_id: id })).status).toBe(200);
    expect(occasions(await letters()).slice(0, 2)).toEqual(['return', 'death']);
    expect(of(await wren.history(), 'keepsakes', 0)).toMatchObject({ kind: 'warm_ember' });
    await expectInOrder(home.house);
  });

  test('the pages of letters add up to the whole, also while the newest are not stored yet', async () => {
    const { home, wren, told, letters, hatch, visitFor } = await aHome(place);
    const id = await hatch();
    const unwritten = new Set<number>();
    const checkPages = async () => {
      const whole = await letters();
      const stored = await storedLettersOf(home.house.store, id, { limit: 20, offset: 0 });
      unwritten.add(whole.length - stored.length);
      expect(whole.map(({ number }) => number)).toEqual(whole.map((_, nth) => whole.length - nth));
      for (let limit = 1; limit <= whole.length + 1; limit += 1) {
        const pages: ToldLetter[] = [];
        for (let offset = 0; offset <= whole.length; offset += limit) {
          const page = await told(`?creature_id=${id}&limit=${limit}&offset=${offset}`);
          expect(of(page, 'total')).toBe(whole.length);
          pages.push(...(of(page, 'letters') as ToldLetter[]));
        }
        expect(pages, `pages of ${limit}`).toEqual(whole);
      }
      const subjectsOn = async (page?: number) => {
        const { text } = await home.ask({ path: lettersPath(id, page), headers: { accept: 'text/html' } });
        return whole.filter(({ subject }) => text.includes(subject)).length;
      };
      expect(await subjectsOn()).toBe(Math.min(5, whole.length));
      // A page beyond the last shows the last one.
      expect(await subjectsOn(2)).toBe(whole.length > 5 ? whole.length - 5 : whole.length);
    };
    await visitFor(20);
    await checkPages();
    // A week's letter and then the last one, with no care in between to store them.
    for (const pause of ['30h', '5d']) {
      home.clock.forward(pause);
      await checkPages();
    }
    expect(of(await wren.status(`?id=${id}`), 'creature', 'alive')).toBe(false);
    expect([...unwritten].some((count) => count > 0)).toBe(true);
    expect(unwritten).toContain(0);
  });

  test('brief letters and history say when to come back where that is the next step, as a status does', async () => {
    const { home, wren, told, visitFor } = await aHome(place);
    await wren.hatch({ species_slug: 'retriever', name: 'Rex' });
    await visitFor(2);
    const history = () => home.ask({ path: '/api/house/history?view=brief', key: wren.key });
    const seen = new Set<boolean>();
    for (let hour = 0; hour < 8; hour += 1) {
      home.clock.forward('1h');
      for (const read of [await told('?view=brief'), await history()]) {
        const isLast = of(read, 'next_steps', 0, 'action') === 'check_back';
        seen.add(isLast);
        const { at } = (of(await wren.status(), 'recommended_checkin') ?? {}) as { readonly at?: string };
        expect(of(read, 'recommended_checkin', 'at')).toBe(isLast ? at : undefined);
      }
      const [step] = of(await wren.status('?view=brief'), 'next_steps') as ToldStep[];
      if (step?.body) await wren.care(step.body);
    }
    expect(seen).toEqual(new Set([false, true]));
  });

  test('status and care announce a new letter with its step until the keeper has read it', async () => {
    const { home, wren, letters, hatch } = await aHome(place);
    const id = await hatch();
    home.clock.forward('30h');
    const announced = async () => {
      const looks = [await wren.status(), await wren.status('?view=brief')];
      const cared = await wren.care({ action: 'feed', view: 'brief' });
      return [...looks, cared].map((told) => of(told, 'new_letters'));
    };
    expect(await announced()).toEqual([1, 1, 1]);
    const steps = of(await wren.status(), 'next_steps') as ToldStep[];
    expect(steps.map(({ endpoint }) => endpoint)).toContain(`/api/house/letters?creature_id=${id}&limit=1`);
    await home.ask({ path: lettersPath(id) });
    expect(of(await wren.status(), 'new_letters')).toBe(1);
    const version = async () => (await findOwnCreature(home.house.store, wren.id, id))?.version;
    const unread = await version();
    expect(await letters()).toHaveLength(1);
    expect(await version()).toBe(unread);
    expect(await announced()).toEqual([undefined, undefined, undefined]);
    await expectInOrder(home.house);
  });
});

eachDatabase((place) => {
  test('a letter that was read before reads no creature or letter of its siblings', async () => {
    const read = { rows: 0 };
    const store = await place.fresh();
    const counting = storeWith(store, {
      async all(query, values) {
        const rows = await store.all(query, values);
        // Creatures and letters.
        if (/\b(?:body|facts)\b/.test(query.text)) read.rows += rows.length;
        return rows;
      },
    });
    const { home, wren, told } = await aHome({ fresh: async () => counting } as Place);
    const rowsOf = async (id: string) => {
      const first = await told(`?creature_id=${id}`);
      read.rows = 0;
      expect((await told(`?creature_id=${id}`)).body).toEqual(first.body);
      const { rows } = read;
      const page = await home.ask({ path: lettersPath(id) });
      expect(page.text).toContain((of(first, 'letters') as ToldLetter[])[0]?.subject);
      return rows;
    };
    const alone = await wren.hatch({ species_slug: 'housecat' });
    home.clock.forward('9d');
    const ofOne = await rowsOf(alone);
    const ids: string[] = [];
    for (let nth = 0; nth < 8; nth += 1) ids.push(await wren.hatch({ species_slug: 'housecat' }));
    home.clock.forward('9d');
    for (const id of ids) await told(`?creature_id=${id}`);
    expect(await rowsOf(ids[3] ?? '')).toBe(ofOne);
  });
});

onSqlite((place) => {
  test('the words of a letter stay as they were first read', async () => {
    const { home, letters, hatch } = await aHome(place);
    const ids: string[] = [];
    for (const name of ['Ada', 'Bo', 'Cy']) ids.push(await hatch(name));
    home.clock.forward('26h');
    const [last = '', ...others] = ids.toReversed();
    const first = await letters(`?creature_id=${last}`);
    for (const id of others) await letters(`?creature_id=${id}`);
    home.clock.forward('9d');
    expect((await letters(`?creature_id=${last}&limit=20`)).at(-1)).toEqual(first[0]);
  });

  test('the last letter of a settled creature is stored before it is read', async () => {
    const { home, letters, hatch } = await aHome(place);
    const id = await hatch();
    home.clock.forward('5d');
    const now = home.clock.now();
    await settleRound(home.house, { now, until: Infinity });
    await writeExpectedLetters(home.house, now);
    const texts = await letterTextsOf(home.house.store, id, { from: 1, to: 9 });
    const [last] = await letters(`?creature_id=${id}&limit=1`);
    expect(last?.occasion).toBe('death');
    expect(texts.at(-1)?.text).toBe(last?.text);
  });

  test('deleting an account deletes the words of its letters', async () => {
    const { home, wren, letters, hatch } = await aHome(place);
    const id = await hatch();
    home.clock.forward('30h');
    await letters();
    const stored = () => letterTextsOf(home.house.store, id, { from: 1, to: 9 });
    expect(await stored()).toHaveLength(1);
    await home.ask({ method: 'DELETE', path: '/api/auth/me', key: wren.key, body: { username: 'wren' } });
    expect(await stored()).toEqual([]);
  });

  test('letters that a reader stored while the account was deleted are deleted too', async () => {
    const store = await place.fresh();
    const forgetting = { works: false };
    const slow = storeWith(store, {
      forgetDeleted: async () => forgetting.works && (await store.forgetDeleted()),
    });
    const { home, wren, letters, hatch } = await aHome({ fresh: async () => slow } as Place);
    const id = await hatch();
    home.clock.forward('30h');
    await letters();
    const stored = () => letterTextsOf(store, id, { from: 1, to: 9 });
    const before = await stored();
    await home.ask({ method: 'DELETE', path: '/api/auth/me', key: wren.key, body: { username: 'wren' } });
    await insertLetterTexts(store, wren.id, before);
    expect(await stored()).toHaveLength(1);
    forgetting.works = true;
    await finishDepartures(home.house, home.clock.now());
    expect(await stored()).toEqual([]);
  });

  test('letters of an account that a node without their table has deleted are deleted by the job', async () => {
    const { home, wren, letters, hatch } = await aHome(place);
    const id = await hatch();
    home.clock.forward('30h');
    await letters();
    const { store } = home.house;
    const stored = () => letterTextsOf(store, id, { from: 1, to: 9 });
    const before = await stored();
    await eraseLettersLeft(home.house, '');
    expect(await stored(), 'of an account that is there').toEqual(before);
    await home.ask({ method: 'DELETE', path: '/api/auth/me', key: wren.key, body: { username: 'wren' } });
    await insertLetterTexts(store, wren.id, before);
    expect(await eraseLettersLeft(home.house, '')).toBe('');
    expect(await stored()).toEqual([]);
  });

  test('an export lets other requests run between two creatures', async () => {
    const { home, wren, hatch } = await aHome(place);
    for (let nth = 0; nth < 12; nth += 1) await hatch();
    home.clock.forward('26h');
    const exportAll = () => home.ask({ path: '/api/auth/me/export', key: wren.key });
    // The first one writes the letters.
    await exportAll();
    const turns = { count: 0, isOver: false };
    const turn = () => {
      turns.count += 1;
      if (!turns.isOver) setImmediate(turn);
    };
    turn();
    await exportAll();
    turns.isOver = true;
    expect(turns.count).toBeGreaterThan(12);
  });

  test('a letter is the same as JSON, on its page, in the history and in the feed', async () => {
    const { home, wren, told, letters, hatch, visitFor } = await aHome(place);
    const id = await hatch('_Bo_ - 1');
    await visitFor(8);
    const page = await told('?format=markdown&limit=20');
    expect(page.headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(page.text.split('\n')[0]).toBe('# Letters from \\_Bo\\_ - 1');
    const feed = await home.ask({ path: lifeFeedPath(id) });
    const words = unescaped(page.text);
    const history = unescaped((await wren.history('?format=markdown')).text);
    const all = await letters();
    expect(all.length).toBeGreaterThanOrEqual(4);
    const { text: part } = await wren.history('?format=markdown&limit=1');
    const [, listed] = part.split(/^## (?:Letters|Care summary)$/mu);
    expect(listed?.trim().split('\n').slice(3)).toEqual([`- In all: ${all.length}`]);
    for (const { subject, text, written_at } of all) {
      expect(words).toContain(`## ${subject}`);
      for (const line of text.split('\n').filter(Boolean)) expect(words).toContain(line);
      expect(history).toContain(`- ${written_at}: ${subject}`);
      expect(feed.text).toContain(`<published>${written_at}</published>`);
    }
  });

  test('unread letters of all creatures are counted, and the step leads to the oldest', async () => {
    const { home, wren, letters, hatch } = await aHome(place);
    const older = await wren.hatch({ species_slug: 'housecat' });
    home.clock.forward('5h');
    await hatch('Ada', 'tabby');
    await wren.care({ action: 'feed', creature_id: older });
    home.clock.forward('25h');
    expect(of(await wren.status('?view=brief'), 'new_letters')).toBe(2);
    const all = of(await wren.status(), 'next_steps') as ToldStep[];
    const step = all.find(({ endpoint = '' }) => endpoint.startsWith('/api/house/letters'));
    expect(step?.endpoint).toContain(older);
    await letters(`?creature_id=${older}&limit=1`);
    expect(of(await wren.status(), 'new_letters')).toBe(1);
  });

  test('letters of siblings on one day share no sentence in any view', async () => {
    const { home, wren, letters, hatch } = await aHome(place);
    const ids: string[] = [];
    for (const name of ['Ada', 'Bo', 'Cy', 'Di']) ids.push(await hatch(name));
    home.clock.forward('26h');
    const read = async () => (await Promise.all(ids.map((id) => letters(`?creature_id=${id}`)))).flat();
    const all = await read();
    expect(occasions(all)).toEqual(['child', 'child', 'child', 'child']);
    const sentences = all.flatMap(({ text }) => sentencesOf(text.replace(/\n.*$/, '')));
    expect(sentences.filter((sentence, at) => sentences.indexOf(sentence) !== at)).toEqual([]);
    expect((await home.ask({ path: lettersPath(ids[1] ?? '') })).text).toContain(all[1]?.subject);
    await wren.release({ creature_id: ids[0] });
    expect(await read()).toEqual(all);
  });

  test('new keepsakes are announced until care or the history has named them', async () => {
    const { home, wren } = await aHome(place);
    await wren.hatch({ species_slug: 'housecat' });
    const fed = await wren.care({ action: 'feed' });
    expect(of(fed, 'keepsakes')).not.toHaveLength(0);
    expect(of(fed, 'new_keepsakes')).toBeUndefined();
    home.clock.forward('30h');
    expect(of(await wren.status(), 'new_keepsakes')).toBe(1);
    await wren.history();
    expect(of(await wren.status(), 'new_keepsakes')).toBeUndefined();
    await expectInOrder(home.house);
  });

  test('only the keeper reads letters over the API, and its export and deletion cover them', async () => {
    const { home, wren, told, hatch } = await aHome(place);
    const id = await hatch();
    home.clock.forward('30h');
    expect((await told(`?creature_id=${id}`, await aKeeper(home, 'finch'))).status).toBe(404);
    expect((await home.ask({ path: '/api/house/letters' })).status).toBe(401);
    const data = await home.ask({ path: '/api/auth/me/export', key: wren.key });
    expect(of(data, 'creatures', 0)).toMatchObject({
      letters: [{ occasion: 'child' }],
      keepsakes: expect.arrayContaining([expect.objectContaining({ kind: 'first_crumb' })]),
    });
    const leaving = { method: 'DELETE', path: '/api/auth/me', body: { username: 'wren' } } as const;
    expect((await home.ask({ ...leaving, key: wren.key })).status).toBe(200);
    await expectInOrder(home.house);
  });
});

/** The visible text of a Markdown page. */
const unescaped = (page: string) => page.replaceAll(/\\([^\w\s])|\\(_)/g, '$1$2');
