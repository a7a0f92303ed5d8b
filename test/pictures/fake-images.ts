import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { expect } from 'vitest';

import type { Db } from '../../packages/database/db.ts';
import { avatarPrompt, portraitPrompt } from '../../src/text/pages/picture-prompts.ts';
import { runPictureJob } from '../../src/features/drawing/picture-job.ts';
import { readQueueDepths } from '../../src/features/tallies/tallies.store.ts';
import { imagesApi, type ImagesApiLimits } from '../../src/outside/images-api.ts';
import { PictureError } from '../../src/outside/picture-maker.ts';
import type { TestHouse } from '../support/house.ts';
import { localServer, openUntilTestEnds, sendJson } from '../support/local-server.ts';
import { png } from './samples.ts';

type Asked = Readonly<Record<'path' | 'authorization', string | undefined>> & {
  readonly body: Readonly<Record<string, unknown>>;
};

export type Answering = (response: ServerResponse, asked: Asked, origin: string) => void;
export type Serving = (response: ServerResponse) => void;

/** A service on loopback that draws as OpenAI's does, or misbehaves as it is told to. */
export async function fakeImages() {
  const asked: Asked[] = [];
  const fetched: IncomingMessage[] = [];
  let answering: Answering = sendsBase64();
  let serving: Serving = serves(png());
  const { url: origin } = await localServer(async (request, body, response) => {
    if (request.method !== 'POST') {
      fetched.push(request);
      return serving(response);
    }
    const { authorization } = request.headers;
    const order = { path: request.url, authorization, body: JSON.parse(body) as Asked['body'] };
    asked.push(order);
    answering(response, order, origin);
  });
  const answer = (how: Answering) => void (answering = how);
  const serve = (how: Serving) => void (serving = how);
  return { origin, url: `${origin}/v1`, asked, fetched, answer, serve };
}

export const sendsBase64 =
  (bytes: Uint8Array | string = png()): Answering =>
  (response) =>
    sendJson(response, 200, {
      data: [{ b64_json: typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('base64') }],
    });

/** An address instead of a picture; one of its own when only a path is given. */
export const sendsAddress =
  (address = '/drawn.png'): Answering =>
  (response, _, origin) =>
    sendJson(response, 200, { data: [{ url: address.startsWith('/') ? origin + address : address }] });

export const says =
  (body: string, status = 200, headers: Readonly<Record<string, string>> = {}): Answering & Serving =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end(body);

export const serves =
  (bytes: Uint8Array | string, type = 'image/png'): Serving =>
  (response) =>
    void response.writeHead(200, { 'content-type': type }).end(bytes);

export const silent: Answering & Serving = () => undefined;

/** Sends without end until the connection closes. */
export function endless(begin: Uint8Array | string) {
  const told = { bytes: 0, ended: false };
  const how: Answering & Serving = (response: ServerResponse) => {
    const part = Buffer.alloc(64 * 1024, 0x20);
    response.on('close', () => (told.ended = true));
    response.on('error', () => undefined);
    response.writeHead(200, { 'content-type': 'image/png' }).write(begin);
    const more = () => {
      if (told.ended) return;
      told.bytes += part.length;
      if (response.write(part)) setImmediate(more);
      else response.once('drain', more);
    };
    more();
  };
  return { how, told };
}

/** A server on every local address that must not be contacted, and its number of requests. */
export async function canary() {
  let visits = 0;
  const server = createTcpServer((socket) => {
    visits += 1;
    socket.destroy();
  });
  return { port: await openUntilTestEnds(server, '::'), visits: () => visits };
}

// Long enough for a noisy machine; timeout tests set a shorter one.
const LIMITS: ImagesApiLimits = { timeoutMs: 20_000, mostBytes: 256 * 1024 };
export const KEY = 'hush-hush-7';

/** A service whose pictures come from a fake image service on loopback. */
export async function withService(limits: Partial<ImagesApiLimits> = {}) {
  const service = await fakeImages();
  const api = { url: service.url, key: KEY, model: 'dauber-2', perAgentDaily: 3 };
  const pictures = imagesApi(api, { ...LIMITS, ...limits });
  const order = { sitter: { seed: 1, words: 'fox' }, prompt: 'A fox in a scarf.' };
  return { service, pictures, ask: (closing?: AbortSignal) => pictures.avatar(order, closing) };
}

export async function whyNot(drawing: Promise<unknown>): Promise<PictureError> {
  const error = await drawing.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PictureError);
  return error as PictureError;
}

export const WORDS = { portrait: portraitPrompt, avatar: avatarPrompt };

/** Draws all pictures that are due, and returns how each attempt ended. */
export async function drawAll({ house }: Pick<TestHouse, 'house'>): Promise<string[]> {
  const kinds = [];
  for (;;) {
    const { kind } = await runPictureJob(house, WORDS);
    if (kind === 'idle') return kinds;
    kinds.push(kind);
  }
}

/** Number of pictures that are queued, and that were given up. */
export async function pictureQueue(db: Db): Promise<{ waiting: number; givenUp: number }> {
  const depths = new Map((await readQueueDepths(db, 0)).map(({ name, waiting }) => [name, waiting]));
  return { waiting: depths.get('pictures_waiting') ?? 0, givenUp: depths.get('pictures_given_up') ?? 0 };
}
