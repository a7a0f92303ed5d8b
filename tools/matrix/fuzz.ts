import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { connect } from '../../src/client/client.ts';
import { seededRandom } from '../corpus/preload.ts';
import type { Installed } from './installed.ts';

export const FUZZ_PACKAGES = ['json-schema-faker@0.6.3', 'ajv@8.20.0', 'ajv-formats@3.0.1'];

type Json = Readonly<Record<string, unknown>>;
type Validate = ((value: unknown) => boolean) & { readonly errors?: readonly Json[] | null };

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Json;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Json } } };
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema: Json }> }>;
}

interface Attempt {
  readonly parameters: ReadonlyMap<Parameter, unknown>;
  readonly body?: unknown;
  /** What the document says about it. Some values that do not fit are replaced by a default or a limit. */
  readonly is: 'valid' | 'invalid' | 'replaced';
}

/** Values that most schemas refuse. Not null and not blank: such a field counts as absent. */
const WRONG = [-1, 0.5, 1e12, true, 'no such word', 'x'.repeat(3000), [[]], { a: {} }];
const WRONG_WORDS = WRONG.filter((each) => typeof each !== 'object').map(String);
/** Random payments and cache tags say nothing about an operation; `id` would have to agree with `creature_id`. */
const LEFT_OUT = /^(?:payment-.*|if-none-match|id)$/i;

/** Fields that are not looked at beside another one. */
const UNUSED_BESIDE: Readonly<Record<string, string>> = {
  image_url: 'image_prompt',
  avatar_url: 'avatar_prompt',
};

/** Fields of a body that are brought into their limits or left out instead of being refused. */
const REPLACED = /^(?:every_hours|source)$/;

interface FuzzOptions {
  readonly address: string;
  readonly sandboxToken: string;
  readonly seed: number;
  /** Requests per operation that follow the document, and as many that do not. */
  readonly rounds: number;
}

/** Sends random requests to every operation of the document, valid and invalid ones, and judges each reply by it. */
export async function fuzz(tool: Installed, options: FuzzOptions) {
  const { paths, components } = (await (await fetch(`${options.address}/openapi.json`)).json()) as {
    readonly paths: Record<string, Record<string, Operation>>;
    readonly components: Json;
  };
  const fuzzer = new Fuzzer(options, await load(tool, components, options.seed));
  for (const [path, operations] of Object.entries(paths))
    for (const [method, operation] of Object.entries(operations))
      await fuzzer.tryOperation(method.toUpperCase(), path, withoutLinks(operation, components));
  return fuzzer;
}

class Fuzzer {
  readonly failures: string[] = [];
  requests = 0;
  readonly #options: FuzzOptions;
  readonly #schemas: Schemas;
  readonly #random: () => number;
  #keeper = { key: '', username: '', ids: [''] };

  constructor(options: FuzzOptions, schemas: Schemas) {
    this.#options = options;
    this.#schemas = schemas;
    this.#random = seededRandom(options.seed);
  }

  async tryOperation(method: string, path: string, operation: Operation): Promise<void> {
    await this.#moveIn();
    for (let round = 0; round < 2 * this.#options.rounds; round += 1) {
      const attempt = round % 2 === 0 ? this.#validAttempt(operation) : this.#invalidAttempt(operation);
      if (!attempt) continue;
      const reply = await this.#send(method, path, attempt);
      const problem = this.#judge(reply, await reply.text(), operation, attempt);
      const given = [...attempt.parameters].map(([{ name }, value]) => `${name}=${String(value)}`);
      const sent = `${given.join('&')} ${JSON.stringify(attempt.body)}`.slice(0, 300);
      if (problem !== undefined) this.failures.push(`${operation.operationId} ${sent}: ${problem}`);
      // The key is replaced, or the agent or its creatures are gone.
      if (reply.status === 401 || (method !== 'GET' && reply.ok)) await this.#moveIn();
    }
  }

  async #moveIn(): Promise<void> {
    const { address } = this.#options;
    const username = `fuzz-${randomUUID().slice(0, 18)}`;
    const { your_token: key } = await connect(address).agents.register({ username });
    const { creatures } = connect(address, { key });
    const ids: string[] = [];
    for (const name of ['Moss', 'Pebble']) ids.push((await creatures.adopt({ name })).creature.id);
    this.#keeper = { key, username, ids };
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)] as T;
  }

  /** Values of fields with rules that JSON Schema cannot say. */
  #known({ operationId }: Operation, name: string): unknown {
    const { ids, username } = this.#keeper;
    const values: Json = {
      'X-Sandbox-Token': this.#options.sandboxToken,
      'Idempotency-Key': randomUUID(),
      creature_id: this.#pick([...ids, randomUUID()]),
      species_slug: 'tabby',
      every_hours: 3,
      timezone: 'Europe/Berlin',
      personality: 'Sits still and counts the rain.',
      ...(operationId !== 'register_agent' && { username }),
    };
    return values[name];
  }

  #validAttempt(operation: Operation): Attempt {
    const { parameters = [], requestBody } = operation;
    const sent = parameters.filter(
      ({ name, required }) => required === true || (!LEFT_OUT.test(name) && this.#random() < 0.5),
    );
    const { generate } = this.#schemas;
    const values = sent.map(
      (each) => [each, this.#known(operation, each.name) ?? generate(each.schema)] as const,
    );
    const schema = requestBody?.content['application/json'].schema;
    const fields = Object.entries(schema ? (generate(this.#closed(schema)) as Json) : {})
      .filter(([name], _, all) => name !== 'id' || all.length === 1)
      .filter(([name], _, all) => name !== 'item' || !all.some(([, value]) => value === 'reflect'))
      .map(([name, value]) => [name, this.#known(operation, name) ?? value]);
    const body = schema && { body: Object.fromEntries(fields) as unknown };
    return { parameters: new Map(values), ...body, is: 'valid' };
  }

  /** A schema without fields of the generator's own; where one of several is needed, one is required. */
  #closed({ minProperties, ...schema }: Json): Json {
    const names = Object.keys(schema['properties'] as object);
    const needed = minProperties !== undefined && { required: [this.#pick(names)] };
    return { ...schema, additionalProperties: false, ...needed };
  }

  /** Breaks one parameter or one field of the body; undefined if twenty tries still fit the schemas. */
  #invalidAttempt(operation: Operation): Attempt | undefined {
    const schema = operation.requestBody?.content['application/json'].schema;
    const breakable = (operation.parameters ?? []).filter((each) => each.in === 'query');
    for (let tries = 0; tries < 20; tries += 1) {
      const { parameters, body } = this.#validAttempt(operation);
      const parameter = this.#pick([...breakable, undefined]);
      const word = this.#pick(WRONG_WORDS);
      if (parameter && !this.#schemas.coerce(parameter.schema)(word)) {
        const is = 'default' in parameter.schema ? 'replaced' : 'invalid';
        return { parameters: new Map([...parameters, [parameter, word]]), body, is };
      }
      const field = this.#pick(Object.keys(schema?.['properties'] ?? {}));
      const { [UNUSED_BESIDE[field] ?? '']: _, ...others } = (body ?? {}) as Json;
      const broken = this.#pick([{ ...others, [field]: this.#pick(WRONG) }, {}, 'text', [body]]);
      if (schema && !this.#schemas.validate(schema)(broken))
        return { parameters, body: broken, is: REPLACED.test(field) ? 'replaced' : 'invalid' };
    }
    return undefined;
  }

  async #send(method: string, path: string, { parameters, body }: Attempt): Promise<Response> {
    this.requests += 1;
    const url = new URL(path, this.#options.address);
    let filled = path;
    const { sandboxToken } = this.#options;
    const headers = new Headers({ 'x-api-key': this.#keeper.key, 'x-sandbox-token': sandboxToken });
    for (const [{ name, in: place }, value] of parameters) {
      // An empty segment is another path.
      if (place === 'path')
        filled = filled.replace(`{${name}}`, encodeURIComponent(String(value) || 'unknown'));
      if (place === 'query') url.searchParams.set(name, String(value));
      if (place === 'header') headers.set(name, String(value));
    }
    url.pathname = filled;
    if (body !== undefined) headers.set('content-type', 'application/json');
    return fetch(url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  }

  #judge(reply: Response, text: string, { responses }: Operation, { is }: Attempt): string | undefined {
    const { status } = reply;
    const told = `${status} ${text.slice(0, 300)}`;
    const type = String(reply.headers.get('content-type')).split(';')[0] ?? '';
    if (status >= 500) return `the service failed: ${told}`;
    if (!responses[status]) return `the status is not documented: ${told}`;
    const { content } = responses[status];
    if (content && !(type in content)) return `the media type is not documented: ${type}`;
    if (is === 'valid' && text.includes('"code":"invalid_request"')) return `it is valid: ${told}`;
    // Some fields are ignored with a warning.
    if (is === 'invalid' && status < 400 && !text.includes('"warnings"')) return `it is invalid: ${told}`;
    if (!content || type !== 'application/json') return undefined;
    const fits = this.#schemas.validate(content[type]?.schema ?? {});
    if (fits(JSON.parse(text))) return undefined;
    return `the body does not fit: ${JSON.stringify(fits.errors?.slice(0, 2))} ${told}`;
  }
}

/** An operation whose parameters and responses stand in it instead of being linked. */
function withoutLinks({ parameters = [], responses, ...rest }: Operation, components: Json): Operation {
  const linked = <Part extends object>(part: Part): Part => {
    const link = (part as { $ref?: string }).$ref?.split('/').slice(2) ?? [];
    return link.reduce<unknown>(
      (at, name) => (at as Json)[name],
      link.length > 0 ? components : part,
    ) as Part;
  };
  const answers = Object.entries(responses).map(([status, answer]) => [status, linked(answer)] as const);
  return { ...rest, parameters: parameters.map(linked), responses: Object.fromEntries(answers) };
}

type Schemas = Awaited<ReturnType<typeof load>>;

async function load({ folder }: Installed, components: Json, seed: number) {
  const from = (path: string) => import(pathToFileURL(join(folder, 'node_modules', path)).href);
  const { createGeneratorSync } = (await from('json-schema-faker/dist/index.js')) as Generators;
  const { default: Ajv } = (await from('ajv/dist/2020.js')) as Ajv;
  const { default: addFormats } = (await from('ajv-formats/dist/index.js')) as Formats;
  const generator = createGeneratorSync({ seed });
  const compiler = (options: object) => {
    const ajv = new Ajv.default({ strict: false, allErrors: true, ...options });
    addFormats.default(ajv);
    const compiled = new Map<Json, Validate>();
    return (schema: Json): Validate => {
      const made = compiled.get(schema) ?? ajv.compile({ ...schema, components });
      compiled.set(schema, made);
      return made;
    };
  };
  return {
    generate: (schema: Json) => generator.generate({ ...schema, components }),
    validate: compiler({}),
    /** Takes the words of a query for the types of the schema. */
    coerce: compiler({ coerceTypes: true }),
  };
}

interface Generators {
  readonly createGeneratorSync: (options: object) => { generate(schema: Json): unknown };
}
interface Ajv {
  default: { default: new (options: object) => { compile(schema: Json): Validate } };
}
interface Formats {
  default: { default(ajv: unknown): void };
}
