import { createHouseClient, RefusedError, type Transport } from '../client/client.ts';
import {
  readPendingRegistration,
  readKeyFile,
  writeKeyFile,
  type PendingRegistration,
  type SavedKey,
} from '../client/key-file.ts';
import { savingRegistrations } from '../client/registration.ts';
import { refusalSentence } from './diary-words.ts';
import { KeeperError, type KeeperHost } from './keeper-context.ts';

/** Who a keeper is to be, and where; what is not said is what the key file says, or the usual. */
export interface KeeperIdentity {
  readonly keyFile: string;
  readonly baseUrl?: string | undefined;
  readonly username?: string | undefined;
  readonly timezone?: string | undefined;
}

const DEFAULT_BASE_URL = 'http://127.0.0.1:3000';

/** Where the house is: as the key file says, or as was asked where there is none yet. */
export async function resolveBaseUrl({ keyFile, baseUrl, username }: KeeperIdentity): Promise<string> {
  const known = (await readKeyFile(keyFile)) ?? (await readPendingRegistration(keyFile));
  if (!known) return new URL(baseUrl ?? DEFAULT_BASE_URL).origin;
  // A key is shown to nobody but the house that gave it.
  if (baseUrl !== undefined && new URL(baseUrl).origin !== new URL(known.baseUrl).origin)
    throw new KeeperError(
      `The key in ${keyFile} is for ${known.baseUrl}, not for ${baseUrl}. Name another --key-file for another house.`,
    );
  if (username !== undefined && username.toLowerCase() !== known.username)
    throw new KeeperError(
      `The key in ${keyFile} is that of ${known.username}, not of ${username}. Name another --key-file for another keeper.`,
    );
  return known.baseUrl;
}

/** The key that was kept, or a new one. */
export async function ensureRegistered(
  identity: KeeperIdentity,
  baseUrl: string,
  send: Transport,
  host: KeeperHost,
): Promise<{ readonly saved: SavedKey; readonly isNew: boolean }> {
  const { keyFile: file, timezone } = identity;
  const kept = await readKeyFile(file);
  if (kept) return { saved: kept, isNew: false };
  const pending = await readPendingRegistration(file);
  const wanted = pending?.username ?? identity.username ?? `keeper-${host.randomId().slice(0, 8)}`;
  const username = wanted.toLowerCase();
  const write = async (begun: PendingRegistration) => {
    await writeKeyFile(file, begun);
    return true;
  };
  const house = createHouseClient(savingRegistrations(send, { file, baseUrl, write }));
  try {
    const { agent, your_token: key } = await house.registerAgent({
      body: { username, ...(timezone !== undefined && { timezone }) },
      idempotencyKey: host.randomId(),
    });
    const saved = { baseUrl, username: agent.username, key };
    await writeKeyFile(file, saved);
    return { saved, isNew: true };
  } catch (refused) {
    if (!(refused instanceof RefusedError) || !refused.isFinal) throw refused;
    throw new KeeperError(`The house did not take in ${username}: ${refusalSentence(refused.problem)}`);
  }
}
