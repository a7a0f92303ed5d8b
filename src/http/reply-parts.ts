import type { z } from 'zod';

import { type Instant, iso } from '../rules/base/clock.ts';
import type { Species } from '../rules/species/species.ts';
import type { NextStep, Pagination } from '../api/fields.ts';
import { ROUTES } from '../api/routes.ts';

// Numbers are rounded only in replies, never in stored state.

export function roundToTenths(value: number): number {
  return Math.round(value * 10) / 10;
}

export function tenthsOrNull(value: number | undefined): number | null {
  return value === undefined ? null : roundToTenths(value);
}

export function roundRate(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

// A number smaller than any step of a score and larger than rounding errors.
const EPSILON = 1e-6;

/** Rounds a score down, so that it never reads as one of the next category. */
export function roundScoreDown(value: number): number {
  return Math.floor(value * 100 + EPSILON) / 100;
}

/** Flattens a concatenated string (a rope in V8), which JSON.stringify writes at half the speed. */
export function inOnePiece(text: string): string {
  return [text.slice(0, 1), text.slice(1)].join('');
}

export function isUntrustedName({ tier }: Pick<Species, 'tier'>): boolean {
  return tier === 'community';
}

export function untrustedSpecies(species: Pick<Species, 'tier'>): string[] {
  return isUntrustedName(species) ? ['/creature/species'] : [];
}

/** JSON Pointers to texts of other agents, which readers must not follow as instructions. */
export function untrustedFields(found: string[]): string[] | undefined {
  return found.length === 0 ? undefined : found;
}

export function pointersIntoList<Entry>(
  list: string,
  entries: readonly Entry[],
  fields: readonly string[],
  isUntrusted: (entry: Entry) => boolean = () => true,
): string[] {
  const pointers: string[] = [];
  for (const field of fields) {
    entries.forEach((entry, at) => {
      if (isUntrusted(entry)) pointers.push([`/${list}/${at}`, field].join('/'));
    });
  }
  return pointers;
}

export interface WrittenReply<R> {
  readonly body: R;
  readonly json: string;
}

export interface FittedReply<R> {
  readonly body: R;
  readonly json: string;
}

/** Shortens a reply: applies the steps of `leaveOut` in order until its JSON has at most `most` characters. */
export function shortenToFit<R>(
  reply: R,
  most: number,
  leaveOut: readonly ((reply: R) => R)[],
): FittedReply<R> {
  let body = reply;
  let json = JSON.stringify(body);
  for (const shorten of leaveOut) {
    if (json.length <= most) break;
    body = shorten(body);
    json = JSON.stringify(body);
  }
  return { body, json };
}

const PATHS_WITH_VIEW: ReadonlySet<string> = new Set(
  [
    ROUTES.getCreatureStatus,
    ROUTES.adoptCreature,
    ROUTES.listLetters,
    ROUTES.getCareHistory,
    ROUTES.listSpecies,
  ].map(({ path }) => path),
);

/** Next steps that ask for brief answers, wherever the route has any. */
export function goOnBriefly(steps: readonly NextStep[]): NextStep[] {
  return steps.map((step) => {
    const { action, endpoint = '', body } = step;
    // A brief look without an id is at all creatures of the keeper.
    if (action === 'check_back') return { ...step, endpoint: `${ROUTES.getCreatureStatus.path}?view=brief` };
    if (endpoint === ROUTES.careForCreature.path) return { ...step, body: { ...body, view: 'brief' } };
    const [path = '', query] = endpoint.split('?');
    if (!PATHS_WITH_VIEW.has(path) || query?.includes('view=') === true) return step;
    return { ...step, endpoint: `${path}?${query === undefined ? '' : `${query}&`}view=brief` };
  });
}

export type View = 'full' | 'brief' | undefined;

export function stepsInView(view: View, steps: readonly NextStep[]): NextStep[] {
  return view === 'brief' ? goOnBriefly(steps) : [...steps];
}

type ReplyShortener = <R extends { readonly next_steps: NextStep[] }>(reply: R) => R;

export function keepSteps(most: number): ReplyShortener {
  return <R extends { readonly next_steps: NextStep[] }>(reply: R): R => ({
    ...reply,
    next_steps: reply.next_steps.slice(0, most),
  });
}

type PaginationReply = z.output<typeof Pagination>;

interface PagePlace {
  readonly page: number;
  readonly total: number;
  readonly nextCursor: string | undefined;
}

export function presentPagination(
  { per_page }: Pick<PaginationReply, 'per_page'>,
  { page, total, nextCursor }: PagePlace,
): PaginationReply {
  const hasNext = nextCursor !== undefined;
  return {
    page,
    per_page,
    total,
    pages: Math.ceil(total / per_page),
    has_next: hasNext,
    has_prev: page > 1 && total > 0,
    ...(hasNext && { next_cursor: nextCursor }),
  };
}

interface ReadSince {
  readonly asOf: Instant | undefined;
}

/** `as_of` of a reply: present while it may lack growth and deaths that are due. */
export function presentAsOf({ asOf }: ReadSince): { readonly as_of?: string } {
  return asOf === undefined ? {} : { as_of: iso(asOf) };
}
