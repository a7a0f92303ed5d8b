import { z } from 'zod';

import type { Instant } from '../rules/base/clock.ts';
import { type Action, ACTIONS, FAMILIES, type Family, STAGES } from '../rules/vocabulary.ts';
import type { Client } from '../client/client.ts';
import { readPrivateFile, writePrivateFile } from '../client/private-file.ts';
import type { DatedDiaryEntry, KeeperDiary } from './diary.ts';

export interface KeeperHost {
  now(): Instant;
  randomId(): string;
  print(line: string, entry: DatedDiaryEntry): Promise<void>;
  /** Waits; rejects at once when the keeper program is asked to stop. */
  pause(ms: number): Promise<void>;
  readonly leaving: AbortSignal;
}

export class KeeperError extends Error {
  override readonly name = 'KeeperError';
}

export interface AdoptionChoicees {
  /** Name of the next creature; chosen at random by default. */
  readonly name?: string | undefined;
  readonly species?: string | undefined;
  readonly family?: Family | undefined;
  readonly afterDeath: 'adopt_again' | 'stop';
}

export interface KeeperContext {
  readonly house: Client;
  readonly diary: KeeperDiary;
  readonly memory: KeeperMemory;
  readonly host: KeeperHost;
  readonly wishes: AdoptionChoicees;
  /** True with the key of a sitter: nothing is adopted, and tastes and history are not read. */
  readonly sits: boolean;
  /** Actions that had no effect, by creature, with the time until which they are not tried again. */
  readonly fruitless: Map<string, Map<Action, number>>;
}

const PENDING = {
  /** The Idempotency-Key. */
  word: z.string(),
  /** By the server's clock. */
  at: z.int(),
  /** Length of the diary file before the pending request, in bytes. */
  diaryLength: z.int(),
};

const BegunCare = z.object({
  ...PENDING,
  kind: z.literal('care'),
  name: z.string(),
  body: z.object({
    action: z.enum(ACTIONS),
    creature_id: z.string(),
    item: z.string().optional(),
    notes: z.string().optional(),
  }),
});
export type PendingCare = z.output<typeof BegunCare>;

const BegunAdoption = z.object({
  ...PENDING,
  kind: z.literal('adopt'),
  body: z.object({
    name: z.string(),
    species_slug: z.string().optional(),
    family: z.enum(FAMILIES).optional(),
  }),
});
export type PendingAdoption = z.output<typeof BegunAdoption>;

const KeeperState = z.object({
  creatures: z.record(z.string(), z.object({ name: z.string(), stage: z.enum(STAGES) })),
  /** The pending request: saved before it is sent, removed when its answer is in the diary. */
  begun: z.discriminatedUnion('kind', [BegunCare, BegunAdoption]).optional(),
});
type KeeperState = z.output<typeof KeeperState>;

/** State of the keeper program that survives a crash at any point. */
export interface KeeperMemory {
  readonly now: KeeperState;
  change(to: Partial<KeeperState>): Promise<void>;
}

export async function openMemory(path: string): Promise<KeeperMemory> {
  let now: KeeperState = (await readPrivateFile(path, KeeperState)) ?? { creatures: {} };
  return {
    get now() {
      return now;
    },
    async change(to: Partial<KeeperState>): Promise<void> {
      now = { ...now, ...to };
      await writePrivateFile(path, now);
    },
  };
}
