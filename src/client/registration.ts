import { rm } from 'node:fs/promises';

import { ROUTES } from '../api/routes.ts';
import {
  isProblemBody,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from '../api/client.ts';
import { systemRandom } from '../outside/random.ts';
import { readPendingRegistration, type PendingRegistration } from './key-file.ts';
import { withIdempotencyKey } from './retry.ts';

interface RegistrationFile {
  readonly file: string;
  readonly baseUrl: string;
  /** Saves a pending registration; false when the file cannot be written: the registration is sent all the same. */
  readonly write: (pending: PendingRegistration) => Promise<boolean>;
}

/**
 * Saves every registration before sending it. If its answer is lost, the next registration under the same name resends it with
 * the same Idempotency-Key; within 10 minutes and from the same IP address the server answers with the same API key.
 */
export function savingRegistrations(send: Transport, where: RegistrationFile): Transport {
  const { method, path } = ROUTES.registerAgent;
  return async (request) => {
    if (request.method !== method || request.path !== path) return send(request);
    const pending = await beginOrResume(request, where);
    if (!pending) return send(request);
    const { idempotencyKey, body } = pending.registering;
    const answer = await send({ ...withIdempotencyKey(request, idempotencyKey), body: JSON.stringify(body) });
    // A pending registration that was refused for good is deleted: the next try may use another name.
    if (isRefusedForGood(answer)) await rm(where.file, { force: true });
    return answer;
  };
}

async function beginOrResume(
  request: TransportRequest,
  { file, baseUrl, write }: RegistrationFile,
): Promise<PendingRegistration | undefined> {
  // The request body is the JSON of an object, written by the client.
  const body = JSON.parse(request.body ?? '{}') as Record<string, unknown>;
  // A registration without a username is not saved, since the server will refuse it.
  if (typeof body['username'] !== 'string' || body['username'] === '') return undefined;
  const username = body['username'].toLowerCase();
  const earlier = await readPendingRegistration(file);
  if (earlier?.username === username && earlier.baseUrl === baseUrl) return earlier;
  const idempotencyKey = request.headers['idempotency-key'] ?? systemRandom.id();
  const pending = { baseUrl, username, registering: { idempotencyKey, body } };
  return (await write(pending)) ? pending : undefined;
}

function isRefusedForGood({ status, body }: TransportResponse): boolean {
  return status >= 400 && status < 500 && isProblemBody(body) && body.retry_after_seconds === undefined;
}
