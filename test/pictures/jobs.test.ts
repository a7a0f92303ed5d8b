import { expect, onTestFinished, test } from 'vitest';

import { runPictureJob } from '../../src/features/drawing/picture-job.ts';
import { startDrawingPictures } from '../../src/app/jobs.ts';
import { openLog } from '../../src/app/log.ts';
import { imagesApi } from '../../src/outside/images-api.ts';
import { aKeeper, aPlainHouse, of } from '../support/asking.ts';
import { freePort } from '../support/local-server.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { fakeImages, pictureQueue, says, silent, WORDS, type Answering } from './fake-images.ts';
import { png } from './samples.ts';

async function aDrawnHouse(url: string) {
  const api = { url, key: 'k', model: 'dauber-2', perAgentDaily: 50 };
  const pictures = imagesApi(api, { timeoutMs: 20_000, mostBytes: 256 * 1024 });
  return aPlainHouse(await anyStore(), { house: { pictures } });
}

test("a drawn picture is served from our own URL, and the order has the keeper's words", async () => {
  const service = await fakeImages();
  const home = await aDrawnHouse(service.url);
  const wren = await aKeeper(home, 'wren', { avatar_url: 'https://elsewhere.example/me.png' });
  const id = await wren.hatch({ image_prompt: 'a fox of glass' });
  expect(await runPictureJob(home.house, WORDS)).toEqual({ kind: 'drawn' });
  expect(String(service.asked[0]?.body['prompt'])).toContain('a fox of glass');
  const path = `/pictures/${id}/baby.png`;
  expect(of(await wren.status(), 'creature', 'image_url')).toBe(`http://127.0.0.1:3000${path}`);
  const { rawPayload, headers } = await home.app.inject({ url: path });
  expect(headers['content-type']).toBe('image/png');
  expect(rawPayload.equals(png())).toBe(true);
});

test('an unreachable service postpones the order and is not taken for an unreachable database', async () => {
  const home = await aDrawnHouse(`http://127.0.0.1:${await freePort()}/v1`);
  await aKeeper(home);
  for (const givenUp of [false, false, false, false, true]) {
    expect(await runPictureJob(home.house, WORDS)).toMatchObject({ kind: 'failed', givenUp });
    home.clock.forward('1h');
  }
  expect(await runPictureJob(home.house, WORDS)).toEqual({ kind: 'idle' });
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

test('an order that arrives during another drawing is drawn in parallel', async () => {
  const { service, home, drawing } = await aQueue(silent, 0);
  for (let agents = 1; agents <= 3; agents += 1) {
    await aKeeper(home, `agent-${agents}`);
    drawing.begin();
    await expect.poll(() => service.asked).toHaveLength(agents);
  }
});

test('after a failed picture the next is drawn at once, unless the service sent Retry-After', async () => {
  const { service, drawing } = await aQueue(says('no', 500), 6);
  drawing.begin();
  await expect.poll(() => service.asked).toHaveLength(6);
});

test('Retry-After of a service pauses all orders', async () => {
  const { service, home, drawing } = await aQueue(says('', 429, { 'retry-after': '60' }), 12);
  drawing.begin();
  await expect.poll(() => service.asked.length).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await drawing.stop();
  expect(service.asked.length).toBeLessThanOrEqual(4);
  expect(await pictureQueue(home.house.store)).toEqual({ waiting: 12, givenUp: 0 });
});
