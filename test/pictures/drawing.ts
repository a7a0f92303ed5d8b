import { expect } from 'vitest';

import { imagesApi, type ImagesApiLimits } from '../../src/outside/images-api.ts';
import { PictureError, type PictureMaker } from '../../src/outside/picture-maker.ts';
import { fakeImages } from './fake-images.ts';

// Long enough for a noisy machine; timeout tests set a shorter one.
const LIMITS: ImagesApiLimits = { timeoutMs: 20_000, mostBytes: 256 * 1024 };
export const KEY = 'hush-hush-7';

/** A service whose pictures come from a fake image service on loopback. */
export async function withService(limits: Partial<ImagesApiLimits> = {}) {
  const service = await fakeImages();
  const api = { url: service.url, key: KEY, model: 'dauber-2', perAgentDaily: 3 };
  const pictures = imagesApi(api, { ...LIMITS, ...limits });
  return { service, pictures, ask: (closing?: AbortSignal) => ask(pictures, closing) };
}

function ask(pictures: PictureMaker, closing?: AbortSignal) {
  return pictures.avatar({ sitter: { seed: 1, words: 'fox' }, prompt: 'A fox in a scarf.' }, closing);
}

/** Why no picture came of it. */
export async function whyNot(drawing: Promise<unknown>): Promise<PictureError> {
  const error = await drawing.then(
    () => new Error('a picture came of it'),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(PictureError);
  return error as PictureError;
}
