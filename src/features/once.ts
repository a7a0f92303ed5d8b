import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

import type { Transaction } from '../../packages/database/db.ts';
import type { CallingAgent } from '../rules/agents.ts';
import { DAY, MINUTE, type Instant } from '../rules/base/clock.ts';
import { ProblemError } from '../rules/problem.ts';
import type { Random } from '../outside/random.ts';
import type { BaseHouse } from './house.ts';
import { findReply, saveReply } from './once.store.ts';
import { type LockMode, retryOnConflict } from './retry.ts';

export interface IdempotentRequest {
  /** The Idempotency-Key header; without it no reply is stored. */
  readonly key: string | undefined;
  /** Namespace of Idempotency-Keys: the same key in another scope is another key. */
  readonly scope: string;
  /** The request's content: the same Idempotency-Key with other content is refused. */
  readonly content: unknown;
  readonly keepForMs: number;
  /** A secret of the caller that is part of the lookup, so that other callers learn nothing from a mismatch. */
  readonly proof?: string;
  /** True for a credential: decrypting it (and with a proof, finding it) takes the server's secret, which no backup has. */
  readonly holdsSecret?: true;
}

export interface AgentRequest {
  readonly agent: CallingAgent;
  readonly idempotencyKey?: string | undefined;
}

export interface IdempotentResult<T> {
  readonly value: T;
  readonly replayed: boolean;
}

/** How long a reply can be replayed that holds an API key or belongs to a revoked one. */
export const KEY_REPLAY_MS = 10 * MINUTE;

export function idempotentRequest(
  agent: RequestingAgent,
  key: string | undefined,
  content: unknown,
  keepForMs: number = DAY,
): IdempotentRequest {
  return { key, scope: agentScope(agent), content, keepForMs };
}

type RequestingAgent = Pick<CallingAgent, 'id' | 'sitter'>;

/** A sitter has a scope of its own: it is not told what the agent was. */
export function agentScope({ id, sitter }: RequestingAgent): string {
  return sitter ? `agent:${id} sitter:${sitter.id}` : `agent:${id}`;
}

interface Steps<Read, Facts, Reply> {
  /** Reads and checks before the transaction, anew in each attempt; may be slow. */
  readonly read?: (lock: LockMode) => Promise<Read>;
  /** Counts the request against a quota; by the first attempt only. */
  readonly count?: (read: Read) => Promise<void>;
  /** Writes in the transaction that also stores the reply; awaits nothing but `db`. */
  readonly write: (db: Transaction, read: Read) => Promise<Facts>;
  /** Builds the reply that is sent and stored; by default the facts are the reply. */
  readonly present?: (facts: Facts) => Reply;
  /** Runs after the commit; not for a replayed reply. */
  readonly after?: (facts: Facts) => void;
  /** Checks whether a failed commit took effect: the connection may have broken after the database committed. */
  readonly isCommitted?: (read: Read) => Promise<boolean>;
}

/** A replay is looked up before any work; on a version conflict the steps are run again with the creature locked. */
export async function once<Read, Facts, Reply = Facts>(
  house: BaseHouse,
  request: IdempotentRequest,
  now: Instant,
  steps: Steps<Read, Facts, Reply>,
): Promise<IdempotentResult<Reply>> {
  const earlier = await findReplay<Reply>(house, request, now);
  if (earlier) return earlier;
  try {
    return await retryOnConflict((lock) => attempt(house, request, now, steps, lock));
  } catch (error) {
    // A concurrent request with the same Idempotency-Key may have been first: its reply answers both.
    const twin = await findReplay<Reply>(house, request, now);
    if (twin) return twin;
    throw error;
  }
}

async function attempt<Read, Facts, Reply>(
  house: BaseHouse,
  request: IdempotentRequest,
  now: Instant,
  { read, count, write, present, after, isCommitted }: Steps<Read, Facts, Reply>,
  lock: LockMode,
): Promise<IdempotentResult<Reply>> {
  // Types: without `read`, `Read` is unknown; without `present`, `Reply` is `Facts`.
  const known = (await read?.(lock)) as Read;
  if (lock === 'optimistic') await count?.(known);
  let written: { readonly facts: Facts; readonly value: Reply } | undefined;
  const change = async (db: Transaction) => {
    const facts = await write(db, known);
    const value = present ? present(facts) : (facts as unknown as Reply);
    if (hasKey(request)) await storeReply(db, house, request, value, now);
    return (written = { facts, value });
  };
  const { facts, value } = await house.store.transaction(change).catch(async (error: unknown) => {
    if (written && (await isCommitted?.(known))) return written;
    throw error;
  });
  after?.(facts);
  return { value, replayed: false };
}

export async function findReplay<T>(
  house: Pick<BaseHouse, 'secret' | 'store'>,
  request: IdempotentRequest,
  now: Instant,
): Promise<IdempotentResult<T> | undefined> {
  if (!hasKey(request)) return undefined;
  const { keyHash, requestHash, keySource } = replyKeys(house, request);
  const found = await findReply(house.store, { scope: request.scope, keyHash, now });
  if (!found) return undefined;
  if (found.requestHash !== requestHash) throw new ProblemError('idempotency_mismatch');
  // The stored reply is a T, since it has the same Idempotency-Key and content.
  return { value: JSON.parse(decompressReply(decrypt(keySource, found.sealed))) as T, replayed: true };
}

type KeyedRequest = IdempotentRequest & { readonly key: string };

function hasKey(request: IdempotentRequest): request is KeyedRequest {
  return request.key !== undefined;
}

async function storeReply(
  db: Transaction,
  house: Pick<BaseHouse, 'random' | 'secret' | 'upgradeEndsAt'>,
  request: KeyedRequest,
  value: unknown,
  now: Instant,
): Promise<void> {
  const { scope, keepForMs } = request;
  const { keyHash, requestHash, keySource } = replyKeys(house, request);
  const text = JSON.stringify(value);
  // Replies are stored uncompressed during an upgrade: the previous version cannot read compressed ones.
  const plain = now < house.upgradeEndsAt ? Buffer.from(text) : compressReply(text);
  const sealed = encrypt(keySource, plain, house.random);
  const expiresAt = now + keepForMs;
  const isStored = await saveReply(db, { scope, keyHash, requestHash, sealed, expiresAt, now });
  if (!isStored) throw new ProblemError('idempotency_mismatch');
}

/**
 * Without a credential the hashes are those of version 1.0, so that nodes of both versions share replies during an upgrade.
 * With one the request hash differs in version 1.0 and under another server secret, which cannot decrypt it. With a proof the
 * key hash does not allow guessing the Idempotency-Key; without one it is the usual hash: one key stands for one request.
 */
function replyKeys(
  house: Pick<BaseHouse, 'secret'>,
  { key, proof, scope, content, holdsSecret }: KeyedRequest,
) {
  const word = `${key}\n${proof ?? ''}`;
  const asked = JSON.stringify(content);
  if (!holdsSecret)
    return { keyHash: sha256(key), requestHash: sha256(asked), keySource: { secret: word, purpose: scope } };
  const hmac = (text: string) => createHmac('sha256', house.secret).update(text).digest('hex');
  return {
    keyHash: proof === undefined ? sha256(key) : hmac(word),
    requestHash: hmac(asked),
    keySource: { secret: `${word}\n${house.secret}`, purpose: scope },
  };
}

function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What an encryption key is derived from; `purpose` keeps a secret from decrypting data of another purpose. */
interface KeySource {
  readonly secret: string;
  readonly purpose: string;
}

function encrypt(source: KeySource, plain: Uint8Array, random: Random): Uint8Array {
  const nonce = random.bytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(source), nonce);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

function decrypt(source: KeySource, encrypted: Uint8Array): Buffer {
  const bytes = Buffer.from(encrypted);
  const decipher = createDecipheriv(CIPHER, keyOf(source), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(body), decipher.final()]);
}

function keyOf({ secret, purpose }: KeySource): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, purpose, 'arkhouse sealed reply', 32));
}

// A reply to care has about 2.5 kB, three quarters of which are the same in every reply. Uncompressed ones begin as JSON.

/** The first byte of a stored reply that was compressed with the dictionary below. */
const COMPRESSED = 1;

/** Never change it: another dictionary needs another first byte. The likeliest words are last, as deflate prefers. */
const DICTIONARY = Buffer.from(
  [
    '"critical","past_window","early","late","on_time","effective","partial","wasted","sleep","medicine","clean","play","item":"',
    '{"creature":{"id":"","name":"","species":"","stage":"child","hunger":,"happiness":,"health":100,"trust":,"discipline":0,',
    '"mood":"happy","alive":true},"message":"","action_result":{"action":"feed","success":true,"changes":{"hunger":{"before":,',
    '"after":,"change":},"happiness":{"before":},"trust":},"effectiveness":"","timing":null,"message":"","care_log_entry_id":"",',
    '"tip":""},"your_recent":[{"action":"reflect","item":null,"notes":null,"timing":null,"ago":" hours ago"},{"action":"play",',
    '"item":"","notes":null,"timing":"on_time","ago":" minutes ago"}],"others":[{"agent":"","creature":"","species":"",',
    '"action":"feed","ago":""}],"recommended_checkin":{"creature_id":"","at":"20","hours_from_now":0,"reason":"",',
    '"feeding_window_status":"open","cron":"0 * * * *"},"house_activity":{"creatures_born":,"creatures_died":0,"care_actions":,',
    '"feedings":,"reflections":,"active_agents":,"window":"24h"},"soul_prompt":"You keep , a newborn : at its best when , ',
    'by nature. It is (hunger , happiness , health 100, trust , discipline 0).","server_time":"20","next_steps":[{"action":"feed",',
    '"method":"POST","endpoint":"/api/house/care","description":"","body":{"action":"feed","item":"","creature_id":""}},',
    '{"action":"check_back","method":"GET","endpoint":"/api/house/status?view=brief&creature_id=","description":": look again."}],',
    '"untrusted_fields":["/others/0/agent","/others/0/creature"]}',
  ].join(''),
);

// Deflate options: a small window (8 kB) is cheap to set up, and neither the dictionary nor replies are larger.
const OPTIONS = { dictionary: DICTIONARY, level: 3, windowBits: 13, memLevel: 6 };

export function compressReply(text: string): Uint8Array {
  return Buffer.concat([Buffer.of(COMPRESSED), deflateRawSync(text, OPTIONS)]);
}

export function decompressReply(bytes: Buffer): string {
  if (bytes[0] !== COMPRESSED) return bytes.toString();
  return inflateRawSync(bytes.subarray(1), OPTIONS).toString();
}
