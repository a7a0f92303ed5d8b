import type { FastifyReply, FastifyRequest } from 'fastify';

import { ROUTES } from '../api/routes.ts';
import { PROBLEM_STATUS, type ProblemBody } from '../api/problems.ts';
import type { Route } from '../api/route.ts';
import type { ProblemError, PaymentOptions, DeadCreatureFacts, OwnCreature } from '../rules/problem.ts';
import { isForCaller } from '../text/server/next-steps.ts';
import { describeMisfits, describeProblem, type RefusedCaller } from '../text/server/problems.ts';
import {
  MOST_LISTED,
  presentCheckin,
  presentDeadBrief,
  presentDeaths,
  presentMore,
  presentResurrectionOffer,
  presentSleep,
} from '../features/lives/creature.present.ts';
import { paymentRequiredHeaders } from './payment-headers.ts';
import type { ReplyHeaders } from './headers.ts';
import { isTargetMisfit } from './mistakes/creature-names.ts';
import { presentMisfit, withCorrection } from './mistakes/present-mistakes.ts';
import { pointersIntoList, untrustedFields, untrustedSpecies } from './reply-parts.ts';
import { send } from './send.ts';

export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: ProblemError,
  told: ToldCaller = {},
): void {
  const { headers } = request.context;
  Object.assign(headers, problemHeaders(problem));
  const route = request.routeOptions.config.row;
  // `vary: *` keeps shared caches from reusing a refusal for another caller or moment.
  if (route?.cacheRefusals && problem.code !== 'invalid_request') headers['vary'] = '*';
  const body = JSON.stringify(
    withCorrection(request, problem, problemBody(problem, route, request.id, told), told.agent !== undefined),
  );
  send(request, reply, { status: PROBLEM_STATUS[problem.code], body });
}

export function problemHeaders(problem: ProblemError): ReplyHeaders {
  const { facts } = problem;
  const wait = retryAfterIn(problem);
  // A body that was not read would be parsed as the next request, so the connection is closed.
  const unread = problem.is('body_too_large') || problem.is('malformed_http');
  return {
    ...(PROBLEM_STATUS[problem.code] === 401 && { 'www-authenticate': 'Bearer' }),
    ...(unread && { connection: 'close' }),
    ...(problem.is('wrong_method') && { allow: problem.facts.allowed.join(', ') }),
    ...(wait !== undefined && { 'retry-after': wait }),
    ...(facts && 'ways' in facts && paymentRequiredHeaders(facts.ways)),
  };
}

function retryAfterIn({ facts }: ProblemError): number | undefined {
  return facts && 'retryAfterSeconds' in facts ? facts.retryAfterSeconds : undefined;
}

export type ToldCaller = Omit<RefusedCaller, 'suffix'>;

export function problemBody(
  problem: ProblemError,
  route: Route | undefined,
  requestId: string,
  told: ToldCaller = {},
): ProblemBody {
  const caller = { ...told, suffix: requestId.slice(0, 8) };
  const { error, message, suggestion, steps } = describeProblem(problem, route, caller);
  const misfits = problem.is('invalid_request') ? problem.facts.misfits : undefined;
  const meant = problem.is('no_such_route') || problem.is('wrong_method') ? problem.facts.meant : undefined;
  const wait = retryAfterIn(problem);
  return {
    error,
    code: problem.code,
    ...(message !== undefined && { message }),
    ...(misfits && { details: describeMisfits(misfits), fields: misfits.map(presentMisfit) }),
    suggestion,
    ...(meant !== undefined && { did_you_mean: isForCaller(meant, caller) ? meant : WHO_AM_I }),
    ...(wait !== undefined && { retry_after_seconds: wait }),
    ...presentProblemFacts(problem, told),
    request_id: requestId,
    next_steps: [...steps],
  };
}

// The step that replaces registration for a caller that has a key.
const WHO_AM_I = `${ROUTES.whoAmI.method} ${ROUTES.whoAmI.path}`;

type ProblemFields = Partial<Omit<ProblemBody, 'error' | 'code' | 'request_id' | 'next_steps'>>;

function presentProblemFacts(problem: ProblemError, told: ToldCaller): ProblemFields {
  if (problem.is('insufficient_credits') || problem.is('payment_refused')) {
    const { cost, credits, shortfall, ways } = problem.facts;
    return { cost, credits, shortfall, ...presentWaysToPay(ways) };
  }
  if (problem.is('payment_required')) return presentWaysToPay(problem.facts.ways);
  if (problem.is('creature_asleep')) {
    const { rest, household } = problem.facts;
    return {
      sleep_info: presentSleep(rest),
      recommended_checkin: presentCheckin(household, household[0].observed.at),
    };
  }
  const { yours, late } = creaturesIn(problem, told);
  return {
    ...(yours && {
      your_creatures: yours
        .slice(0, MOST_LISTED)
        .map(({ id, name, species, stage }) => ({ id, name, species, stage })),
      ...presentMore(yours.length),
    }),
    ...(problem.is('nobody_home') && problem.facts.deaths && presentDeaths(problem.facts.deaths)),
    ...(late && { creature: presentDeadBrief(late), resurrection: presentResurrectionOffer(late) }),
    ...untrustedIn(yours, late),
  };
}

function creaturesIn(
  problem: ProblemError,
  told: ToldCaller,
): { yours?: readonly OwnCreature[] | undefined; late?: DeadCreatureFacts | undefined } {
  if (problem.is('invalid_request'))
    return problem.facts.misfits.some(isTargetMisfit) ? { yours: told.yours } : {};
  const { facts } = problem;
  const last = problem.is('nobody_home') ? problem.facts.last : undefined;
  return {
    yours: facts && 'yours' in facts ? facts.yours : undefined,
    late: facts && 'late' in facts ? facts.late : last,
  };
}

function untrustedIn(yours: readonly OwnCreature[] = [], late?: DeadCreatureFacts): ProblemFields {
  const found = untrustedFields([
    ...pointersIntoList('your_creatures', yours, ['species'], ({ community = false }) => community),
    ...(late ? untrustedSpecies(late.species) : []),
  ]);
  return found ? { untrusted_fields: found } : {};
}

type PaymentFields = Pick<ProblemBody, 'checkout_url' | 'mpp' | 'x402' | 'x402Version' | 'accepts'>;

function presentWaysToPay({ checkoutUrl, mpp, x402 }: PaymentOptions): PaymentFields {
  return {
    ...(checkoutUrl !== undefined && { checkout_url: checkoutUrl }),
    ...(mpp && { mpp: { challenges: mpp.map(({ challenge }) => asObject(challenge)) } }),
    ...(x402 && { x402: asObject(x402.v2) }),
    // Clients of x402 version 1 read these fields at the top level of the body.
    ...(x402?.v1 && { x402Version: 1, accepts: [asObject(x402.v1)] }),
  };
}

/** A payment offer as an object; the payment method defines its fields. */
function asObject(offer: unknown): Record<string, unknown> {
  return offer as Record<string, unknown>;
}
