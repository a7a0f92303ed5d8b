import type { ProblemCode } from '../../core/problem.ts';
import recorded from './examples.json' with { type: 'json' };
import { isPaidInline } from './openapi-parameters.ts';
import type { JsonObject } from './openapi-schemas.ts';
import { problemsOf, PROBLEM_STATUS } from './problems.ts';
import type { Route } from './route.ts';

/** The sentence each problem is answered with, for readers of the document. */
export type ProblemExplainer = (code: ProblemCode, route: Route) => string;

const REPLY_EXAMPLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = recorded.replies;
const PROBLEM_EXAMPLES: Readonly<Record<string, unknown>> = recorded.problems;

const integer = { type: 'integer' };
const string = { type: 'string' };

/** Every header that tells an agent something. */
export const HEADERS = {
  'X-RateLimit-Limit': {
    description: 'On every answer: how many requests fit into one window.',
    schema: integer,
    example: 60,
  },
  'X-RateLimit-Remaining': { description: 'How many are left in this one.', schema: integer, example: 59 },
  'X-RateLimit-Reset': {
    description: 'On every answer: when it ends, in Unix seconds.',
    schema: integer,
    example: 1768478460,
  },
  'RateLimit-Policy': {
    description:
      'On every answer: the same limit as the IETF writes it, its name, `q` requests in `w` seconds.',
    schema: string,
    example: '"status";q=60;w=60',
  },
  RateLimit: {
    description: 'On every answer: what is left of it, `r` requests until `t` seconds from now.',
    schema: string,
    example: '"status";r=59;t=60',
  },
  'X-Request-Id': {
    description: 'On every answer: the name of this request; quote it when asking the operator.',
    schema: { ...string, format: 'uuid' },
    example: '4f0b9a63-0b9f-4c1e-8e40-2f5d1c7a6c0e',
  },
  ETag: {
    description: 'The version of this answer.',
    schema: string,
    example: '"2jmj7l5rSw0yVb_vlWAYkK_YBwk"',
  },
  'Idempotency-Replayed': {
    description: 'Only when this is the answer to an earlier request with the same Idempotency-Key.',
    schema: { ...string, const: 'true' },
    example: 'true',
  },
  Link: {
    description: 'Where the API is described.',
    schema: string,
    example: '</openapi.json>; rel="service-desc"; type="application/json"',
  },
  'Retry-After': { description: 'How many seconds to wait.', schema: integer, example: 7 },
  'WWW-Authenticate': {
    description: 'What opens the door: `Bearer` on 401, one `Payment` challenge for each way of MPP on 402.',
    schema: string,
    example: 'Bearer',
  },
  'PAYMENT-REQUIRED': {
    description: 'What to pay with x402, as JSON in base64; only where `x402_enabled`.',
    schema: string,
    example: 'eyJ4NDAyVmVyc2lvbiI6Mn0=',
  },
  'X-PAYMENT-REQUIRED': {
    description: 'The same under its older name.',
    schema: string,
    example: 'eyJ4NDAyVmVyc2lvbiI6Mn0=',
  },
  'PAYMENT-RESPONSE': {
    description: 'The receipt of a payment with x402, as JSON in base64.',
    schema: string,
    example: 'eyJzdWNjZXNzIjp0cnVlfQ==',
  },
  'X-PAYMENT-RESPONSE': {
    description: 'The same for its version 1.',
    schema: string,
    example: 'eyJzdWNjZXNzIjp0cnVlfQ==',
  },
  'Payment-Receipt': {
    description: 'The receipt of a payment with MPP, as JSON in base64.',
    schema: string,
    example: 'eyJzdGF0dXMiOiJzdWNjZXNzIn0',
  },
} as const satisfies Record<string, JsonObject>;
type HeaderName = keyof typeof HEADERS;

/** Others are on every answer as well, but shown where they matter: this document is to be read at one go. */
const SHOWN_EVERYWHERE: readonly HeaderName[] = ['X-RateLimit-Remaining'];

const ON_STATUS: Readonly<Record<number, readonly HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  402: ['WWW-Authenticate', 'PAYMENT-REQUIRED', 'X-PAYMENT-REQUIRED'],
  429: ['X-RateLimit-Limit', 'X-RateLimit-Reset', 'Retry-After', 'RateLimit-Policy', 'RateLimit'],
  500: ['X-Request-Id'],
  503: ['Retry-After'],
};

/** The same by names that are short, since they stand in every answer. */
export const HEADER_COMPONENTS: JsonObject = Object.fromEntries(
  Object.entries(HEADERS).map(([name, header]) => [componentName(name), header]),
);

/** `X-RateLimit-Limit` as Limit. */
function componentName(header: string): string {
  return header.replace(/^X-(?:RateLimit-)?(?!PAYMENT)/, '').replaceAll('-', '');
}

function headerLinks(more: readonly HeaderName[] = []): JsonObject {
  return Object.fromEntries(
    [...SHOWN_EVERYWHERE, ...more].map((name) => [
      name,
      { $ref: `#/components/headers/${componentName(name)}` },
    ]),
  );
}

/** What a row answers when all goes well. */
export function success(route: Route, schema: JsonObject): JsonObject {
  const type = route.onlyAs ?? 'application/json';
  const also = (route.alsoAs ?? []).map((other) => [other, { schema: string, ...exampleAs(route, other) }]);
  return {
    description: 'Done.',
    headers: headerLinks(headersOnSuccess(route)),
    content: { [type]: { schema, ...exampleAs(route, type) }, ...Object.fromEntries(also) },
  };
}

function exampleAs(route: Route, type: string): JsonObject {
  const example = exampleReply(route, type);
  return example === undefined ? {} : { example };
}

/** A reply that this row really gave in this media type. */
export function exampleReply({ operationId }: Route, type: string): unknown {
  const example = REPLY_EXAMPLES[operationId]?.[type];
  return operationId === WITH_STEPS ? example : withoutSteps(example);
}

/** A refusal that the house really gave. */
export function exampleRefusal(code: ProblemCode): unknown {
  return PROBLEM_EXAMPLES[code];
}

/** What next steps look like is shown once, in the answer that is read most. */
const WITH_STEPS = 'care_for_creature';

function withoutSteps(example: unknown): unknown {
  const hasSteps = typeof example === 'object' && example !== null && 'next_steps' in example;
  return hasSteps ? { ...example, next_steps: [] } : example;
}

function headersOnSuccess(route: Route): HeaderName[] {
  return [
    ...(route.etag ? (['ETag'] as const) : []),
    ...(route.linked ? (['Link'] as const) : []),
    ...(route.method === 'GET' ? [] : (['Idempotency-Replayed'] as const)),
    ...(isPaidInline(route) ? (['PAYMENT-RESPONSE', 'X-PAYMENT-RESPONSE', 'Payment-Receipt'] as const) : []),
  ];
}

/** The answer to whoever has it already. */
export const UNCHANGED: JsonObject = {
  description: 'Nothing has changed since the answer you have.',
  headers: headerLinks(['ETag']),
};

/** The problems of a row by their status, in its order. */
export function refusalsOf(route: Route): ReadonlyMap<number, readonly ProblemCode[]> {
  return Map.groupBy(new Set(problemsOf(route)), (code) => PROBLEM_STATUS[code]);
}

const REFUSALS: Readonly<Record<number, string>> = {
  400: 'The request does not fit.',
  401: 'The key is missing, or opens nothing.',
  402: 'This has to be paid for.',
  403: 'Not for you, or not yet.',
  404: 'Nobody and nothing there.',
  409: 'It does not go together with how things stand.',
  410: 'Too late.',
  413: 'The body is larger than 64 KiB.',
  429: 'Too many requests; wait a little.',
  500: 'Something went wrong',
  503: 'Not possible right now; try again.',
};

/** What a status means here, whatever the reason. */
export function describeStatus(status: number): string {
  return REFUSALS[status] ?? 'Refused.';
}

/** What rows share that refuse with the same status: the shape, and each refusal that has more to tell than its name. */
export function refusal(status: number, codes: readonly ProblemCode[]): JsonObject {
  const known = codes.filter((code) => code in PROBLEM_EXAMPLES);
  const telling = known.filter((code) => hasMoreThanItsName(PROBLEM_EXAMPLES[code]));
  const shown = telling.length > 0 ? telling : known.slice(0, 1);
  const examples = shown.map((code) => [code, { value: PROBLEM_EXAMPLES[code] }]);
  return {
    description: describeStatus(status),
    headers: headerLinks(ON_STATUS[status]),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

const EVERY_REFUSAL: ReadonlySet<string> = new Set(['error', 'code', 'request_id']);

function hasMoreThanItsName(example: unknown): boolean {
  return Object.keys(example as object).some((field) => !EVERY_REFUSAL.has(field));
}
