import { execFile } from 'node:child_process';
import { readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';

import { drawAvatar } from '../../packages/artist/avatar.ts';
import { recognizePicture } from '../../src/outside/images-api.ts';
import { RasterizeError, openRasterizer, startWorker } from '../../src/outside/rasterizer.ts';
import { aFolder } from '../program/arkhouse.ts';

const CARD =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"><rect width="600" height="630"/></svg>';

/** A fake thread: replies with the name of the drawing, or misbehaves as the name says. */
function fakeThread(): Worker {
  return new Worker(
    `
    const { parentPort } = require('node:worker_threads');
    parentPort.on('message', ({ svg }) => {
      if (svg === 'the end') process.exit(7);
      if (svg === 'a throw') throw new Error('thrown');
      if (svg === 'a hang') for (;;);
      if (svg === 'a failure') return parentPort.postMessage({ failure: 'failed' });
      parentPort.postMessage({ png: Buffer.from(svg) });
    });`,
    { eval: true },
  );
}

type Settings = NonNullable<Parameters<typeof openRasterizer>[0]>;

function withPress(settings: Settings = {}) {
  const start = vi.fn<() => Worker>(settings.start ?? startWorker);
  const press = openRasterizer({ ...settings, start });
  onTestFinished(() => press.close());
  return { press, start };
}

const withFake = (settings: Settings = {}) => withPress({ start: fakeThread, ...settings });
const name = async (png: Promise<Uint8Array>) => Buffer.from(await png).toString();

test('a picture drawn before comes from disk after a restart, until it is old or forgotten; without a folder it is drawn', async () => {
  const dataDir = aFolder();
  const first = withFake({ dataDir });
  await first.press.rasterize('fox', 8);
  const second = withFake({ dataDir });
  expect(await name(second.press.rasterize('fox', 8))).toBe('fox');
  expect(second.start).not.toHaveBeenCalled();
  expect(await name(second.press.rasterize('owl', 8))).toBe('owl');
  await second.press.forget();
  const third = withFake({ dataDir });
  await third.press.rasterize('fox', 8);
  expect(third.start).toHaveBeenCalledOnce();
  // Those a day older than the newest are deleted.
  const [old = ''] = await readdir(join(dataDir, 'png'));
  const twoDaysAgo = (await stat(join(dataDir, 'png', old))).mtimeMs / 1000 - 2 * 86_400;
  await utimes(join(dataDir, 'png', old), twoDaysAgo, twoDaysAgo);
  await withFake({ dataDir }).press.rasterize('owl', 8);
  expect(await readdir(join(dataDir, 'png'))).not.toContain(old);
  const { press } = withFake({ dataDir: '/dev/null' });
  expect(await name(press.rasterize('fox', 8))).toBe('fox');
});

test('one thread renders all drawings, started with the first; invalid drawings and widths fail alone', async () => {
  const { press, start } = withPress();
  expect(start).not.toHaveBeenCalled();
  const [fox, again, owl] = await Promise.all(
    ['fox', 'fox', 'owl'].map((words) => press.rasterize(drawAvatar({ seed: 7, words }), 64)),
  );
  expect(again).toEqual(fox);
  expect(owl).not.toEqual(fox);
  await expect(press.rasterize('<html>', 64)).rejects.toThrow(RasterizeError);
  for (const widthPx of [0, -1, 1.5, 5000, Number.NaN])
    await expect(press.rasterize(CARD, widthPx), `${widthPx}`).rejects.toThrow(RasterizeError);
  expect(await press.rasterize(CARD, 64)).toBeInstanceOf(Uint8Array);
  expect(start).toHaveBeenCalledOnce();
});

test('a drawing becomes a PNG of the requested width, in its own proportions, without system fonts', async () => {
  const { press } = withPress();
  const text = CARD.replace('<rect', '<text y="300" font-size="200" font-family="sans-serif">Mo</text><rect');
  const png = Buffer.from(await press.rasterize(CARD, 400));
  expect(Buffer.from(await press.rasterize(text, 400))).toEqual(png);
  expect(recognizePicture(png).type).toBe('image/png');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([400, 210]);
});

test('drawings are rendered in order, each with its own result', async () => {
  const { press } = withFake();
  const done: string[] = [];
  const names = ['a', 'a failure', 'b'];
  const draw = (each: string) => name(press.rasterize(each, 64).finally(() => done.push(each)));
  const settled = await Promise.allSettled(names.map(draw));
  expect(settled).toMatchObject([{ value: 'a' }, { status: 'rejected' }, { value: 'b' }]);
  expect(done).toEqual(names);
});

test.each(['the end', 'a throw'])('after %s of a thread the next drawing has a new one', async (death) => {
  const { press, start } = withFake();
  const [before, dead, next] = await Promise.allSettled(
    ['before', death, 'next'].map((each) => name(press.rasterize(each, 64))),
  );
  expect([before, next]).toMatchObject([{ value: 'before' }, { value: 'next' }]);
  expect(dead).toMatchObject({ reason: expect.any(RasterizeError) });
  expect(start).toHaveBeenCalledTimes(2);
});

test('a thread that hangs over a drawing is ended, and the next drawing has a new one', async () => {
  const { press, start } = withFake({ patienceMs: 1000 });
  // The second thread may take longer than a second to start: only the first one runs out of time.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const drawn = Promise.allSettled(['a hang', 'next'].map((each) => name(press.rasterize(each, 64))));
  await vi.advanceTimersByTimeAsync(1000);
  expect(await drawn).toMatchObject([{ reason: { message: 'the press hung' } }, { value: 'next' }]);
  expect(start).toHaveBeenCalledTimes(2);
});

test('with a full queue further drawings are refused at once', async () => {
  const { press } = withFake({ mostWaiting: 2 });
  const waiting = ['in hand', 'first', 'second'].map((each) => name(press.rasterize(each, 64)));
  await expect(press.rasterize('third', 64)).rejects.toThrow('too many wait for the press');
  expect(await Promise.all(waiting)).toEqual(['in hand', 'first', 'second']);
  expect(await name(press.rasterize('later', 64))).toBe('later');
});

test('closing the rasterizer rejects waiting drawings at once and refuses later ones', async () => {
  const { press } = withFake();
  const pending = Promise.allSettled(['a hang', 'behind it'].map((each) => press.rasterize(each, 64)));
  await press.close();
  expect((await pending).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(press.rasterize('late', 64)).rejects.toThrow('the press is closed');
  await press.close();
});

test('an open rasterizer does not keep the process alive', async () => {
  const { href } = new URL('../../src/outside/rasterizer.ts', import.meta.url);
  const program = `import('${href}')
    .then(({ openRasterizer }) => openRasterizer().rasterize('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>', 8))
    .then((png) => process.stdout.write(String(png.length > 50)));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--eval', program], { timeout: 25_000 });
  expect(stdout).toBe('true');
});

test('a thread that could not be started is started for the next drawing', async () => {
  let threads = 'none left';
  const start = () => {
    if (threads === 'none left') throw new Error('ERR_WORKER_INIT_FAILED');
    return fakeThread();
  };
  const { press } = withPress({ start });
  const lost = await Promise.allSettled(['fox', 'owl'].map((svg) => press.rasterize(svg, 64)));
  for (const end of lost) expect(end).toMatchObject({ reason: expect.any(RasterizeError) });
  threads = 'some';
  expect(await name(press.rasterize('fox', 64))).toBe('fox');
});
