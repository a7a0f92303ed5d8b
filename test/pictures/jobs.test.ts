import { expect, onTestFinished, test, vi } from 'vitest';

import { runPictureJob } from '../../src/features/pictures/picture-job.ts';
import { startDrawingPictures } from '../../src/jobs/jobs.ts';
import { openLog } from '../../src/log.ts';
import { imagesApi } from '../../src/outside/images-api.ts';
import { findPicture } from '../../src/features/pictures/pictures.store.ts';
import { avatarPrompt, portraitPrompt } from '../../src/text/pages/picture-prompts.ts';
import { aKeeper, aPlainHouse, of } from '../support/asking.ts';
import { anyStore } from '../support/stores/any-store.ts';
import {
  canary,
  endless,
  fakeImages,
  freePort,
  pictureQueue,
  says,
  sendsAddress,
  sendsBase64,
  silent,
  type Answering,
} from './fake-images.ts';
import { png } from './samples.ts';

const WORDS = { portrait: portraitPrompt, avatar: avatarPrompt };
/** Longer than a slow machine takes; and for a service that never answers. */
const [PATIENT_MS, IMPATIENT_MS] = [20_000, 2000];
const HTML = '<!doctype html><script>alert(1)</script>';

/** A house that has its pictures drawn by a service at this address. */
async function aDrawnHouse(url: string, timeoutMs = PATIENT_MS) {
  const api = { url, key: 'k', model: 'dauber-2', perAgentDaily: 50 };
  const pictures = imagesApi(api, { timeoutMs, mostBytes: 256 * 1024 });
  return aPlainHouse(await anyStore(), { house: { pictures } });
}

/** A service with an image service, and a creature with its first portrait. */
async function aGallery(timeoutMs = PATIENT_MS) {
  const service = await fakeImages();
  const home = await aDrawnHouse(service.url, timeoutMs);
  const wren = await aKeeper(home, 'wren', { avatar_url: 'https://elsewhere.example/me.png' });
  const id = await wren.hatch({ image_prompt: 'a fox of glass' });
  const draw = async () => runPictureJob(home.house, WORDS);
  return { ...home, service, wren, id, draw };
}

test("a drawn picture is served from our own URL, and the order has the keeper's words", async () => {
  const { service, app, wren, id, draw } = await aGallery();
  expect(await draw()).toEqual({ kind: 'drawn' });
  expect(String(service.asked[0]?.body['prompt'])).toContain('a fox of glass');
  const path = `/pictures/${id}/baby.png`;
  expect(of(await wren.status(), 'creature', 'image_url')).toBe(`http://127.0.0.1:3000${path}`);
  const { rawPayload, headers } = await app.inject({ url: path });
  expect(headers['content-type']).toBe('image/png');
  expect(rawPayload.equals(png())).toBe(true);
});

test.each([
  ['fails', 'failed', says('no', 500)],
  ['hangs', 'failed', silent],
  ['refuses', 'given up', says('{"error":{"code":"content_policy_violation"}}', 400)],
  ['sends a page', 'failed', says(HTML)],
  ['sends a page for a picture', 'given up', sendsBase64(Buffer.from(HTML))],
  ['sends without end', 'given up', endless('{"data":[{"b64_json":"').how],
  ['sends one on to loopback', 'given up', says('', 302, { location: 'http://127.0.0.1:9/' })],
] as const)('when a service %s, the portrait before stays and the order is %s', async (_, end, how) => {
  const { service, house, clock, wren, id, draw } = await aGallery(
    how === silent ? IMPATIENT_MS : PATIENT_MS,
  );
  await draw();
  const before = await findPicture(house.store, id, 'baby');
  service.answer(how);
  clock.forward('24h');
  await wren.status();
  expect(await draw()).toMatchObject({ kind: 'failed', givenUp: end === 'given up' });
  expect(await pictureQueue(house.store)).toEqual(
    end === 'given up' ? { waiting: 0, givenUp: 1 } : { waiting: 1, givenUp: 0 },
  );
  expect(String(of(await wren.status(), 'creature', 'image_url'))).toContain(`/pictures/${id}/baby.png`);
  expect(await findPicture(house.store, id, 'baby')).toEqual(before);
  expect(await findPicture(house.store, id, 'child')).toBeUndefined();
});

test('a service that is not there is no database that is not there: the order is put off like any other', async () => {
  const home = await aDrawnHouse(`http://127.0.0.1:${await freePort()}/v1`);
  await aKeeper(home);
  for (const givenUp of [false, false, false, false, true]) {
    expect(await runPictureJob(home.house, WORDS)).toMatchObject({ kind: 'failed', givenUp });
    home.clock.forward('1h');
  }
  expect(await runPictureJob(home.house, WORDS)).toEqual({ kind: 'idle' });
});

test('a URL inside our own network from a service is not fetched', async () => {
  const { port, visits } = await canary();
  const { service, draw } = await aGallery();
  service.answer(sendsAddress(`http://127.0.0.1:${port}/picture.png`));
  expect(await draw()).toMatchObject({ kind: 'failed', givenUp: true });
  service.answer(sendsAddress());
  service.serve((response) => says('', 302, { location: `http://127.0.0.1:${port}/` })(response));
  await draw();
  expect(visits()).toBe(0);
});

test('addresses that agents give are shown and never fetched', async () => {
  const service = await fakeImages();
  const home = await aDrawnHouse(service.url);
  const given = 'https://pictures.example.com/me.png';
  const wren = await aKeeper(home, 'wren', { avatar_url: given });
  await wren.hatch({ image_url: given });
  expect(await runPictureJob(home.house, WORDS)).toEqual({ kind: 'idle' });
  expect(of(await wren.status(), 'creature', 'image_url')).toBe(given);
  expect([service.asked.length, service.fetched.length]).toEqual([0, 0]);
});

/** A house with this many orders for a service that answers so, and the job that draws them. */
async function aQueue(answer: Answering, orders: number) {
  const service = await fakeImages();
  service.answer(answer);
  const home = await aDrawnHouse(service.url);
  for (let agents = 0; agents < orders; agents += 1) await aKeeper(home, `agent-${agents}`);
  const drawing = startDrawingPictures(home.house, openLog('silent'));
  onTestFinished(() => drawing.stop());
  return { service, home, drawing };
}

test('an order that comes while a service is at another is taken up by a free hand', async () => {
  const { service, home, drawing } = await aQueue(silent, 0);
  for (let agents = 1; agents <= 3; agents += 1) {
    await aKeeper(home, `agent-${agents}`);
    drawing.begin();
    await vi.waitFor(() => expect(service.asked).toHaveLength(agents), 5000);
  }
});

test('after a picture that failed the next is drawn at once: only a service that asks for rest gets any', async () => {
  const { service, drawing } = await aQueue(says('no', 500), 6);
  drawing.begin();
  await vi.waitFor(() => expect(service.asked).toHaveLength(6), 20_000);
});

test('Retry-After of a service pauses all orders', async () => {
  const { service, home, drawing } = await aQueue(says('', 429, { 'retry-after': '60' }), 12);
  drawing.begin();
  await vi.waitFor(() => expect(service.asked.length).toBeGreaterThan(0), 5000);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await drawing.stop();
  expect(service.asked.length).toBeLessThanOrEqual(4);
  expect(await pictureQueue(home.house.store)).toEqual({ waiting: 12, givenUp: 0 });
});
