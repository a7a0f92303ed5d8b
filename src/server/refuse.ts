import type { FastifyReply, FastifyRequest } from 'fastify';

import {
  isConstraintViolation,
  isUnavailable,
  type Outage,
  outageOf,
} from '../../packages/database/portable.ts';
import { UnreadableRowError } from '../../packages/database/table.ts';
import { maskKeys } from '../rules/base/redact.ts';
import {
  type DeadCreatureFacts,
  type InvalidField,
  type OwnCreature,
  type PaymentOptions,
  type ProblemCode,
  ProblemError,
} from '../rules/problem.ts';
import { schemaOf } from '../api/openapi-schemas.ts';
import { PROBLEM_STATUS, type ProblemBody } from '../api/problems.ts';
import type { RateLimitName } from '../api/rate-limits.ts';
import type { Route } from '../api/route.ts';
import { ROUTES } from '../api/routes.ts';
import { isForCaller, type RefusedCaller } from '../text/server/next-steps.ts';
import { describeMisfits, describeProblem } from '../text/server/problems.ts';
import { problemPage, renderPage } from '../web/layout.tsx';
import { WRONG_ADMIN_KEY } from '../http/credentials.ts';
import {
  applyRateLimit,
  countInstead,
  OverLimitError,
  refundRateLimit,
  setRateLimitHeaders,
} from '../http/limits.ts';
import { paymentRequiredHeaders } from '../http/payment-headers.ts';
import { pointersIntoList, untrustedFields, untrustedSpecies } from '../http/reply-parts.ts';
import { wantsHtml } from '../http/requests.ts';
import { HTML_TYPE, type ReplyHeaders, send, SHORT_LINK_HEADER } from '../http/send.ts';
import { PAGE_HEADERS, type PublicSite } from '../http/site.ts';
import { describeOwn, loadLiving, loadReturnable } from '../features/creatures/choose-creature.ts';
import {
  MOST_LISTED,
  presentCheckin,
  presentDeadBrief,
  presentDeathsWithPages,
  presentMore,
  presentNews,
  presentResurrectionOffer,
  presentSleep,
} from '../features/creatures/creature.present.ts';
import type { StatsHouse } from '../features/stats/health.ts';
import { recogniseAgent } from './authenticate.ts';
import { BODY_LIMIT_BYTES, excessOf, requirePlain } from './body-limits.ts';
import { withinReach } from './guest-reply.ts';
import {
  isTargetMisfit,
  presentMisfit,
  withCorrection,
  withFreeName,
  withNames,
  withSpareName,
} from './mistakes.ts';
import { maskWrittenKeys } from './parse-request.ts';
import type { ServerContext } from './server-context.ts';

// Problems whose suggestions depend on the caller. For others the caller is not looked up.
const PERSONAL: ReadonlySet<ProblemCode> = new Set([
  'invalid_request',
  'no_such_route',
  'wrong_method',
  'username_taken',
  'slug_taken',
  'slug_reserved',
]);

interface DescribedCaller extends ToldCaller {
  /** The problem's invalid fields with what the caller's creatures tell about them. */
  readonly misfits?: readonly InvalidField[];
}

/** Describes the caller and what it sent, for suggestions. A failure here does not prevent the refusal. */
async function describeCaller(
  { house, log }: ServerContext,
  request: FastifyRequest,
  problem: ProblemError,
  unread: unknown,
): Promise<DescribedCaller> {
  try {
    const { params, query, context, headers, id } = request;
    // The suffix of suggested names is not taken from an id that the caller chose.
    const suffix = (headers['x-request-id'] === id ? house.random.id() : id).slice(0, 8);
    const sent = { params, query, body: maskWrittenKeys(unread ?? request.body).body };
    if (!PERSONAL.has(problem.code)) return { sent, suffix };
    const agent = context.agent ?? (await recogniseAgent(house, headers));
    const { row } = request.routeOptions.config;
    if (!problem.is('invalid_request')) return { sent, suffix, agent };
    if (row === ROUTES.registerAgent) {
      const misfits = withSpareName(problem.facts.misfits, 'username', `agent-${suffix}`);
      return { sent, suffix, agent, misfits };
    }
    if (!agent || row?.auth !== 'required') return { sent, suffix, agent };
    // On authenticated routes the refusal lists the caller's creatures that can be named.
    const load = row.operationId === ROUTES.resurrectCreature.operationId ? loadReturnable : loadLiving;
    const yours = await describeOwn(house, await load(house, agent, context.now));
    const misfits = await withNames(house, agent, request, problem.facts.misfits);
    return { sent, suffix, agent, yours, misfits };
  } catch (error) {
    log.warn(
      { event: 'caller_lookup_failed', err: error, request: request.id },
      'identifying the caller of a failed request failed',
    );
    return {};
  }
}

const MOST_BYTES = 8 * 1024;

/** Problems that are found before the body is read. */
const BEFORE_BODY: ReadonlySet<ProblemCode> = new Set([
  'too_many_requests',
  'missing_key',
  'misplaced_key',
  'key_in_address',
]);

/** A short JSON body that was not read yet; undefined for anything else. */
async function unreadBody({ raw, body }: FastifyRequest): Promise<unknown> {
  if (body !== undefined) return body;
  const length = Number(raw.headers['content-length']);
  if (!(length > 0 && length <= MOST_BYTES)) return undefined;
  try {
    const parts: Buffer[] = [];
    for await (const part of raw) parts.push(part as Buffer);
    const sent: unknown = JSON.parse(Buffer.concat(parts).toString());
    requirePlain(excessOf(sent));
    return sent;
  } catch {
    return undefined;
  }
}

const PLAIN_FIELD = /^[A-Za-z][\w-]{0,39}$/;

/** A request without a key in its headers may have it in a field of its body. */
function withKeyInBody(problem: ProblemError, body: unknown): ProblemError {
  if (!problem.is('missing_key')) return problem;
  const [field] = maskWrittenKeys(body).masked;
  if (field === undefined) return problem;
  return new ProblemError('misplaced_key', {
    place: 'body',
    name: PLAIN_FIELD.test(field) && maskKeys(field) === field ? field : 'a field',
  });
}

const OUTAGE_RETRY_SECONDS = 5;

const OUTAGE_TEXTS: Readonly<Record<Outage, string>> = {
  db_unreachable: 'database unavailable',
  db_disk_full: 'the disk of the database is full',
  db_statement_timeout: 'a database statement exceeded its time limit',
  db_read_only: 'the database refuses writes',
};

const WRONG_METRICS_TOKEN = 'metrics request with a wrong token';

/** Error handler: turns anything thrown into a problem reply. Unexpected errors are logged and answered generically. */
export async function refuse(
  server: ServerContext,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { house, log, monitor, site } = server;
  const { context, id, ip } = request;
  const where = { request: id, route: request.routeOptions.url };
  const problem = await afterRefund(house, request, withAuthProblem(toProblem(error), context.authProblem));
  const { code } = problem;
  context.reason = code;
  const isHeldBack = problem.is('house_unreachable') && problem.facts.why !== undefined;
  if (code === 'unexpected') {
    monitor.errors += 1;
    if (isConstraintViolation(error)) monitor.violations += 1;
    log.error({ event: 'unhandled_error', err: error, ...where }, 'unhandled error');
  }
  if (code === 'house_unreachable') {
    if (!isHeldBack) {
      const outage = outageOf(error);
      monitor.outages[outage] += 1;
      log.warn({ event: outage, err: error, ...where }, OUTAGE_TEXTS[outage]);
    }
    await refundRateLimit(house, request);
  }
  if (code === 'payment_unclear')
    log.warn({ event: 'payment_unclear', err: error, ...where }, 'payment outcome unknown');
  if (problem.is('unknown_admin_key')) {
    const isScrape = problem.facts.opens === 'metrics';
    log.warn(
      { event: isScrape ? 'wrong_metrics_token' : 'wrong_operator_key', request: id, address: ip },
      isScrape ? WRONG_METRICS_TOKEN : WRONG_ADMIN_KEY,
    );
  }
  if (problem instanceof OverLimitError)
    setRateLimitHeaders(context.headers, problem.counted.name, problem.counted.window, context.now);
  // Requests that reached no route are counted here, so that every reply has rate limit headers.
  if (!context.counted) await limitOr(() => applyRateLimit(house, request, 'unknown_path'));
  if (wantsHtml(request)) return sendProblemPage(request, reply, problem, site);
  const unread = BEFORE_BODY.has(code) ? await unreadBody(request) : undefined;
  const { misfits, ...told } = await describeCaller(server, request, problem, unread);
  const located = withKeyInBody(problem, unread);
  const explained = misfits ? new ProblemError('invalid_request', { misfits }) : located;
  await sendProblem(server, request, reply, explained, told);
}

async function limitOr(count: () => void | Promise<void>): Promise<ProblemError | undefined> {
  try {
    await count();
    return undefined;
  } catch (tooMany) {
    if (tooMany instanceof ProblemError) return tooMany;
    throw tooMany;
  }
}

const MALFORMED: ReadonlySet<ProblemCode> = new Set([
  'invalid_request',
  'invalid_idempotency_key',
  'body_too_large',
]);

const SUCCESS_ONLY: ReadonlySet<RateLimitName> = new Set(['adopt', 'care', 'resurrect']);

function isRefunded({ code }: ProblemError, { limit }: Route): boolean {
  const status = PROBLEM_STATUS[code];
  return MALFORMED.has(code) || (SUCCESS_ONLY.has(limit) && status >= 400 && status < 500 && status !== 429);
}

/** Counts the refused request under the limit of refusals instead, which may refuse in its turn. */
async function afterRefund(house: StatsHouse, request: FastifyRequest, problem: ProblemError) {
  const { row } = request.routeOptions.config;
  const { counted, agent } = request.context;
  if (!row || !isRefunded(problem, row) || counted?.name !== row.limit || !counted.window.allowed)
    return problem;
  return (await limitOr(() => countInstead(house, request, agent ? 'refused' : 'malformed'))) ?? problem;
}

/** A refused key takes precedence over mistakes in the request, but not over rate limits and failures. */
function withAuthProblem(problem: ProblemError, authProblem = problem): ProblemError {
  const takesPrecedence = problem.code === 'too_many_requests' || PROBLEM_STATUS[problem.code] >= 500;
  return takesPrecedence ? problem : authProblem;
}

function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof Error && 'code' in error && error.code === 'FST_ERR_BAD_URL')
    return new ProblemError('unreadable_address');
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return new ProblemError('body_too_large', { limitBytes: BODY_LIMIT_BYTES });
  // Fastify's own refusals: a bad URL, length or content type, or a closed connection.
  if (typeof status === 'number' && status >= 400 && status < 500) return new ProblemError('malformed_http');
  if (isUnavailable(error))
    return new ProblemError('house_unreachable', { retryAfterSeconds: OUTAGE_RETRY_SECONDS });
  return new ProblemError(error instanceof UnreadableRowError ? 'damaged_record' : 'unexpected');
}

function sendProblemPage(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: ProblemError,
  site: PublicSite,
): void {
  const status = PROBLEM_STATUS[problem.code];
  const { headers } = request.context;
  Object.assign(headers, problemHeaders(problem), PAGE_HEADERS, { 'cache-control': 'no-store' });
  delete headers['access-control-allow-origin'];
  const meant = problem.is('no_such_route') ? problem.facts.meant : undefined;
  const body = renderPage(site.facts(), problemPage(status, request.id, meant));
  send(request, reply, { status, type: HTML_TYPE, body });
}

async function sendProblem(
  { house, log }: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  problem: ProblemError,
  told: ToldCaller,
): Promise<void> {
  const { headers } = request.context;
  Object.assign(headers, { link: SHORT_LINK_HEADER, 'x-robots-tag': 'noindex' }, problemHeaders(problem));
  const route = request.routeOptions.config.row;
  // `vary: *` keeps shared caches from reusing a refusal for another caller or moment.
  if (route?.cacheRefusals && problem.code !== 'invalid_request') headers['vary'] = '*';
  const { origin } = house.baseUrl;
  const { deaths, news } = problem.is('nobody_home') ? problem.facts : {};
  const { agent, now } = request.context;
  const body = withinReach(agent?.guest, {
    ...problemBody(problem, route, request.id, told),
    ...(deaths && presentDeathsWithPages(deaths, origin)),
    ...presentNews(news, origin, now),
  });
  const plain = await withFreeName(house, agent, body).catch((error: unknown) => {
    log.warn(
      { event: 'caller_lookup_failed', err: error, request: request.id },
      'reading names of creatures failed',
    );
    return body;
  });
  // Corrections repeat what was sent, and no problem holds a key of ours.
  const text = maskKeys(JSON.stringify(withCorrection(request, problem, plain, told)));
  send(request, reply, { status: PROBLEM_STATUS[problem.code], body: text });
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

export type ToldCaller = Omit<RefusedCaller, 'suffix'> & { readonly suffix?: string };

export function problemBody(
  problem: ProblemError,
  route: Route | undefined,
  requestId: string,
  told: ToldCaller = {},
): ProblemBody {
  const caller = { suffix: requestId.slice(0, 8), ...told };
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
    ...(problem.is('wrong_method') &&
      isForCaller(problem.facts.meant, told) &&
      describeOperation(problem.facts.meant)),
    ...(yours && {
      your_creatures: yours
        .slice(0, MOST_LISTED)
        .map(({ id, name, species, stage, alive }) => ({ id, name, species, stage, alive })),
      ...presentMore(yours.length),
    }),
    ...(late && {
      creature: presentDeadBrief(late),
      resurrection: presentResurrectionOffer(late),
    }),
    ...untrustedIn(yours, late),
  };
}

/** What to send instead of a GET. */
function describeOperation(meant: string): ProblemFields {
  const route: Route | undefined = Object.values<Route>(ROUTES).find(
    ({ method, path }) => meant === `${method} ${path}`,
  );
  if (!route?.body || route.auth === 'admin') return {};
  const example = {
    method: route.method,
    endpoint: route.path,
    body: Object.assign({}, route.example) as Record<string, unknown>,
  };
  return { schema: schemaOf(route.body, 'input'), example };
}

function creaturesIn(
  problem: ProblemError,
  told: ToldCaller,
): { yours?: readonly OwnCreature[] | undefined; late?: DeadCreatureFacts | undefined } {
  if (problem.is('invalid_request'))
    return problem.facts.misfits.some(isTargetMisfit) ? { yours: told.yours } : {};
  const { facts } = problem;
  return {
    yours: facts && 'yours' in facts ? facts.yours : undefined,
    late: facts && 'late' in facts ? facts.late : undefined,
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

function asObject(offer: unknown): Record<string, unknown> {
  return offer as Record<string, unknown>;
}
