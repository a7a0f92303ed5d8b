import { callExamples, curl, type CallExamples } from '../../../agent-docs/call-examples.ts';
import {
  AUTH_WORDS,
  commonRefusals,
  fieldsOfSchema,
  ownRefusals,
  typeNameOf,
  type JsonSchema,
  type SchemaField,
} from '../../../agent-docs/operations.ts';
import { ROUTES } from '../../../contract/routes.ts';
import { REFERENCE_PATH } from '../../../contract/server/documents.ts';
import { parametersOf } from '../../../contract/server/openapi-parameters.ts';
import { exampleRefusal, exampleReply, HEADERS } from '../../../contract/server/openapi-responses.ts';
import { definitions, schemaOf } from '../../../contract/server/openapi-schemas.ts';
import { TAG_DESCRIPTIONS } from '../../../contract/server/openapi.ts';
import { RATE_LIMITS } from '../../../contract/server/rate-limits.ts';
import { TAGS, type Auth, type Route, type Tag } from '../../../contract/server/route.ts';
import { TOOLS } from '../../../mcp/tools.ts';
import type {
  FieldFacts,
  FieldPlace,
  OperationFacts,
  RequestFieldFacts,
  SampleFacts,
  TypeWord,
} from '../../../pages/public/api-operation.tsx';
import type {
  ReferenceBasics,
  ReferenceSection,
  SectionLink,
  ShapeFacts,
} from '../../../pages/public/api-reference-page.tsx';
import { formatSpan } from '../../../voice/engine/numbers.ts';
import { SECTION_TITLES } from '../../../voice/public/api-reference-page.ts';
import { HOW_TO_AUTHENTICATE } from '../../../voice/server/discovery.ts';
import { SHARED_TEXTS, sharedList } from '../../../voice/server/rule-words.ts';

/** Where the operations under a tag are described. */
export function sectionPath(tag: Tag): string {
  return `${REFERENCE_PATH}/${tag.toLowerCase()}`;
}

/** The tags under which some of these rows stand, in their order. */
export function tagsOf(routes: readonly Route[]): readonly Tag[] {
  return TAGS.filter((tag) => routes.some((route) => route.tag === tag));
}

/** What the reference is made of: the rows that are open, and where they are. */
export interface ReferenceContext {
  readonly routes: readonly Route[];
  readonly origin: string;
  readonly shapes: ShapeBook;
}

export function referenceContext(routes: readonly Route[], origin: string): ReferenceContext {
  return { routes, origin, shapes: new ShapeBook(routes) };
}

/** The way to every page about operations. */
export function sectionLinks(routes: readonly Route[]): SectionLink[] {
  return tagsOf(routes).map((tag) => ({ path: sectionPath(tag), label: tag }));
}

/** Everything there is to say about the operations under a tag. */
export function describeSection(tag: Tag, context: ReferenceContext): ReferenceSection {
  const rows = context.routes.filter((route) => route.tag === tag);
  const operations = rows.map((route) => describeOperation(route, context));
  const fields = operations.flatMap(({ takes, answers }) => [...takes, ...answers]);
  return {
    path: sectionPath(tag),
    title: SECTION_TITLES[tag],
    about: TAG_DESCRIPTIONS[tag],
    operations,
    shapes: context.shapes.namedIn(fields),
  };
}

const TOOL_NAMES: ReadonlyMap<Route, string> = new Map(TOOLS.map(({ row, name }) => [row, name]));

const KEY_HEADERS: Partial<Record<Auth, string>> = {
  optional: 'x-api-key',
  required: 'x-api-key',
  admin: 'x-admin-key',
};

function describeOperation(route: Route, { origin, shapes }: ReferenceContext): OperationFacts {
  const tool = TOOL_NAMES.get(route);
  const { operationId, method, path, summary, description, auth, status, reply, onlyAs, alsoAs = [] } = route;
  return {
    name: operationId,
    method,
    path,
    summary,
    description,
    who: AUTH_WORDS[auth],
    limit: limitWords(route),
    tool,
    keyHeader: KEY_HEADERS[auth],
    takes: requestFields(route, shapes),
    status,
    textTypes: onlyAs === undefined ? alsoAs : [onlyAs],
    answers: onlyAs === undefined ? shapes.fieldsOf(schemaOf(reply, 'output')) : [],
    refuses: ownRefusals(route),
    calls: samplesOf(callExamples({ origin }, route, tool)),
    replies: repliesOf(route),
  };
}

function limitWords({ limit }: Route): string {
  const { max, windowSeconds, per } = RATE_LIMITS[limit];
  return `${max} per ${formatSpan(windowSeconds)}, for each ${per === 'ip' ? 'address' : 'agent'}`;
}

/** What names the thing comes first, what belongs to the request itself last. */
const PLACES: readonly FieldPlace[] = ['path', 'body', 'query', 'header'];

function requestFields(route: Route, shapes: ShapeBook): RequestFieldFacts[] {
  const fields = [...takenBeside(route, shapes), ...takenInBody(route, shapes)];
  return fields.toSorted((one, other) => PLACES.indexOf(one.place) - PLACES.indexOf(other.place));
}

function takenBeside(route: Route, shapes: ShapeBook): RequestFieldFacts[] {
  return parametersOf(route).flatMap(({ name, in: place, required = false, description, schema, example }) =>
    shapes
      .fieldsOf({ properties: { [name]: { ...schema, description } }, required: required ? [name] : [] })
      .map((field) => asRequestField(field, { place, schema, example })),
  );
}

function takenInBody({ body, example }: Route, shapes: ShapeBook): RequestFieldFacts[] {
  if (!body) return [];
  const schema: JsonSchema = schemaOf(body, 'input');
  const examples = (example ?? {}) as Readonly<Record<string, unknown>>;
  return shapes.fieldsOf(schema).map((field) =>
    asRequestField(field, {
      place: 'body',
      schema: schema.properties?.[field.name] ?? {},
      example: examples[field.name],
    }),
  );
}

interface FieldSource {
  readonly place: FieldPlace;
  readonly schema: JsonSchema;
  readonly example: unknown;
}

function asRequestField(field: FieldFacts, { place, schema, example }: FieldSource): RequestFieldFacts {
  // What may also be null is filled in as what it is otherwise.
  const { type, enum: words } = { ...schema.anyOf?.[0], ...schema };
  const choices = type === 'boolean' ? [true, false] : (words ?? []);
  // A path, a query and a header hold nothing but text.
  const isText = place !== 'body' || type === 'string' || words !== undefined;
  return {
    ...field,
    place,
    choices: choices.map(String),
    written: isText ? 'text' : 'json',
    example: typeof example === 'string' ? example : JSON.stringify(example),
  };
}

const LANGUAGES = [
  ['curl', 'curl'],
  ['typescript', 'TypeScript'],
  ['mcp', 'MCP'],
] as const satisfies readonly (readonly [keyof CallExamples, string])[];

function samplesOf(examples: CallExamples): SampleFacts[] {
  return LANGUAGES.flatMap(([name, label]) => {
    const text = examples[name];
    return text === undefined ? [] : [{ label, text }];
  });
}

function repliesOf(route: Route): SampleFacts[] {
  const types = [route.onlyAs ?? 'application/json', ...(route.alsoAs ?? [])];
  return types.flatMap((type) => {
    const example = exampleReply(route, type);
    return example === undefined ? [] : [{ label: type, text: asText(example) }];
  });
}

function asText(example: unknown): string {
  return typeof example === 'string' ? example.trimEnd() : JSON.stringify(example, undefined, 2);
}

/** What holds for every operation. */
export function describeBasics({ origin, shapes }: ReferenceContext): ReferenceBasics {
  return {
    origin,
    keyHeaders: HOW_TO_AUTHENTICATE.headers,
    firstCall: curl({ origin }, ROUTES.registerAgent, { once: true }),
    aboutExamples: `${SHARED_TEXTS.inTheExamples} ${SHARED_TEXTS.inMoreExamples}`,
    aboutRefusals: sharedList('aboutRefusals'),
    refusalExample: asText(exampleRefusal('creature_asleep')),
    refusals: commonRefusals(),
    refusalShapes: shapes.reachableFrom(['Problem']),
    headers: Object.entries(HEADERS).map(([name, { description }]) => [name, description]),
  };
}

/** Every shape that has a name in the contract, and fields with links to them. */
class ShapeBook {
  readonly #named: ReadonlyMap<string, JsonSchema>;

  constructor(routes: readonly Route[]) {
    this.#named = new Map<string, JsonSchema>(Object.entries(definitions(routes)));
  }

  fieldsOf(schema: JsonSchema): FieldFacts[] {
    return fieldsOfSchema(schema).map((field) => this.#linked(field));
  }

  #linked({ type, fields, ...field }: SchemaField): FieldFacts {
    return { ...field, type: this.#wordsOf(type), fields: fields.map((inner) => this.#linked(inner)) };
  }

  /** `list of NextStep` as text and a link. */
  #wordsOf(type: string): TypeWord[] {
    return type
      .split(/\b(?=[A-Z])|(?<=\w)\b(?=\W)/)
      .map((word) => ({ word, isShape: this.#named.has(word) }));
  }

  /** The shapes that these fields name, and those that stand in them. */
  namedIn(fields: readonly FieldFacts[]): ShapeFacts[] {
    return this.reachableFrom(namesIn(fields));
  }

  reachableFrom(names: Iterable<string>): ShapeFacts[] {
    const found = new Map<string, ShapeFacts>();
    const waiting = [...names];
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const schema = this.#named.get(name);
      if (!schema || found.has(name)) continue;
      const fields = this.fieldsOf(schema.items ?? schema);
      found.set(name, { name, type: typeNameOf(schema), about: schema.description ?? '', fields });
      waiting.push(...namesIn(fields));
    }
    return [...found.values()];
  }
}

function namesIn(fields: readonly FieldFacts[]): string[] {
  return fields.flatMap(({ type, fields: inner }) => [
    ...type.filter(({ isShape }) => isShape).map(({ word }) => word),
    ...namesIn(inner),
  ]);
}
