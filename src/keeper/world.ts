import type { Instant } from '../core/clock.ts';
import type { Dated } from './entry.ts';

/** What a keeper needs of the machine it lives on. */
export interface World {
  now(): Instant;
  /** A word that nobody can guess. */
  word(): string;
  print(line: string, entry: Dated): Promise<void>;
  /** Waits; ends at once, by being refused, when the keeper is asked to leave. */
  pause(ms: number): Promise<void>;
  /** Says when the keeper is asked to leave. */
  readonly leaving: AbortSignal;
}

/** What a keeper cannot go on after, in a sentence for whoever sent it. */
export class CannotKeep extends Error {
  override readonly name = 'CannotKeep';
}
