import type { Guest } from '../rules/vocabulary.ts';
import type { NextStep } from '../api/fields.ts';
import type { Route } from '../api/route.ts';
import { ROUTES } from '../api/routes.ts';
import { askDue } from '../text/server/next-steps.ts';

const OPEN_TO_SITTERS: ReadonlySet<string> = new Set(
  Object.values<Route>(ROUTES)
    .filter(({ admits }) => admits?.includes('sitter'))
    .map(({ method, path }) => `${method} ${path}`),
);

interface SteppedReply {
  readonly next_steps?: readonly NextStep[];
}

/** The reply to a sitter without next steps that its key does not open; the same object for other callers. */
export function withinReach<Body>(guest: Guest | undefined, reply: Body): Body {
  if (guest !== 'sitter') return reply;
  const { next_steps: steps }: SteppedReply = reply ?? {};
  if (steps === undefined) return reply;
  const open = steps.filter(isOpen);
  return { ...reply, next_steps: open.length > 0 ? open : [askDue] };
}

function isOpen({ method, endpoint = '' }: NextStep): boolean {
  const [path] = endpoint.split('?', 1);
  return OPEN_TO_SITTERS.has(`${method} ${path}`);
}
