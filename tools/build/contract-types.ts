// The contract as plain TypeScript: what the client takes and answers with, without the library that its schemas are written in.
import { ROUTES, SANDBOX_ROUTES } from '../../src/api/routes.ts';
import { definitions, schemaOf, type JsonObject } from '../../src/api/openapi-schemas.ts';
import type { RequestPartName, Route } from '../../src/api/route.ts';

const PARTS: readonly RequestPartName[] = ['body', 'query', 'params'];

/** Every named shape of the contract, `Client`, `SandboxClient` and `ProblemBody`. */
export function contractTypes(): string {
  const named = definitions([...Object.values(ROUTES), ...Object.values(SANDBOX_ROUTES)]);
  return [
    ...Object.entries(named).map(([name, schema]) => `${comment(schema)}type ${name} = ${typeOf(schema)};`),
    'type ProblemBody = Problem;',
    clientType('Client', 'Every operation of the house as a typed function.', ROUTES),
    clientType('SandboxClient', 'The clock of a house that was started to be tried out.', SANDBOX_ROUTES),
  ].join('\n');
}

function clientType(name: string, meaning: string, rows: Readonly<Record<string, Route>>): string {
  const methods = Object.entries(rows).map(
    ([method, row]) => `/** ${row.summary.replace(/\.?$/, '.')} */\nreadonly ${method}: ${methodType(row)};`,
  );
  return `/** ${meaning} */\ninterface ${name} {\n${methods.join('\n')}\n}`;
}

function methodType(row: Route): string {
  const parts = PARTS.flatMap((part) => {
    const schema = row[part] && schemaOf(row[part], 'input');
    return schema ? [{ part, type: typeOf(schema), isNeeded: isNeeded(schema) }] : [];
  });
  const fields = parts.map(
    ({ part, type, isNeeded: needed }) => `readonly ${part}${needed ? '' : '?'}: ${type};`,
  );
  const options = `CallOptions${fields.length > 0 ? ` & {\n${fields.join('\n')}\n}` : ''}`;
  const isOptional = parts.every(({ isNeeded: needed }) => !needed);
  const answer = `(options${isOptional ? '?' : ''}: ${options}): Promise<${typeOf(schemaOf(row.reply, 'output'))}>;`;
  const asText = `(options: ${options} & { readonly query: { readonly format: 'markdown' } }): Promise<string>;`;
  return `{\n${row.alsoAs ? `${asText}\n` : ''}${answer}\n}`;
}

function isNeeded({ required }: JsonObject): boolean {
  return Array.isArray(required) && required.length > 0;
}

function typeOf(schema: JsonObject): string {
  const { $ref, type, items } = schema;
  if (typeof $ref === 'string') return $ref.slice($ref.lastIndexOf('/') + 1);
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
