import type { Routes } from '../contract/routes.ts';
import type { Reply } from '../contract/server/route.ts';
import type { ToolRoute } from './tools.ts';
import type { TrustedReply } from './untrusted.ts';

/** What is worth saying of an answer, the most important first; what is missing is left out. */
export type TextLines = readonly (string | undefined)[];

/** How the answer of a tool is told. A tool that nobody tells of does not compile. */
export type ReplyDescribers<Name extends ToolRoute = ToolRoute> = {
  readonly [Each in Name]: (reply: TrustedReply<Reply<Routes[Each]>>) => TextLines;
};

/** `1 meal`, `2 meals`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
