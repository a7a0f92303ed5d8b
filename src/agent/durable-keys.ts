import type { PendingRegistration } from '../client/key-file.ts';
import { savingRegistrations } from '../client/registration.ts';
import { withIdempotencyKey } from '../client/retry.ts';
import { ROUTES } from '../contract/routes.ts';
import type { Transport } from '../contract/server/client.ts';
import { systemRandom } from '../outside/engine/random.ts';
import { tryWriteKeyFile, type KeyRing } from './key-ring.ts';

/** Sends so that no key gets lost: what gives out a key is repeated under one idempotency key until its answer has come. */
export function withDurableKeys(send: Transport, { file, baseUrl }: KeyRing): Transport {
  // Where nothing can be written down, the key is told to the caller.
  const write = (pending: PendingRegistration) => tryWriteKeyFile(file, pending);
  return savingRegistrations(resumingRotations(send), { file, baseUrl, write });
}

/** A rotation whose answer got lost is asked for again: the old key opens nothing else any more. */
function resumingRotations(send: Transport): Transport {
  const { method, path } = ROUTES.rotateApiKey;
  let unanswered: string | undefined;
  return async (request) => {
    if (request.method !== method || request.path !== path) return send(request);
    unanswered ??= request.headers['idempotency-key'] ?? systemRandom.id();
    const answer = await send(withIdempotencyKey(request, unanswered));
    unanswered = undefined;
    return answer;
  };
}
