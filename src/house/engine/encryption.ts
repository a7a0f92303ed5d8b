import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

import type { Random } from '../../outside/engine/random.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What only the holder of `secret` can open again. `purpose` keeps one secret from opening what it sealed elsewhere. */
export interface KeySource {
  readonly secret: string;
  readonly purpose: string;
}

export function encrypt(lock: KeySource, text: string, chance: Random): Uint8Array {
  const nonce = chance.bytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(lock), nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

export function decrypt(lock: KeySource, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv(CIPHER, keyOf(lock), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  return decipher.update(body, undefined, 'utf8') + decipher.final('utf8');
}

function keyOf({ secret, purpose }: KeySource): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, purpose, 'arkhouse sealed reply', 32));
}
