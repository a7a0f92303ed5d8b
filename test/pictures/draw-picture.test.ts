import { expect, test, vi } from 'vitest';

import { HOUR, MINUTE } from '../../src/rules/base/clock.ts';
import type { Stage } from '../../src/rules/vocabulary.ts';
import { runPictureJob } from '../../src/features/pictures/picture-job.ts';
import { PictureError, ownArtist, type Picture, type PictureMaker } from '../../src/outside/picture-maker.ts';
import type { Database } from '../../src/db/db.ts';
import { findOwnCreature } from '../../src/features/lives/creatures.store.ts';
import {
  addPortrait,
  claimPicture,
  findPicture,
  orderPictures,
  portraitsOf,
} from '../../src/features/pictures/pictures.store.ts';
import { aKeeper, aPlainHouse, expectInOrder, of } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import type { TestHouse } from '../support/house.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { pictureQueue } from './picture-queue.ts';

const HOUSECAT = { species_slug: 'housecat' };
const WORDS = { portrait: () => 'a portrait', avatar: () => 'an avatar' };
const SVG: Picture = {
  type: 'image/svg+xml',
  bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
};

/** A configurable service that records its requests. */
function aService(behave: () => Picture | PictureError = () => SVG, perAgentDaily: number | undefined = 100) {
  const asked: string[] = [];
  const sit = async (who: string): Promise<Picture> => {
    asked.push(who);
    await new Promise((resolve) => setTimeout(resolve, 1));
    const came = behave();
    if (came instanceof PictureError) throw came;
    return came;
  };
  const pictures: PictureMaker = {
    name: 'a service',
    perAgentDaily,
    portrait: ({ portrayed: { stage } }) => sit(stage),
    avatar: ({ sitter: { words } }) => sit(words),
  };
  return { pictures, asked };
}

/** A plain house whose pictures such a service draws. */
async function aServedHouse(store: Database, ...how: Parameters<typeof aService>) {
  const { pictures, asked } = aService(...how);
  return { home: await aPlainHouse(store, { house: { pictures } }), asked };
}

/** Draws until nothing is left to do by now. */
async function drawAll({ house }: TestHouse): Promise<string[]> {
  const kinds = [];
  for (;;) {
    const { kind } = await runPictureJob(house, WORDS);
    if (kind === 'idle') return kinds;
    kinds.push(kind);
  }
}

eachDatabase((place) => {
  test('eight concurrent workers draw every picture once', async () => {
    const { home, asked } = await aServedHouse(await place.fresh());
    const { id } = await aKeeper(home);
    await drawAll(home);
    const sitters = Array.from({ length: 40 }, (_, index) => `agent-${index}`);
    const orders = sitters.map((sitter) => ({ sitter, occasion: 'avatar' as const, agentId: id, dueAt: 0 }));
    await orderPictures(home.house.store, orders);
    // The creatures do not exist: every order is given up exactly once.
    const drawn = await Promise.all(Array.from({ length: 8 }, () => drawAll(home)));
    expect(drawn.flat()).toEqual(sitters.map(() => 'failed'));
    expect(await pictureQueue(home.house.store)).toEqual({ waiting: 0, givenUp: 40 });
    expect(asked).toEqual(['wren']);
  });

  test('each stage has one portrait, however often it was ordered', async () => {
    const { home, asked } = await aServedHouse(await place.fresh());
    const wren = await aKeeper(home);
    const id = await wren.hatch(HOUSECAT);
    await Promise.all([drawAll(home), drawAll(home), drawAll(home)]);
    home.clock.forward('24h');
    await wren.status();
    await Promise.all([drawAll(home), drawAll(home), drawAll(home)]);
    expect(asked.toSorted()).toEqual(['baby', 'child', 'wren']);
    const hung = await portraitsOf(home.house.store, id);
    expect(hung.map(({ stage }) => stage)).toEqual(['baby', 'child']);
    await expectInOrder(home.house);
  });

  test('portraits that are hung up at the same time agree on which is the latest', async () => {
    const home = await aPlainHouse(await place.fresh());
    const { store, clock } = home.house;
    const wren = await aKeeper(home);
    const ids = await Promise.all(Array.from({ length: 10 }, () => wren.hatch()));
    const hang = (id: string, stage: Stage) =>
      store.transaction((db) =>
        addPortrait(db, id, { stage, imageUrl: `/pictures/${id}/${stage}.svg`, generatedAt: clock.now() }),
      );
    await Promise.all(
      ids.flatMap((id) => (['adult', 'teen', 'child', 'baby'] as const).map((stage) => hang(id, stage))),
    );
    const shown = await Promise.all(
      ids.map(async (id) => (await findOwnCreature(store, wren.id, id))?.imageUrl),
    );
    expect(shown).toEqual(ids.map((id) => `/pictures/${id}/adult.svg`));
  });

  test('an order of a killed worker is taken over after ten minutes and stored once', async () => {
    const { home, asked } = await aServedHouse(await place.fresh());
    await aKeeper(home);
    const now = home.clock.now();
    await home.house.store.transaction((db) =>
      claimPicture(db, { claim: 'killed', now, until: now + 10 * MINUTE }),
    );
    expect(await drawAll(home)).toEqual([]);
    home.clock.forward('10m');
    expect(await drawAll(home)).toEqual(['drawn']);
    expect(asked).toEqual(['wren']);
  });

  test('of several workers with the same order after a clock change, the first result is stored', async () => {
    const home = await aPlainHouse(await place.fresh());
    const { house, clock } = home;
    const begun: (() => void)[] = [];
    const slow: PictureMaker = {
      ...ownArtist,
      avatar: () => new Promise((resolve) => void begun.push(() => resolve(SVG))),
    };
    const { id } = await aKeeper(home);
    const drawing = [];
    for (let turns = 1; turns <= 3; turns += 1) {
      drawing.push(runPictureJob({ ...house, pictures: slow }, WORDS));
      await vi.waitFor(() => expect(begun).toHaveLength(turns));
      clock.forward('6h');
    }
    begun[0]?.();
    expect(await drawing[0]).toEqual({ kind: 'drawn' });
    expect(await findPicture(house.store, id, 'avatar')).toBeDefined();
    for (const finish of begun) finish();
    expect((await Promise.all(drawing)).map(({ kind }) => kind)).toEqual(['drawn', 'overtaken', 'overtaken']);
    await expectInOrder(house);
  });

  test('a worker that returns after a takeover stores nothing', async () => {
    const home = await aPlainHouse(await place.fresh());
    const { house, clock } = home;
    const begun = Promise.withResolvers<void>();
    const done = Promise.withResolvers<Picture>();
    const dawdling: PictureMaker = {
      ...ownArtist,
      avatar: () => {
        begun.resolve();
        return done.promise;
      },
    };
    const wren = await aKeeper(home);
    const late = runPictureJob({ ...house, pictures: dawdling }, WORDS);
    await begun.promise;
    clock.forward('10m');
    expect(await drawAll(home)).toEqual(['drawn']);
    done.resolve(SVG);
    expect(await late).toEqual({ kind: 'overtaken' });
    const kept = await findPicture(house.store, wren.id, 'avatar');
    expect(Buffer.from(kept?.bytes ?? []).length).toBeGreaterThan(1000);
  });
});

test('the picture of a creature is that of its latest stage, in any order of drawing', async () => {
  let busy = true;
  const { home } = await aServedHouse(await anyStore(), () =>
    busy ? new PictureError('it answered 429', { retry: true, retryAfterMs: 30 * HOUR }) : SVG,
  );
  const wren = await aKeeper(home);
  const id = await wren.hatch();
  await drawAll(home);
  busy = false;
  home.clock.forward('24h');
  await wren.care({ action: 'feed' });
  await drawAll(home);
  expect((await portraitsOf(home.house.store, id)).map(({ stage }) => stage)).toEqual(['child']);
  home.clock.forward('6h');
  await drawAll(home);
  const { body } = await wren.status();
  expect(body).toMatchObject({ portraits: [{ stage: 'child' }, { stage: 'baby' }] });
  expect(String(of({ body }, 'creature', 'image_url'))).toContain(`/pictures/${id}/child.svg`);
});

test('an order whose workers all vanish is given up like any other', async () => {
  const { home, asked } = await aServedHouse(await anyStore());
  await aKeeper(home);
  for (let killed = 0; killed < 5; killed += 1) {
    const now = home.clock.now();
    await home.house.store.transaction((db) =>
      claimPicture(db, { claim: `killed ${killed}`, now, until: now + 10 * MINUTE }),
    );
    home.clock.forward('10m');
  }
  expect(await drawAll(home)).toEqual(['failed']);
  expect(asked).toEqual([]);
  expect(await pictureQueue(home.house.store)).toEqual({ waiting: 0, givenUp: 1 });
});

test('shutdown during a drawing is no failure: the order stays for the next worker', async () => {
  const home = await aPlainHouse(await anyStore());
  const { house } = home;
  await aKeeper(home);
  const closing = AbortSignal.abort();
  const interrupted: PictureMaker = {
    ...ownArtist,
    avatar: async () => {
      throw new PictureError('the house closed meanwhile', { retry: true });
    },
  };
  for (let restarts = 0; restarts < 6; restarts += 1) {
    expect(await runPictureJob({ ...house, pictures: interrupted }, WORDS, closing)).toMatchObject({
      kind: 'failed',
      givenUp: false,
    });
    home.clock.forward('10s');
  }
  expect(await drawAll(home)).toEqual(['drawn']);
});

test('a service that fails is asked five times, each time after a longer while, and the old picture stays', async () => {
  let away = false;
  const { home, asked } = await aServedHouse(await anyStore(), () =>
    away ? new PictureError('it answered 500', { retry: true }) : SVG,
  );
  const wren = await aKeeper(home);
  const id = await wren.hatch(HOUSECAT);
  await drawAll(home);
  away = true;
  home.clock.forward('24h');
  const { body } = await wren.status();
  expect(body).toHaveProperty('milestone.portrait_note');
  asked.length = 0;
  const moments: number[] = [];
  const from = home.clock.now();
  for (let minute = 0; minute < 90; minute += 0.5) {
    const drawn = await drawAll(home);
    moments.push(...drawn.map(() => (home.clock.now() - from) / MINUTE));
    home.clock.forward('30s');
  }
  expect(asked).toEqual(Array.from({ length: 5 }, () => 'child'));
  expect(moments).toEqual([0, 0.5, 2.5, 10.5, 42.5]);
  expect(await pictureQueue(home.house.store)).toEqual({ waiting: 0, givenUp: 1 });
  expect(String(of(await wren.status(), 'creature', 'image_url'))).toContain(`/pictures/${id}/baby.svg`);
  await expectInOrder(home.house);
});

test('a permanent refusal is given up at once, and Retry-After is respected', async () => {
  let answer = new PictureError('it answered 400', { retry: false });
  const { home, asked } = await aServedHouse(await anyStore(), () => answer);
  await aKeeper(home);
  await drawAll(home);
  home.clock.forward('48h');
  await drawAll(home);
  expect(asked).toHaveLength(1);
  answer = new PictureError('it answered 429', { retry: true, retryAfterMs: HOUR });
  await aKeeper(home, 'robin');
  await drawAll(home);
  home.clock.forward('59m');
  expect(await drawAll(home)).toEqual([]);
  home.clock.forward('1m');
  expect(await drawAll(home)).toEqual(['failed']);
});

test('a service that draws five a minute draws them all in the end, however many wait', async () => {
  let left = 5;
  const busy = new PictureError('it answered 429', { retry: true, retryAfterMs: MINUTE });
  const { home } = await aServedHouse(await anyStore(), () => (left-- > 0 ? SVG : busy), 1000);
  for (let agents = 0; agents < 40; agents += 1) await aKeeper(home, `agent-${agents}`);
  for (let minutes = 0; minutes < 20; minutes += 1) {
    await drawAll(home);
    home.clock.forward('1m');
    left = 5;
  }
  expect(await pictureQueue(home.house.store)).toEqual({ waiting: 0, givenUp: 0 });
});

test('an agent above its share of the image service gets the built-in artist', async () => {
  const { home, asked } = await aServedHouse(await anyStore(), () => SVG, 2);
  const wren = await aKeeper(home);
  const ids = [await wren.hatch(), await wren.hatch()];
  await drawAll(home);
  expect(asked).toHaveLength(2);
  const sizes = await Promise.all(
    [wren.id, ...ids].map(async (sitter) => {
      const kept = await findPicture(home.house.store, sitter, sitter === wren.id ? 'avatar' : 'baby');
      return kept?.bytes.length ?? 0;
    }),
  );
  expect(sizes.filter((size) => size > 1000)).toHaveLength(1);
  home.clock.forward('24h');
  await wren.status();
  await drawAll(home);
  expect(asked.length).toBeGreaterThan(2);
});

test('no reply announces a portrait that was given up', async () => {
  let works = true;
  const { home } = await aServedHouse(await anyStore(), () =>
    works ? SVG : new PictureError('it will not draw that', { retry: false }),
  );
  const wren = await aKeeper(home);
  await wren.hatch();
  await drawAll(home);
  works = false;
  home.clock.forward('24h');
  // It grew before its keeper looked.
  await wren.history();
  expect(await drawAll(home)).toEqual(['failed']);
  const { body } = await wren.status();
  expect(body).toHaveProperty('milestone.stage', 'child');
  expect(body).not.toHaveProperty('milestone.portrait_note');
});

test('a picture costs its agent a share once, however often the service fails, and none that it does not draw', async () => {
  let works = false;
  const service = aService(() => (works ? SVG : new PictureError('it answered 500', { retry: true })), 2);
  const pictures = { ...service.pictures, daily: 2 };
  const home = await aPlainHouse(await anyStore(), { house: { pictures } });
  const wren = await aKeeper(home);
  await drawAll(home);
  home.clock.forward('31s');
  await drawAll(home);
  works = true;
  home.clock.forward('3m');
  await drawAll(home);
  expect(service.asked).toEqual(['wren', 'wren', 'wren']);
  const bo = await aKeeper(home, 'bo');
  await drawAll(home);
  expect(service.asked.at(-1)).toBe('bo');
  // The budget is used up: the built-in artist draws free of charge.
  await bo.hatch(HOUSECAT);
  await drawAll(home);
  expect(await sharesUsed(home, bo.id)).toBe(1);
  expect(await sharesUsed(home, wren.id)).toBe(1);
  expect(service.asked).toHaveLength(4);
});

async function sharesUsed({ house }: TestHouse, agentId: string): Promise<unknown> {
  const query = { text: 'select used from picture_quotas where agent_id = $1', columns: ['used'] };
  return (await house.store.one<{ readonly used: unknown }>(query, [agentId]))?.used;
}
