import { expect, onTestFinished, test } from 'vitest';

import type { DatabaseAddress } from '../../packages/database/connect.ts';
import type { DocumentOrder } from '../../src/features/creatures/long-documents.ts';
import { readLifeCharts } from '../../src/features/public/life-chart.ts';
import { viewCreature } from '../../src/features/public/view-creature.ts';
import { careLogOf } from '../../src/features/records/care-log.store.ts';
import { findOwnCreature } from '../../src/features/records/creatures.store.ts';
import { letterTextsOf } from '../../src/features/records/heart.store.ts';
import { openLog } from '../../src/app/log.ts';
import { openLongDocuments, writeDocument } from '../../src/app/long-documents.ts';
import { aKeptHouse } from '../support/asking.ts';
import { logEntries } from '../support/care-entries.ts';
import { eachDatabase, onSqlite, type Place } from '../support/databases.ts';
import { lineCollector, type TestHouse } from '../support/house.ts';
import { countingReads } from '../support/store-with.ts';
import { newFolder } from '../support/stores/sqlite-template.ts';

async function textOf(pieces: AsyncIterable<string | Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of pieces)
    text += typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
  return text + decoder.decode();
}

function openThread({ house }: TestHouse, address: DatabaseAddress) {
  const lines: string[] = [];
  const documents = openLongDocuments(() => house, address, openLog('warn', lineCollector(lines)));
  onTestFinished(() => documents.close());
  return { documents, lines };
}

interface Exported {
  readonly creatures: readonly { readonly care_log: readonly object[] }[];
}

/** A keeper with a creature that has written letters, one that is about to die unsettled, and 1,200 entries in a log. */
async function aLife(place: Place) {
  const store = await place.fresh();
  const { counting, during } = countingReads(store);
  const { house, wren } = await aKeptHouse(counting);
  const kept = await wren.hatch({ species_slug: 'retriever', name: 'Rex' });
  const lost = await wren.hatch({ species_slug: 'housecat', name: 'Bo' });
  for (let visit = 0; visit < 40; visit += 1) {
    house.clock.forward('5h');
    await wren.care({ action: 'feed', creature_id: kept });
  }
  const entries = Array.from({ length: 1200 }, () => ({ action: 'reflect', notes: 'Wörter' }) as const);
  await house.house.store.transaction((db) => logEntries(db, kept, entries));
  const exported = (count: number): DocumentOrder => ({
    kind: 'export',
    agent: { id: wren.id, username: wren.username },
    entries: count,
    now: house.clock.now(),
  });
  return { address: place.addressOf(store), during, exported, house, kept, lost, wren };
}

eachDatabase((place) => {
  test('an export from the thread is the same as one from this thread, which reads and computes nothing for it', async () => {
    const { address, during, exported, house, kept, lost, wren } = await aLife(place);
    const { documents, lines } = openThread(house, address);
    let text = '';
    const read = await during(async () => {
      text = await textOf(documents.write(exported(20_000)));
    });
    expect(lines).toEqual([]);
    // The thread settles a creature that is due through this one on SQLite.
    expect(read.creatures).toBeLessThanOrEqual(1);
    expect(read.entries).toBe(0);
    expect(JSON.parse(text)).toMatchObject({ agent: { username: 'wren' } });
    expect(text.length).toBeGreaterThan(200_000);
    expect(text).toBe(await textOf(writeDocument(house.house, exported(20_000))));
    const stored = await findOwnCreature(house.house.store, wren.id, lost);
    expect(stored?.creature.died).toBeDefined();
    const span = { from: 0, to: 100 };
    expect((await letterTextsOf(house.house.store, kept, span)).length).toBeGreaterThan(0);
    expect((await findOwnCreature(house.house.store, wren.id, kept))?.keepsakesRead).toBeGreaterThan(0);
  });

  test('the older part of a log from the thread is the same as one from this thread', async () => {
    const { address, house, kept } = await aLife(place);
    const { documents, lines } = openThread(house, address);
    const last = (await careLogOf(house.house.store, kept, { limit: 500, offset: 0 })).at(-1);
    const order = {
      kind: 'log',
      last: { previousAt: last?.previousAt, previousId: last?.previousId },
      archivedUntil: undefined,
    } as const;
    const text = await textOf(documents.write(order));
    expect(text.split('\n').length).toBeGreaterThan(700);
    expect(text).toBe(await textOf(writeDocument(house.house, order)));
    expect(lines).toEqual([]);
  });

  test('a reader that goes away ends its document, and others are written on', async () => {
    const { address, exported, house } = await aLife(place);
    const { documents, lines } = openThread(house, address);
    for await (const piece of documents.write(exported(20_000))) {
      expect(piece.length).toBeGreaterThan(0);
      break;
    }
    const texts = await Promise.all([1, 2, 3].map((count) => textOf(documents.write(exported(count)))));
    const logs = texts.map((text) =>
      (JSON.parse(text) as Exported).creatures.map((each) => each.care_log.length),
    );
    expect(logs.map((lengths) => Math.max(...lengths))).toEqual([1, 2, 3]);
    expect(lines).toEqual([]);
  });
});

onSqlite((place) => {
  test('charts and counts of a long log are read in the thread, and are the same as those of this thread', async () => {
    const { address, during, house, kept, wren } = await aLife(place);
    for (let nth = 0; nth < 170; nth += 1) {
      house.clock.forward('1m');
      await wren.care({ action: 'reflect', creature_id: kept });
    }
    const { documents, lines } = openThread(house, address);
    const now = house.clock.now();
    const view = await viewCreature(house.house, kept, now);
    if (!view) throw new Error('it is not shown');
    const charts = await readLifeCharts(house.house, view);
    const inThread = { ...house.house, documents };
    const read = await during(async () => {
      expect(await viewCreature(inThread, kept, now)).toEqual(view);
      expect(JSON.stringify(await readLifeCharts(inThread, view))).toBe(JSON.stringify(charts));
    });
    expect(lines).toEqual([]);
    // The latest deeds, with their words.
    expect(read.entries).toBeLessThanOrEqual(12);
  });

  test('where the thread cannot read the database, this thread writes the document', async () => {
    const { exported, house } = await aLife(place);
    const { documents, lines } = openThread(house, { dataDir: await newFolder() });
    const text = await textOf(documents.write(exported(1)));
    expect(text).toBe(await textOf(writeDocument(house.house, exported(1))));
    expect(lines).toEqual([expect.stringContaining('documents_thread_failed')]);
  });
});
