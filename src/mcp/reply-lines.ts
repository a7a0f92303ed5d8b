import type { ProblemBody } from '../api/problems.ts';
import type { Reply } from '../api/route.ts';
import type { Routes } from '../api/routes.ts';
import type { ToolRoute } from './tools.ts';

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

/** A reply without the words of other agents: any text in it may be missing. */
export type TrustedReply<T> = T extends readonly (infer Entry)[]
  ? readonly TrustedReply<Entry>[]
  : T extends object
    ? { readonly [Field in keyof T]: string extends T[Field] ? T[Field] | undefined : TrustedReply<T[Field]> }
    : T;

/** Takes out every text that the answer itself lists in `untrusted_fields` (against prompt injection), by its JSON Pointer. */
export function splitUntrusted<T extends { readonly untrusted_fields?: readonly string[] | undefined }>(
  answer: T,
) {
  const { untrusted_fields: pointers = [] } = answer;
  const trusted = pointers.length > 0 ? structuredClone(answer) : answer;
  const found = pointers.map((pointer) => [pointer, takeOut(trusted, pointer)] as const);
  const texts = found.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { trusted: trusted as TrustedReply<T>, untrusted: Object.fromEntries<string>(texts) };
}

function takeOut(from: object, pointer: string): unknown {
  const path = pointer.split('/').slice(1).map(unescapePointer);
  const field = path.pop() ?? '';
  let place: unknown = from;
  for (const step of path) place = isRecord(place) ? place[step] : undefined;
  if (!isRecord(place) || !Object.hasOwn(place, field)) return undefined;
  const taken = place[field];
  // An entry of a list keeps its place, or the pointers after it would point elsewhere.
  if (Array.isArray(place)) place[field] = '';
  else delete place[field];
  return taken;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function unescapePointer(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}
