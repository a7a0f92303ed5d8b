import type { PendingRegistration } from '../client/key-file.ts';
import { savingRegistrations } from '../client/registration.ts';
import { withIdempotencyKey } from '../client/retry.ts';
import { ROUTES } from '../contract/routes.ts';
import type { Transport } from '../contract/server/client.ts';
import { systemRandom } from '../outside/engine/random.ts';
import { tryWriteKeyFile, type KeyRing } from './key-ring.ts';

/**
 * Repeats what gives out a key under one idempotency key until its answer has come. The house answers for 10 minutes, to the
 * same address. After a change of network the key is lost.
 */
export function withDurableKeys(send: Transport, { file, baseUrl }: KeyRing): Transport {
  // Where nothing can be written down, the key is told to the caller.
  const write = (pending: PendingRegistration) => tryWriteKeyFile(file, pending);
  return savingRegistrations(resumingRotations(send), { file, baseUrl, write });
}

/** Asks again for a rotation whose answer got lost: the old key opens nothing else. */
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
