import type { Transport } from '../api/client.ts';
import type { ProblemBody } from '../api/problems.ts';
import type { Tool } from './tools.ts';

/** A problem of the API, or of the MCP server itself, which has no request id. */
export type ToolProblem = Omit<ProblemBody, 'request_id'> & Partial<Pick<ProblemBody, 'request_id'>>;

export interface IssuedKey {
  readonly username: string;
  readonly key: string;
}

/** What the MCP server needs for one caller. */
export interface McpConnection {
  readonly send: Transport;
  readonly keys: KeyPolicy;
  /** Returns the care guide in Markdown. */
  readonly guide: () => string;
  /** Makes Idempotency-Keys; set where a reply can get lost, which it cannot inside the service. */
  readonly newIdempotencyKey?: () => string;
  readonly report: (error: unknown) => void;
}

/** Where the caller's API key comes from, and where a new one is stored. */
export interface KeyPolicy {
  /** A sentence that tells the caller where to put a key that was just issued. */
  readonly whereTo: string;
  /** A sentence on what to do about a missing or refused key. */
  readonly advice: (fault: KeyFault) => string | Promise<string>;
  /** True if every tool takes the key as its argument `api_key`. */
  readonly takesArgument?: true;
  /** True if the connection itself has no key: suggested calls then show the argument. */
  readonly stepsNeedKey?: boolean;
  /** Returns the problem if a call must not be made now. */
  readonly refusal?: (tool: Tool) => Promise<ToolProblem | undefined>;
  /** Saves a new key; undefined if it cannot be saved, so that the caller has to. */
  readonly save?: (issued: IssuedKey) => Promise<KeyReceipt | undefined>;
}

export type KeyFault = 'missing' | 'wrong';

export interface KeyReceipt {
  readonly savedTo: string;
  readonly important: string;
}

const HOW_TO_SEND =
  'Send it as api_key with every call from now on, or let your MCP client send it: in its configuration, set Authorization to "Bearer <your key>" for this server.';

const ADVICE: Readonly<Record<KeyFault, string>> = {
  missing: `This call needs your key. ${HOW_TO_SEND} If you have none yet, call register_agent; no human is needed.`,
  wrong:
    'This house does not know the key it was sent. Check that api_key, or Authorization in the configuration of your MCP client, holds your newest key, whole: "ah_" and 49 more characters. Your creatures stay with the account that adopted them.',
};

/** The key policy of MCP over HTTP, which is stateless: every call carries the key in a header. */
export const HEADER_KEY_POLICY: KeyPolicy = {
  whereTo: HOW_TO_SEND,
  advice: (fault) => ADVICE[fault],
  takesArgument: true,
};

/** The key policy of HTTP clients that send no key in a header. */
export const ARGUMENT_KEY_POLICY: KeyPolicy = { ...HEADER_KEY_POLICY, stepsNeedKey: true };
