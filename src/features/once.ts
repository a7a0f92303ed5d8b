import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

import { DAY, MINUTE, type Instant } from '../rules/base/clock.ts';
import { ProblemError } from '../rules/problem.ts';
import type { Random } from '../outside/random.ts';
import type { Transaction } from '../db/db.ts';
import { findReply, saveReply } from './once.store.ts';
import type { House } from './house.ts';
import { retryOnConflict, type LockMode } from './optimistic-lock.ts';

/** A request that may arrive twice, and what makes it the same one. */
export interface IdempotentRequest {
  /** The client's own Idempotency-Key; without it every arrival is new. */
  readonly key: string | undefined;
  /** Whose key it is: the same word from two agents is two keys. */
  readonly scope: string;
  /** What is asked for: the same key with other content is a mistake. */
  readonly content: unknown;
  readonly keepForMs: number;
  /**
   * What only the caller can repeat. It is part of the lookup: without it the Idempotency-Key is unknown, so that a stranger
   * learns nothing from a mismatch.
   */
  readonly proof?: string;
  /** The reply holds a credential: the house's secret, which no backup holds, is needed to decrypt it, and with a proof to find it. */
  readonly holdsSecret?: true;
}

export interface IdempotentResult<T> {
  readonly value: T;
  readonly replayed: boolean;
}

/** How long an answer is replayed that holds an API key, or that belongs to a key that has stopped working. */
export const KEY_REPLAY_MS = 10 * MINUTE;

/** An agent's keys are its own, whatever it asks for. */
export function idempotentRequest(
  agent: { readonly id: string },
  key: string | undefined,
  content: unknown,
  keepForMs: number = DAY,
): IdempotentRequest {
  return { key, scope: agentScope(agent), content, keepForMs };
}

export function agentScope({ id }: { readonly id: string }): string {
  return `agent:${id}`;
}

/** What a request changes, in the order it happens. */
interface Steps<Read, Facts, Reply> {
  /** Reads and checks before the transaction, anew in each attempt: may be slow. */
  readonly read?: (lock: LockMode) => Promise<Read>;
  /** Writes in the transaction that also stores the reply; awaits nothing but `db`. */
  readonly write: (db: Transaction, read: Read) => Promise<Facts>;
  /** The reply that is sent and stored; without it the facts are the reply. */
  readonly present?: (facts: Facts) => Reply;
  /** Follows the commit; not for a replay. */
  readonly after?: (facts: Facts) => void;
  /** Asked when the commit failed: the connection may have broken after the database committed. */
  readonly isCommitted?: (read: Read) => Promise<boolean>;
}

/**
 * Makes a change once per Idempotency-Key. A replay is looked up before any work; on a version conflict the steps are run
 * again with the creature locked.
 */
export async function once<Read, Facts, Reply = Facts>(
  house: House,
  request: IdempotentRequest,
  now: Instant,
  steps: Steps<Read, Facts, Reply>,
): Promise<IdempotentResult<Reply>> {
  const earlier = await findReplay<Reply>(house, request, now);
  if (earlier) return earlier;
  try {
    return await retryOnConflict((lock) => attempt(house, request, now, steps, lock));
  } catch (error) {
    // A concurrent twin may have won: its reply answers both.
    const twin = await findReplay<Reply>(house, request, now);
    if (twin) return twin;
    throw error;
  }
}

async function attempt<Read, Facts, Reply>(
  house: House,
  request: IdempotentRequest,
  now: Instant,
  { read, write, present, after, isCommitted }: Steps<Read, Facts, Reply>,
  lock: LockMode,
): Promise<IdempotentResult<Reply>> {
  // Without its step, `Read` is unknown and nobody uses it, and `Reply` is `Facts`.
  const known = (await read?.(lock)) as Read;
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

/** What the same request led to before, if it did. */
export async function findReplay<T>(
  house: House,
  request: IdempotentRequest,
  now: Instant,
): Promise<IdempotentResult<T> | undefined> {
  if (!hasKey(request)) return undefined;
  const { keyHash, requestHash, opens } = lockFor(house, request);
  const found = await findReply(house.store, { scope: request.scope, keyHash, now });
  if (!found) return undefined;
  if (found.requestHash !== requestHash) throw new ProblemError('idempotency_mismatch');
  // What was encrypted under this key and content was a T made of plain JSON.
  return { value: JSON.parse(unpackReply(decrypt(opens, found.sealed))) as T, replayed: true };
}

type KeyedRequest = IdempotentRequest & { readonly key: string };

function hasKey(request: IdempotentRequest): request is KeyedRequest {
  return request.key !== undefined;
}

async function storeReply(
  db: Transaction,
  house: House,
  request: KeyedRequest,
  value: unknown,
  now: Instant,
): Promise<void> {
  const { scope, keepForMs } = request;
  const { keyHash, requestHash, opens } = lockFor(house, request);
  const text = JSON.stringify(value);
  // The version before this one reads nothing that is packed.
  const plain = now < house.upgradeEndsAt ? Buffer.from(text) : packReply(text);
  const sealed = encrypt(opens, plain, house.random);
  const expiresAt = now + keepForMs;
  const isStored = await saveReply(db, { scope, keyHash, requestHash, sealed, expiresAt, now });
  if (!isStored) throw new ProblemError('idempotency_mismatch');
}

/** What a reply is found by, which request it answers, and what opens it. */
interface ReplyLock {
  readonly keyHash: string;
  readonly requestHash: string;
  readonly opens: KeySource;
}

/**
 * A reply without a credential is stored as version 1.0 looks it up, so that nodes of both versions share it during an upgrade.
 * One with a credential is another request to version 1.0 and to a house with another secret, neither of which can open it.
 * With a proof its row allows no guess at the Idempotency-Key; without one it is found like every reply to the agent, so that
 * one key names one request.
 */
function lockFor(house: House, { key, proof, scope, content, holdsSecret }: KeyedRequest): ReplyLock {
  const word = `${key}\n${proof ?? ''}`;
  const asked = JSON.stringify(content);
  if (!holdsSecret)
    return { keyHash: sha256(key), requestHash: sha256(asked), opens: { secret: word, purpose: scope } };
  const hmac = (text: string) => createHmac('sha256', house.secret).update(text).digest('hex');
  return {
    keyHash: proof === undefined ? sha256(key) : hmac(word),
    requestHash: hmac(asked),
    opens: { secret: `${word}\n${house.secret}`, purpose: scope },
  };
}

function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What a key is derived from. `purpose` keeps one secret from opening what it encrypted elsewhere. */
interface KeySource {
  readonly secret: string;
  readonly purpose: string;
}

/** AES-256-GCM: only the holder of the secret can read it again, and nobody can change it unnoticed. */
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

// What is sealed is mostly the same words: an act of care says some two and a half kilobytes, of which a quarter is news. The
// rest is known to both sides beforehand. Texts that were sealed before there was packing begin with a character of JSON.

/** The first byte of a text that was packed with the words below. */
const PACKED = 1;

/**
 * Never changed: what was packed with it could not be read again, here or by a node of another version. Other words get
 * another number. What is likely to be of use stands last, as deflate prefers it.
 */
const WORDS = Buffer.from(
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

// A small window takes less to set up, and neither words nor replies are larger.
const OPTIONS = { dictionary: WORDS, level: 3, windowBits: 13, memLevel: 6 };

/** A text in few bytes. */
export function packReply(text: string): Uint8Array {
  return Buffer.concat([Buffer.of(PACKED), deflateRawSync(text, OPTIONS)]);
}

export function unpackReply(bytes: Buffer): string {
  if (bytes[0] !== PACKED) return bytes.toString();
  return inflateRawSync(bytes.subarray(1), OPTIONS).toString();
}
