import { rm } from 'node:fs/promises';

import { isProblemBody, type Transport, type TransportRequest } from '../api/call.ts';
import { ROUTES } from '../api/routes.ts';
import { systemRandom } from '../outside/random.ts';
import { readPendingRegistration, type PendingRegistration } from './key-file.ts';
import { withIdempotencyKey } from './retry.ts';

interface RegistrationFile {
  readonly file: string;
  readonly baseUrl: string;
  /** Saves a pending registration; false when the file cannot be written: the registration is sent all the same. */
  readonly write: (pending: PendingRegistration) => Promise<boolean>;
}

/** Saves a registration before sending it: sent again within 10 minutes from the same IP address, it gets the same API key. */
export function savingRegistrations(send: Transport, where: RegistrationFile): Transport {
  const { method, path } = ROUTES.registerAgent;
  return async (request) => {
    if (request.method !== method || request.path !== path) return send(request);
    const pending = await beginOrResume(request, where);
    if (!pending) return send(request);
    const { idempotencyKey, body } = pending.registering;
    const answer = await send({ ...withIdempotencyKey(request, idempotencyKey), body: JSON.stringify(body) });
    // A pending registration that was refused for good is deleted: the next try may use another name.
    const problem = answer.status >= 400 && answer.status < 500 && isProblemBody(answer.body) && answer.body;
    if (problem && problem.retry_after_seconds === undefined) await rm(where.file, { force: true });
    return answer;
  };
}

async function beginOrResume(request: TransportRequest, { file, baseUrl, write }: RegistrationFile) {
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
