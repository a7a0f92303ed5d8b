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

type DeathFields = Pick<TrustedReply<ProblemBody>, 'deaths' | 'more_deaths'> & {
  readonly server_time?: string | undefined;
};

/** Deaths told beside the living, each with its way back. */
export function deathLines({
  deaths = [],
  more_deaths: more,
  server_time: now = '',
}: DeathFields): TextLines {
  return [
    ...deaths.map(({ name, cause, died_at, cost, closes_at, creature_id }) => {
      const back =
        now > `${closes_at}`
          ? 'it can no longer be brought back'
          : `bringing it back costs ${cost} credits, until ${closes_at}`;
      return `${name} died at ${died_at}, of ${cause}; ${back}; creature_id: ${creature_id}`;
    }),
    more === undefined ? undefined : `${counted(more, 'more death')} not listed here.`,
  ];
}

/** How many living creatures a list leaves out. */
export function moreCreaturesLine({
  more_creatures: more,
}: Pick<TrustedReply<ProblemBody>, 'more_creatures'>) {
  return more === undefined
    ? undefined
    : `${counted(more, 'more living creature')} of yours not listed here.`;
}

/** What it costs to have a dead creature back, while that is possible. */
export function resurrectionLine(offer: TrustedReply<ProblemBody>['resurrection']): string | undefined {
  if (!offer?.possible) return undefined;
  return `To have it back costs ${offer.cost} credits; you have ${offer.credits}. It can be done until ${offer.closes_at}.`;
}
