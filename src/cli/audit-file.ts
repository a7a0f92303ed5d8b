import { rm } from 'node:fs/promises';
import { z } from 'zod';

import { readPrivateFile, writePrivateFile } from '../client/private-file.ts';
import { StartupError } from '../open-house.ts';

const SAVED = z.object({
  /** Of which database, and what was asked for. */
  audit_of: z.string(),
  asked: z.string(),
  since: z.number().optional(),
  seed: z.number().optional(),
  /** The last creature that was passed, how many were, and how many of their lives were lived again. */
  reached: z.string(),
  passed: z.number(),
  lived: z.number(),
  /** How many were not, since the older part of their logs was archived by 1.0.0. */
  beyond: z.number().default(0),
  /** How many findings of each kind there were. */
  found: z.record(z.string(), z.number()),
});

/** How far an audit had come when it was interrupted. */
export type SavedAudit = z.output<typeof SAVED>;

/** What an earlier audit left in the file; undefined when there is none to go on with. */
export async function readSavedAudit(
  file: string | undefined,
  { audit_of: of, asked }: Pick<SavedAudit, 'audit_of' | 'asked'>,
): Promise<SavedAudit | undefined> {
  const saved = file === undefined ? undefined : await readPrivateFile(file, SAVED);
  if (!saved || (saved.audit_of === of && saved.asked === asked)) return saved;
  throw new StartupError(
    `${file} is of another audit: of ${saved.audit_of} with ${saved.asked}. Ask for the same, or name another file.`,
  );
}

export async function saveAudit(file: string | undefined, saved: SavedAudit): Promise<void> {
  if (file !== undefined) await writePrivateFile(file, saved);
}

/** The audit is done: there is nothing to go on with. */
export async function forgetAudit(file: string | undefined): Promise<void> {
  if (file !== undefined) await rm(file, { force: true });
}
