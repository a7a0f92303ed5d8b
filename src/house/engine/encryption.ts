import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

import type { Random } from '../../outside/engine/random.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What a key is derived from. `purpose` keeps one secret from opening what it encrypted elsewhere. */
export interface KeySource {
  readonly secret: string;
  readonly purpose: string;
}

/** AES-256-GCM: only the holder of the secret can read it again, and nobody can change it unnoticed. */
export function encrypt(source: KeySource, plain: Uint8Array, random: Random): Uint8Array {
  const nonce = random.bytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(source), nonce);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

export function decrypt(source: KeySource, encrypted: Uint8Array): Buffer {
  const bytes = Buffer.from(encrypted);
  const decipher = createDecipheriv(CIPHER, keyOf(source), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(body), decipher.final()]);
}

function keyOf({ secret, purpose }: KeySource): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, purpose, 'arkhouse sealed reply', 32));
}
