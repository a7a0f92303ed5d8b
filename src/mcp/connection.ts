import type { ProblemBody } from '../contract/problem-body.ts';
import type { Send } from '../contract/client.ts';
import type { Tool } from './tools.ts';

/** A refusal: of the house, or of ours, which has no request to be asked about. */
export type Trouble = Omit<ProblemBody, 'request_id'> & Partial<Pick<ProblemBody, 'request_id'>>;

/** A key the house has just given out, and to whom. */
export interface IssuedKey {
  readonly username: string;
  readonly key: string;
}

/** Everything a server of tools needs to speak for one caller. */
export interface Connection {
  readonly send: Send;
  readonly keys: Keys;
  /** How to care for a creature, as a page in Markdown. */
  readonly guide: () => string;
  /** A word that nobody can guess, for a call that may get lost on the way; inside the house none does. */
  readonly word?: () => string;
  /** Hears of what went wrong and nobody foresaw. */
  readonly report: (error: unknown) => void;
}

/** Where the key of a caller comes from, and where a new one goes. */
export interface Keys {
  /** Where a key that was just given goes. */
  readonly whereTo: string;
  /** What to do where a key is missing or refused. */
  readonly advice: () => string | Promise<string>;
  /** Why this call must not be made now; undefined lets it go ahead. */
  readonly refusal?: (tool: Tool) => Promise<Trouble | undefined>;
  /** Keeps a new key, and tells where; where it cannot be kept, the caller has to. */
  readonly keep?: (issued: IssuedKey) => Promise<KeptKey | undefined>;
}

export interface KeptKey {
  readonly savedTo: string;
  /** What the caller should know about it. */
  readonly important: string;
}
