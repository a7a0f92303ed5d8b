// The contract as plain TypeScript: what the client takes and answers with, without the library that its schemas are written in.
import type { z } from 'zod';

import { ACTIONS } from '../../src/rules/vocabulary.ts';
import { definitions, schemaOf, type JsonObject } from '../../src/api/openapi-schemas.ts';
import { PROBLEMS } from '../../src/api/problems.ts';
import type { RequestPartName, Route } from '../../src/api/route.ts';
import { ROUTES, SANDBOX_ROUTES } from '../../src/api/routes.ts';
import { clientCallOf, EACH_ACTION } from '../../src/client/client-calls.ts';

const PARTS: readonly RequestPartName[] = ['body', 'query', 'params'];

export function contractTypes(): string {
  const rows = { ...ROUTES, ...SANDBOX_ROUTES };
  const named = definitions(Object.values(rows));
  return [
    ...Object.entries(named).map(([name, schema]) => `${comment(schema)}type ${name} = ${typeOf(schema)};`),
    'type ProblemBody = Problem;',
    `type ProblemCode = ${PROBLEMS.map((code) => JSON.stringify(code)).join(' | ')};`,
    ...Object.values(rows).flatMap((row: Route) => [
      `type ${typeName(row)}Fields = ${sentSchemas(row).map(typeOf).join(' & ') || 'object'};`,
      `type ${typeName(row)}Reply = ${typeOf(schemaOf(row.reply, 'output'))};`,
    ]),
    clientType('Client', 'Every operation of the house as a typed function.', ROUTES, groupTypes()),
    clientType('SandboxClient', 'The clock of a house that was started to be tried out.', SANDBOX_ROUTES),
  ].join('\n');
}

function clientType(
  name: string,
  meaning: string,
  rows: Readonly<Record<string, Route>>,
  more: readonly string[] = [],
): string {
  const methods = Object.entries(rows).map(
    ([method, row]) => `${summary(row)}readonly ${method}: ${overloads(optionOverloads(row))};`,
  );
  return `/** ${meaning} */\ninterface ${name} {\n${[...methods, ...more].join('\n')}\n}`;
}

/** The groups of `Client`: `care: { feed(fields, options) }`. */
function groupTypes(): string[] {
  const methods = Object.values(ROUTES).flatMap((row: Route) => {
    const [group, method] = clientCallOf(row);
    const isEach = method === EACH_ACTION;
    return (isEach ? ACTIONS : [method]).map((name) => ({
      group,
      text: `${summary(row)}readonly ${name}: ${overloads(fieldOverloads(row, isEach))};`,
    }));
  });
  return [...Map.groupBy(methods, ({ group }) => group)].map(
    ([group, texts]) => `readonly ${group}: {\n${texts.map(({ text }) => text).join('\n')}\n};`,
  );
}

function overloads(lines: readonly string[]): string {
  return `{\n${lines.join('\n')}\n}`;
}

function optionOverloads(row: Route): string[] {
  const parts = PARTS.flatMap((part) => {
    const schema = row[part] && schemaOf(row[part], 'input');
    return schema ? [{ part, type: typeOf(schema), isNeeded: isNeeded(schema) }] : [];
  });
  const fields = parts.map(
    ({ part, type, isNeeded: needed }) => `readonly ${part}${needed ? '' : '?'}: ${type};`,
  );
  const options = `CallOptions${fields.length > 0 ? ` & {\n${fields.join('\n')}\n}` : ''}`;
  const isOptional = parts.every(({ isNeeded: needed }) => !needed);
  const markdown = `(options: ${options} & { readonly query: { readonly format: 'markdown' } }): Promise<string>;`;
  return [
    ...(row.alsoAs ? [markdown] : []),
    ...exactReplies(row).map(
      ({ mark, query, reply }) =>
        `(options${mark}: CallOptions & { readonly query${mark}: ${query} }): Promise<${reply}>;`,
    ),
    `(options${isOptional ? '?' : ''}: ${options}): Promise<${typeName(row)}Reply>;`,
  ];
}

function sentSchemas(row: Route): JsonObject[] {
  return PARTS.flatMap((part) => (row[part] ? [schemaOf(row[part], 'input')] : []));
}

function fieldOverloads(row: Route, isAction: boolean): string[] {
  const whole = `${typeName(row)}Fields`;
  const needed = sentSchemas(row).flatMap(({ required = [] }) => required as string[]);
  const isOptional = needed.every((name) => isAction && name === 'action');
  const fields = isAction ? `Omit<${whole}, 'action'>` : whole;
  const paging = row.pages;
  const items = paging && `${typeName(row)}Reply[${JSON.stringify(paging.items)}][number]`;
  const list = items === undefined ? '' : ` & AsyncIterable<${items}>`;
  const markdown = `(fields: ${whole} & { readonly format: 'markdown' }, options?: CallOptions): Promise<string>;`;
  return [
    ...(row.alsoAs ? [markdown] : []),
    ...exactReplies(row).map(
      ({ mark, query, reply }) => `(fields${mark}: ${query}, options?: CallOptions): Promise<${reply}>;`,
    ),
    `(fields${isOptional ? '?' : ''}: ${fields}, options?: CallOptions): Promise<${typeName(row)}Reply>${list};`,
  ];
}

function exactReplies(row: Route) {
  return (row.replies ?? []).map(({ query, reply }) => {
    const asked = schemaOf(query, 'input');
    return { mark: isNeeded(asked) ? '' : '?', query: typeOf(asked), reply: exactReply(row, reply) };
  });
}

/** A reply by the fields in which it differs from the route's. */
function exactReply(row: Route, reply: z.ZodType): string {
  const fieldsOf = (schema: z.ZodType) =>
    (schemaOf(schema, 'output')['properties'] ?? {}) as Record<string, JsonObject>;
  const all = fieldsOf(row.reply);
  const own = Object.entries(fieldsOf(reply)).filter(
    ([name, field]) => typeOf(field) !== typeOf(all[name] ?? {}),
  );
  const fields = own.map(([name, field]) => `${name}: ${typeOf(field)};`);
  const names = own.map(([name]) => JSON.stringify(name)).join(' | ');
  return `Omit<${typeName(row)}Reply, ${names}> & { ${fields.join(' ')} }`;
}

function typeName({ operationId }: Route): string {
  return operationId.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function summary(row: Route): string {
  return `/** ${row.summary.replace(/\.?$/, '.')} */\n`;
}

function isNeeded({ required }: JsonObject): boolean {
  return Array.isArray(required) && required.length > 0;
}

function typeOf(schema: JsonObject): string {
  const { $ref, type, items } = schema;
  if (typeof $ref === 'string') return $ref.slice($ref.lastIndexOf('/') + 1);
  if ('not' in schema && type === undefined) return 'never';
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (Array.isArray(schema['enum'])) return schema['enum'].map((word) => JSON.stringify(word)).join(' | ');
  const choices = (schema['anyOf'] ?? schema['oneOf']) as JsonObject[] | undefined;
  if (choices) return choices.map((each) => `(${typeOf(each)})`).join(' | ');
  if (Array.isArray(type))
    return type.map((each) => typeOf({ ...schema, type: each as unknown })).join(' | ');
  if (type === 'array') return `(${typeOf((items ?? {}) as JsonObject)})[]`;
  if (type === 'object') return objectType(schema);
  const plain = PLAIN[String(type)];
  if (plain === undefined) throw new Error(`no type is known for ${JSON.stringify(schema)}`);
  return plain;
}

const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
  undefined: 'unknown',
};

function objectType({ properties = {}, required, additionalProperties }: JsonObject): string {
  const needed = new Set(required as string[] | undefined);
  const fields = Object.entries(properties as Record<string, JsonObject>).map(([name, field]) => {
    const type = typeOf(field);
    return `${comment(field)}${JSON.stringify(name)}${needed.has(name) ? `: ${type}` : `?: ${type} | undefined`};`;
  });
  const others = additionalProperties as JsonObject | undefined;
  return `{\n${[...fields, ...(others ? [`[name: string]: ${typeOf(others)};`] : [])].join('\n')}\n}`;
}

function comment({ description }: JsonObject): string {
  return typeof description === 'string' ? `/** ${description.replaceAll('*/', '* /')} */\n` : '';
}
