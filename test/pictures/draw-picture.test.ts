import { expect, test } from 'vitest';

import type { Database } from '../../packages/database/db.ts';
import { HOUR, MINUTE } from '../../src/rules/base/clock.ts';
import { runPictureJob } from '../../src/features/drawing/picture-job.ts';
import {
  addPortrait,
  claimPicture,
  findPicture,
  orderPictures,
  portraitsOf,
} from '../../src/features/pictures/pictures.store.ts';
import { findOwnCreature } from '../../src/features/records/creatures.store.ts';
import { PictureError, ownArtist, type Picture, type PictureMaker } from '../../src/outside/picture-maker.ts';
import { aKeeper, aPlainHouse, expectInOrder, of } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import type { TestHouse } from '../support/house.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { drawAll, pictureQueue, WORDS } from './fake-images.ts';

const HOUSECAT = { species_slug: 'housecat' };
const SVG: Picture = { type: 'image/svg+xml', bytes: Buffer.from('<svg/>') };
const FAILURE = new PictureError('it answered 500', { retry: true });
const busyFor = (retryAfterMs: number) => new PictureError('it answered 429', { retry: true, retryAfterMs });

/** A plain house whose pictures are drawn by a service that behaves so, and what it was asked for. */
async function aServedHouse(
  store: Database,
  behave: () => Picture | PictureError = () => SVG,
  limits: Partial<PictureMaker> = {},
) {
  const asked: string[] = [];
  const sit = async (who: string): Promise<Picture> => {
    asked.push(who);
    await new Promise((resolve) => setTimeout(resolve, 1));
    const came = behave();
    if (came instanceof PictureError) throw came;
    return came;
  };
  const portrait: PictureMaker['portrait'] = ({ portrayed: { stage } }) => sit(stage);
  const avatar: PictureMaker['avatar'] = ({ sitter: { words } }) => sit(words);
  const pictures = { name: 'a service', perAgentDaily: 100, portrait, avatar, ...limits };
  return { home: await aPlainHouse(store, { house: { pictures } }), asked };
}

/** A worker takes the next order and vanishes. */
async function killWorker({ house: { store }, clock }: TestHouse, claim: string): Promise<void> {
  const now = clock.now();
  await store.transaction((db) => claimPicture(db, { claim, now, until: now + 10 * MINUTE }));
}

eachDatabase(({ fresh }) => {
  test('eight concurrent workers draw every picture once', async () => {
    const { home, asked } = await aServedHouse(await fresh());
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
    const { home, asked } = await aServedHouse(await fresh());
    const wren = await aKeeper(home);
    const id = await wren.hatch(HOUSECAT);
    await Promise.all([drawAll(home), drawAll(home), drawAll(home)]);
    home.clock.forward('24h');
    await wren.status();
    await Promise.all([drawAll(home), drawAll(home), drawAll(home)]);
    expect(asked.toSorted()).toEqual(['baby', 'child', 'wren']);
    expect((await portraitsOf(home.house.store, id)).map(({ stage }) => stage)).toEqual(['baby', 'child']);
    await expectInOrder(home.house);
  });

  test('after concurrent writes of portraits the latest stage is the picture of the creature', async () => {
    const home = await aPlainHouse(await fresh());
    const { store, clock } = home.house;
    const wren = await aKeeper(home);
    const ids = await Promise.all(Array.from({ length: 10 }, () => wren.hatch()));
    const stages = ['adult', 'teen', 'child', 'baby'] as const;
    const hang = (id: string, stage: (typeof stages)[number]) => {
      const portrait = { stage, imageUrl: `/pictures/${id}/${stage}.svg`, generatedAt: clock.now() };
      return store.transaction((db) => addPortrait(db, id, portrait));
    };
    await Promise.all(ids.flatMap((id) => stages.map((stage) => hang(id, stage))));
    const shown = ids.map(async (id) => (await findOwnCreature(store, wren.id, id))?.imageUrl);
    expect(await Promise.all(shown)).toEqual(ids.map((id) => `/pictures/${id}/adult.svg`));
  });

  test('an order of a killed worker is taken over after ten minutes and stored once; when all vanish it is given up', async () => {
    const { home, asked } = await aServedHouse(await fresh());
    await aKeeper(home);
    await killWorker(home, 'killed');
    expect(await drawAll(home)).toEqual([]);
    home.clock.forward('10m');
    expect(await drawAll(home)).toEqual(['drawn']);
    await aKeeper(home, 'robin');
    for (let killed = 0; killed < 5; killed += 1) {
      await killWorker(home, `killed ${killed}`);
      home.clock.forward('10m');
    }
    expect(await drawAll(home)).toEqual(['failed']);
    expect(asked).toEqual(['wren']);
    expect(await pictureQueue(home.house.store)).toEqual({ waiting: 0, givenUp: 1 });
  });

  test.each([0, 2])('of three results the first is stored: of worker %i', async (first) => {
    const home = await aPlainHouse(await fresh());
    const { house, clock } = home;
    const begun: (() => void)[] = [];
    const avatar = () => new Promise<Picture>((resolve) => void begun.push(() => resolve(SVG)));
    const { id } = await aKeeper(home);
    const drawing = [];
    for (let turns = 1; turns <= 3; turns += 1) {
      drawing.push(runPictureJob({ ...house, pictures: { ...ownArtist, avatar } }, WORDS));
      await expect.poll(() => begun).toHaveLength(turns);
      clock.forward('6h');
    }
    begun[first]?.();
    expect(await drawing[first]).toEqual({ kind: 'drawn' });
    expect(await findPicture(house.store, id, 'avatar')).toBeDefined();
    for (const finish of begun) finish();
    const kinds = (await Promise.all(drawing)).map(({ kind }) => kind);
    expect(kinds).toEqual([0, 1, 2].map((worker) => (worker === first ? 'drawn' : 'overtaken')));
    await expectInOrder(house);
  });
});

test('shutdown during a drawing is no failure: the order stays for the next worker', async () => {
  const home = await aPlainHouse(await anyStore());
  await aKeeper(home);
  const avatar = () => Promise.reject(new PictureError('the house closed meanwhile', { retry: true }));
  const interrupted = { ...home.house, pictures: { ...ownArtist, avatar } };
  for (let restarts = 0; restarts < 6; restarts += 1) {
    const outcome = await runPictureJob(interrupted, WORDS, AbortSignal.abort());
    expect(outcome).toMatchObject({ kind: 'failed', givenUp: false });
    home.clock.forward('10s');
  }
  expect(await drawAll(home)).toEqual(['drawn']);
});

test('a failing service is tried five times with growing delays, and the old picture stays', async () => {
  let away = false;
  const { home, asked } = await aServedHouse(await anyStore(), () => (away ? FAILURE : SVG));
  const wren = await aKeeper(home);
  const id = await wren.hatch(HOUSECAT);
  await drawAll(home);
  away = true;
  home.clock.forward('24h');
  expect((await wren.status()).body).toHaveProperty('milestone.portrait_note');
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

test('a permanent refusal is given up at once and announced no more, and Retry-After is respected', async () => {
  let answer: Picture | PictureError = SVG;
  const { home, asked } = await aServedHouse(await anyStore(), () => answer);
  const wren = await aKeeper(home);
  await wren.hatch();
  await drawAll(home);
  answer = new PictureError('it will not draw that', { retry: false });
  home.clock.forward('24h');
  // It grew before its keeper looked.
  await wren.history();
  asked.length = 0;
  expect(await drawAll(home)).toEqual(['failed']);
  const { body } = await wren.status();
  expect(body).toHaveProperty('milestone.stage', 'child');
  expect(body).not.toHaveProperty('milestone.portrait_note');
  home.clock.forward('10h');
  await drawAll(home);
  expect(asked).toHaveLength(1);
  answer = busyFor(HOUR);
  await aKeeper(home, 'robin');
  await drawAll(home);
  home.clock.forward('59m');
  expect(await drawAll(home)).toEqual([]);
  home.clock.forward('1m');
  expect(await drawAll(home)).toEqual(['failed']);
});

test('a service that draws five a minute draws them all in the end, however many wait', async () => {
  let left = 5;
  const { home } = await aServedHouse(await anyStore(), () => (left-- > 0 ? SVG : busyFor(MINUTE)));
  for (let agents = 0; agents < 40; agents += 1) await aKeeper(home, `agent-${agents}`);
  for (let minutes = 0; minutes < 20; minutes += 1) {
    await drawAll(home);
    home.clock.forward('1m');
    left = 5;
  }
  expect(await pictureQueue(home.house.store)).toEqual({ waiting: 0, givenUp: 0 });
});

test('a picture counts once against the daily share of its agent, however often the service fails, and not if the built-in artist draws it', async () => {
  const answers = [busyFor(MINUTE / 2), FAILURE];
  const limits = { perAgentDaily: 2, daily: 2 };
  const { home, asked } = await aServedHouse(await anyStore(), () => answers.shift() ?? SVG, limits);
  const wren = await aKeeper(home);
  for (const later of ['31s', '3m', '0s']) {
    await drawAll(home);
    home.clock.forward(later);
  }
  expect(asked).toEqual(['wren', 'wren', 'wren']);
  const bo = await aKeeper(home, 'bo');
  await drawAll(home);
  expect(asked.at(-1)).toBe('bo');
  // The budget is used up: the built-in artist draws free of charge.
  await bo.hatch(HOUSECAT);
  await killWorker(home, 'crashed');
  home.clock.forward('11m');
  expect(await drawAll(home)).toEqual(['drawn']);
  const query = { text: 'select used from picture_quotas where agent_id = $1', columns: ['used'] };
  for (const { id } of [wren, bo]) expect(await home.house.store.one(query, [id])).toEqual({ used: 1 });
  expect(asked).toHaveLength(4);
});
