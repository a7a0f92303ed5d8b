import type { Transport } from '../contract/server/client.ts';
import type { ProblemBody } from '../contract/server/problem-body.ts';
import type { Tool } from './tools.ts';

/** A problem of the house, or one of our own, which has no request id. */
export type ToolProblem = Omit<ProblemBody, 'request_id'> & Partial<Pick<ProblemBody, 'request_id'>>;

/** A key the house has just given out, and to whom. */
export interface IssuedKey {
  readonly username: string;
  readonly key: string;
}

/** What the MCP server needs to speak for one caller. */
export interface McpConnection {
  readonly send: Transport;
  readonly keys: KeyPolicy;
  /** How to care for a creature, as a page in Markdown. */
  readonly guide: () => string;
  /** For calls whose answer may get lost on the way; inside the house none does. */
  readonly newIdempotencyKey?: () => string;
  /** Logs an unforeseen error. */
  readonly report: (error: unknown) => void;
}

/** Where the key of a caller comes from, and where a new one goes. */
export interface KeyPolicy {
  /** Tells the caller where to put a key that was just issued. */
  readonly whereTo: string;
  /** What to do where a key is missing or refused. */
  readonly advice: () => string | Promise<string>;
  /** Why this call must not be made now; undefined lets it go ahead. */
  readonly refusal?: (tool: Tool) => Promise<ToolProblem | undefined>;
  /** Saves a new key; undefined where it cannot be saved, and the caller has to. */
  readonly save?: (issued: IssuedKey) => Promise<KeyReceipt | undefined>;
}

export interface KeyReceipt {
  readonly savedTo: string;
  /** What the caller should know about it. */
  readonly important: string;
}

const HEADER_HINT =
  'Your MCP client sends your key along: in its configuration, set Authorization to "Bearer <your key>" for this server.';

/** Over HTTP nothing is remembered: whoever calls brings the key along. */
export const HEADER_KEY_POLICY: KeyPolicy = {
  whereTo: HEADER_HINT,
  advice: () => `${HEADER_HINT} If you have no key yet, call register_agent; no human is needed.`,
};
