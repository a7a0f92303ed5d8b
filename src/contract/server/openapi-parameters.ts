import type { z } from 'zod';

import { schemaOf, type JsonObject } from './openapi-schemas.ts';
import type { Route } from './route.ts';

/** One parameter, as OpenAPI describes it. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description: string;
  readonly schema: JsonObject;
  readonly example: unknown;
}

/** Everything a row takes besides its body. */
export function parametersOf(route: Route): Parameter[] {
  return [
    ...parametersIn('path', route.params),
    ...parametersIn('query', route.query),
    ...(route.tag === 'Sandbox' ? [SANDBOX_TOKEN] : []),
    ...(route.method === 'GET' ? [] : [IDEMPOTENCY_KEY]),
    ...(route.etag ? [IF_NONE_MATCH] : []),
    ...(isPaidInline(route) ? PAYMENT_HEADERS : []),
  ];
}

/** True for what an agent can pay for in the same request. */
export function isPaidInline({ problems }: Route): boolean {
  return problems.includes('payment_refused');
}

function parametersIn(place: 'path' | 'query', schema: z.ZodObject | undefined): Parameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    ...((place === 'path' || required.includes(name)) && { required: true }),
    description: String(description),
    schema: rest,
    example: exampleOf(name, rest),
  }));
}

const EXAMPLES: Readonly<Record<string, string | number>> = {
  slug: 'moss_fox',
  agent: 'wren-7',
  token: 'the-token-of-your-feed',
  every_hours: 8,
  cursor: 'WzI1LDFd',
};
const AN_ID = '0b9f6c1e-6c0e-4f0b-9a63-2f5d1c7a8e40';

function exampleOf(name: string, { enum: words, format, ...schema }: JsonObject): unknown {
  if (format === 'uuid') return AN_ID;
  return schema['default'] ?? (Array.isArray(words) ? words[0] : EXAMPLES[name]);
}

const SANDBOX_TOKEN: Parameter = {
  name: 'X-Sandbox-Token',
  in: 'header',
  required: true,
  description: 'ARKHOUSE_SANDBOX_TOKEN, or what is in `sandbox-token` in the data folder.',
  schema: { type: 'string' },
  example: 'the-token-of-your-sandbox',
};

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Your own name for this request: sent again with it, the same is done once and answered the same. Make it random; where the answer holds an API key, a UUID or 128 bits in hex or base64.',
  schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
  example: '6f3d0c52-b1e9-4a7d-8c05-f2e6a9134bd7',
};

const IF_NONE_MATCH: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The ETag of the answer you have; while it holds, a 304 says so.',
  schema: { type: 'string' },
  example: '"2jmj7l5rSw0yVb_vlWAYkK_YBwk"',
};

const PAYMENT_HEADERS: readonly Parameter[] = [
  {
    name: 'PAYMENT-SIGNATURE',
    in: 'header',
    description: 'A payment with x402, in base64; X-PAYMENT in its version 1. Only where `x402_enabled`.',
    schema: { type: 'string' },
    example: 'eyJ4NDAyVmVyc2lvbiI6Mn0=',
  },
  {
    name: 'Payment-Authorization',
    in: 'header',
    description: 'A payment with MPP, as `Payment` and its credential. Only where `mpp_enabled`.',
    schema: { type: 'string' },
    example: 'Payment eyJjaGFsbGVuZ2UiOnt9fQ',
  },
];
