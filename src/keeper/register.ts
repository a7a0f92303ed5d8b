import { rm } from 'node:fs/promises';

import { RefusedError, type Client } from '../client/client.ts';
import {
  readPendingRegistration,
  readKeyFile,
  writeKeyFile,
  type PendingRegistration,
  type SavedKey,
} from '../client/key-file.ts';
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

/** The key that was kept, or a new one. A registration is written down before it is sent: its answer can then be asked for again. */
export async function ensureRegistered(
  identity: KeeperIdentity,
  baseUrl: string,
  house: Client,
  world: KeeperHost,
): Promise<{ readonly saved: SavedKey; readonly isNew: boolean }> {
  const kept = await readKeyFile(identity.keyFile);
  if (kept) return { saved: kept, isNew: false };
  const begun =
    (await readPendingRegistration(identity.keyFile)) ?? newRegistration(identity, baseUrl, world);
  await writeKeyFile(identity.keyFile, begun);
  const { agent, your_token: key } = await register(house, begun, identity.keyFile);
  const saved = { baseUrl, username: agent.username, key };
  await writeKeyFile(identity.keyFile, saved);
  return { saved, isNew: true };
}

function newRegistration(
  { username, timezone }: KeeperIdentity,
  baseUrl: string,
  world: KeeperHost,
): PendingRegistration {
  const chosen = (username ?? `keeper-${world.randomId().slice(0, 8)}`).toLowerCase();
  return {
    baseUrl,
    username: chosen,
    registering: {
      idempotencyKey: world.randomId(),
      body: { username: chosen, ...(timezone !== undefined && { timezone }) },
    },
  };
}

async function register(house: Client, { username, registering }: PendingRegistration, keyFile: string) {
  const { idempotencyKey, body } = registering;
  try {
    return await house.registerAgent({ body: { ...body, username }, idempotencyKey });
  } catch (refused) {
    if (!(refused instanceof RefusedError) || !refused.isFinal) throw refused;
    // Nothing was begun after all, and the next try may be under another name.
    await rm(keyFile, { force: true });
    throw new KeeperError(`The house did not take in ${username}: ${refusalSentence(refused.problem)}`);
  }
}
