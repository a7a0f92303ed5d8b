import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

import { readPrivateFile, writePrivateFile } from './private-file.ts';

const WHERE = { baseUrl: z.url({ protocol: /^https?$/ }), username: z.string().min(1) };

export interface SavedKey {
  readonly baseUrl: string;
  readonly username: string;
  readonly key: string;
}

/** A registration that is saved before its answer arrives: sent again unchanged, it returns the same API key. */
export interface PendingRegistration extends Omit<SavedKey, 'key'> {
  readonly registering: { readonly idempotencyKey: string; readonly body: Readonly<Record<string, unknown>> };
}

const KeyFile: z.ZodType<SavedKey | PendingRegistration> = z.union([
  z.object({ ...WHERE, key: z.string().min(1) }),
  z.object({
    ...WHERE,
    registering: z.object({ idempotencyKey: z.string().min(1), body: z.record(z.string(), z.unknown()) }),
  }),
]);

export function defaultKeyFile(home: string = homedir()): string {
  return join(home, '.arkhouse', 'key.json');
}

export async function readKeyFile(path: string): Promise<SavedKey | undefined> {
  const kept = await readPrivateFile(path, KeyFile);
  return kept && 'key' in kept ? kept : undefined;
}

export async function readPendingRegistration(path: string): Promise<PendingRegistration | undefined> {
  const kept = await readPrivateFile(path, KeyFile);
  return kept && 'registering' in kept ? kept : undefined;
}

export function writeKeyFile(path: string, kept: SavedKey | PendingRegistration): Promise<void> {
  return writePrivateFile(path, kept);
}
