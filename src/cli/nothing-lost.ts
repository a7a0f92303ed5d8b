import { rm } from 'node:fs/promises';

import { isProblem, type Incoming, type Outgoing, type Send } from '../contract/client.ts';
import { readBegunRegistration, type BegunRegistration } from '../client/key-file.ts';
import type { Route } from '../contract/route.ts';
import { ROUTES } from '../contract/routes.ts';
import { trueChance } from '../outside/chance.ts';
import { isWritten, type KeyRing } from './key-ring.ts';

/** Sends so that no key gets lost: what gives out a key is repeated under the same word until its answer has come. */
export function losingNoKey(send: Send, ring: KeyRing): Send {
  const register = writtenDownFirst(send, ring);
  const rotate = underOneWord(send);
  return async (request) => {
    if (isFor(ROUTES.registerAgent, request)) return register(request);
    return isFor(ROUTES.rotateApiKey, request) ? rotate(request) : send(request);
  };
}

function isFor({ method, path }: Pick<Route, 'method' | 'path'>, request: Outgoing): boolean {
  return request.method === method && request.path === path;
}

/** A rotation whose answer got lost is asked for again: the old key opens nothing else any more. */
function underOneWord(send: Send): Send {
  let word: string | undefined;
  return async (request) => {
    word ??= request.headers['idempotency-key'] ?? trueChance.id();
    const answer = await send(withWord(request, word));
    word = undefined;
    return answer;
  };
}

/**
 * Writes every registration down before it is sent. Should its answer get lost, the next one under the same name is sent
 * exactly like it, and is told the same key.
 */
function writtenDownFirst(send: Send, { file, baseUrl }: KeyRing): Send {
  return async (request) => {
    const begun = await resumed(file, baseUrl, request);
    if (!begun) return send(request);
    const { idempotencyKey, body } = begun.registering;
    const answer = await send({ ...withWord(request, idempotencyKey), body: JSON.stringify(body) });
    // Nothing was begun after all, and the next try may say something else.
    if (wasRefused(answer)) await rm(file, { force: true });
    return answer;
  };
}

function withWord(request: Outgoing, word: string): Outgoing {
  return { ...request, headers: { ...request.headers, 'idempotency-key': word } };
}

async function resumed(
  file: string,
  baseUrl: string,
  request: Outgoing,
): Promise<BegunRegistration | undefined> {
  const body = bodyOf(request);
  const { username } = body;
  // What has no name is refused, and leaves nothing behind.
  if (typeof username !== 'string' || username === '') return undefined;
  const earlier = await readBegunRegistration(file);
  if (earlier && earlier.username === username.toLowerCase() && earlier.baseUrl === baseUrl) return earlier;
  const idempotencyKey = request.headers['idempotency-key'] ?? trueChance.id();
  const begun = { baseUrl, username: username.toLowerCase(), registering: { idempotencyKey, body } };
  // Where nothing can be written down, it is sent all the same, and its key told to the caller.
  return (await isWritten(file, begun)) ? begun : undefined;
}

function bodyOf({ body = '{}' }: Outgoing): Record<string, unknown> {
  // Written by the client, from an object.
  return JSON.parse(body) as Record<string, unknown>;
}

function wasRefused({ status, body }: Incoming): boolean {
  return status >= 400 && status < 500 && isProblem(body) && body.retry_after_seconds === undefined;
}
