import texts from '#content/agent/mcp.json' with { type: 'json' };

import type { Guest } from '../rules/vocabulary.ts';
import type { Transport } from '../api/call.ts';
import type { ProblemBody } from '../api/problems.ts';
import type { ToolProfile } from './profile.ts';
import type { Tool } from './tools.ts';

/** A problem of the API, or of the MCP server itself, which has no request id. */
export type ToolProblem = Omit<ProblemBody, 'request_id'> & Partial<Pick<ProblemBody, 'request_id'>>;

export interface IssuedKey {
  readonly username: string;
  readonly key: string;
}

export interface McpConnection {
  readonly send: Transport;
  readonly keys: KeyPolicy;
  /** The guest whose key the connection has: only the tools that it opens are listed. */
  readonly guest?: Guest | undefined;
  /** Which tools are listed; all by default. */
  readonly profile?: ToolProfile;
  /** The address of the service, for its icon. */
  readonly origin?: () => string;
  readonly guide: () => string;
  /** Makes Idempotency-Keys; set where a reply can get lost, which it cannot inside the service. */
  readonly newIdempotencyKey?: () => string;
  readonly report: (error: unknown) => void;
}

/** Where the caller's API key comes from, and where a new one is stored. */
export interface KeyPolicy {
  /** A sentence that tells the caller where to put a key that was just issued. */
  readonly whereTo: string;
  readonly advice: (fault: KeyFault) => string | Promise<string>;
  /** True if every tool takes the key as its argument `api_key`. */
  readonly takesArgument?: true;
  /** True if the connection itself has no key: suggested calls then show the argument. */
  readonly stepsNeedKey?: boolean;
  readonly refusal?: (tool: Tool) => Promise<ToolProblem | undefined>;
  /** Saves a new key; undefined if it cannot be saved, so that the caller has to. */
  readonly save?: (issued: IssuedKey) => Promise<KeyReceipt | undefined>;
}

export type KeyFault = 'missing' | 'wrong';

export interface KeyReceipt {
  readonly savedTo: string;
  readonly important: string;
}

/** The key policy of MCP over HTTP, which is stateless: every call carries the key in a header. */
export const HEADER_KEY_POLICY: KeyPolicy = {
  whereTo: texts.howToSend,
  advice: (fault) => texts.advice[fault],
  takesArgument: true,
};

export const ARGUMENT_KEY_POLICY: KeyPolicy = { ...HEADER_KEY_POLICY, stepsNeedKey: true };

/** Instead of a reply that is longer than a model can read. */
export function tooLong(text: string, { href }: URL): ToolProblem {
  const { error, details, suggestion } = texts.tooLong;
  return {
    error,
    code: 'reply_too_long',
    details: details.replace('{kilobytes}', String(Math.round(text.length / 1000))),
    suggestion: suggestion.replace('{address}', href),
  };
}
