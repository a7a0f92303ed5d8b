import type { Routes } from '../contract/routes.ts';
import type { ProblemBody } from '../contract/server/problem-body.ts';
import type { Reply } from '../contract/server/route.ts';
import type { ToolRoute } from './tools.ts';
import type { TrustedReply } from './untrusted.ts';

/** The lines of a text, the most important first; what is undefined is left out. */
export type TextLines = readonly (string | undefined)[];

/** How each tool's reply is put into words. A tool without an entry does not compile. */
export type ReplyDescribers<Name extends ToolRoute = ToolRoute> = {
  readonly [Each in Name]: (reply: TrustedReply<Reply<Routes[Each]>>) => TextLines;
};

/** `1 meal`, `2 meals`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** What it costs to have a dead creature back, while that is possible. */
export function resurrectionLine(offer: TrustedReply<ProblemBody>['resurrection']): string | undefined {
  if (!offer?.possible) return undefined;
  return `To have it back costs ${offer.cost} credits; you have ${offer.credits}. It can be done until ${offer.closes_at}.`;
}
