import { REFERENCE_PATH } from '../../api/documents.ts';
import { definitions, parametersOf, schemaOf } from '../../api/openapi-schemas.ts';
import { exampleRefusal, exampleReply, HEADERS, TAG_DESCRIPTIONS } from '../../api/openapi.ts';
import { isCommonProblem, PROBLEM_STATUS, problemsOf } from '../../api/problems.ts';
import { RATE_LIMITS } from '../../api/rate-limits.ts';
import { type Auth, type Route, type Tag, TAGS } from '../../api/route.ts';
import { ROUTES } from '../../api/routes.ts';
import { PROBLEMS, type ProblemCode } from '../../rules/problem.ts';
import { errorTextFor } from '../server/problems.ts';
import { callExamples, curl, type ExampleSite } from './call-examples.ts';

export const REFERENCE_PAGE = {
  title: 'API reference',
  description:
    'Every operation of the Arkhouse: what it takes, answers and refuses, with examples to copy and a form to try it.',
  lead: 'Everything that can be asked of the house, one call at a time, to read and to try.',
  guides: 'The guides explain the rest.',
  sections: 'All operations',
  find: 'Find an operation or a field',
  noneFound: 'Nothing here goes by that name.',
  shapes: 'Shapes',
  shapesLead: 'What stands in the answers above under a name of its own.',
  programs: 'For programs',
} as const;

/** What each part of a page about operations is called. */
export const OPERATION_WORDS = {
  who: 'Who may call',
  limit: 'How often',
  tool: 'As a tool',
  name: 'Name',
  takes: 'It takes',
  takesNothing: 'It takes nothing but the call itself.',
  answers: 'It answers',
  answersText: 'It answers with a text, as',
  refuses: 'It refuses',
  alsoRefuses: 'and whatever any operation may refuse',
  example: 'What an answer looks like',
  required: 'required',
  optional: 'may be missing',
  places: { path: 'in the path', query: 'in the query', header: 'in a header', body: 'in the body' },
} as const;

export const BEFORE_CALLING = {
  heading: 'Before you call',
  address: 'Every path here belongs to this address:',
  key: 'Who has a key sends it in one of these headers:',
  noKey: 'Who has none asks for one; no human is needed:',
  refusals: 'When it says no',
  refusalLooks: 'A refusal looks like this:',
  anyRefuses: 'What any operation may refuse',
  headers: 'What stands in the headers',
  refusalShape: 'All that a refusal can hold',
} as const;

export const TRY_IT = {
  heading: 'Try it',
  key: 'Your key',
  keyHint:
    'It stays in this page while the page is open, and is kept nowhere. It is sent to this house, in a header, and to nobody else.',
  forReal: 'This is the real house: what you send is done.',
  send: 'Send',
  unset: 'not sent',
  asJson: 'as JSON',
  sending: 'On its way …',
  unreachable: 'Nobody answered. Is the house still there?',
  unreadable: 'This is no JSON:',
  headers: 'Headers',
} as const;

/** What a page about some operations is called. */
const SECTION_TITLES: Record<Tag, string> = {
  Agents: 'Agents and their keys',
  Creatures: 'Creatures and their care',
  Memory: 'Memory',
  Credits: 'Credits and coming back',
  Species: 'Species',
  House: 'The house',
  Sandbox: 'The sandbox clock',
};

/** Who may call, in few words. */
export const AUTH_WORDS: Record<Auth, string> = {
  none: 'no key',
  optional: 'a key or none',
  required: 'your key',
  admin: 'the operator’s key',
};

const KEY_HEADERS: Partial<Record<Auth, string>> = {
  optional: 'x-api-key',
  required: 'x-api-key',
  admin: 'x-admin-key',
};

/** The tags under which some of these rows stand, in their order. */
export function tagsOf(routes: readonly Route[]): readonly Tag[] {
  return TAGS.filter((tag) => routes.some((route) => route.tag === tag));
}

/** Where the operations under a tag are described. */
export function sectionPath(tag: Tag): string {
  return `${REFERENCE_PATH}/${tag.toLowerCase()}`;
}

/** Everything the reference says: what holds for every operation, and the operations by their tags. */
export type Reference = ReturnType<typeof describeReference>;
export type ReferenceSection = Reference['sections'][number];

/** `tools` are the rows that are tools of MCP as well. */
export function describeReference(site: ExampleSite, routes: readonly Route[], tools: ReadonlySet<Route>) {
  const shapes = describeShapes(routes);
  return {
    origin: site.origin,
    firstCall: curl(site, ROUTES.registerAgent, { once: true }),
    refusalExample: asText(exampleRefusal('creature_asleep')),
    refusals: commonRefusals(),
    refusalShapes: reachableShapes(['Problem'], shapes),
    headers: Object.entries(HEADERS).map(([name, { description }]) => ({ name, about: description })),
    sections: tagsOf(routes).map((tag) => {
      const rows = routes.filter((route) => route.tag === tag);
      const operations = rows.map((route) => describeOperation(site, route, tools.has(route)));
      const fields = operations.flatMap(({ takes, answers }) => [...takes, ...answers]);
      return {
        tag,
        path: sectionPath(tag),
        title: SECTION_TITLES[tag],
        about: TAG_DESCRIPTIONS[tag],
        operations,
        shapes: reachableShapes(shapeNamesIn(fields), shapes),
      };
    }),
  };
}

/** One operation with all there is to say about it. */
export type Operation = ReturnType<typeof describeOperation>;

export function describeOperation(site: ExampleSite, route: Route, isTool = false) {
  const { operationId, method, path, summary, description, auth, status, onlyAs, alsoAs = [] } = route;
  const types = [onlyAs ?? 'application/json', ...alsoAs];
  return {
    /** Its operationId, which is also where it stands on its page, and its name as a tool. */
    name: operationId,
    method,
    path,
    summary,
    description,
    status,
    isTool,
    who: AUTH_WORDS[auth],
    limit: RATE_LIMITS[route.limit],
    keyHeader: KEY_HEADERS[auth],
    takes: requestFields(route),
    answers: onlyAs === undefined ? fieldsOf(schemaOf(route.reply, 'output')) : [],
    /** Other media types it answers in than JSON, or the only one. */
    textTypes: onlyAs === undefined ? alsoAs : types,
    refuses: ownRefusals(route),
    calls: callExamples(site, route, isTool),
    /** What it really answered, by media type. */
    replies: types.flatMap((type) => {
      const example = exampleReply(route, type);
      return example === undefined ? [] : [{ type, text: asText(example) }];
    }),
  };
}

function asText(example: unknown): string {
  return typeof example === 'string' ? example.trimEnd() : JSON.stringify(example, undefined, 2);
}

/** What names the thing comes first, what belongs to the request itself last. */
const PLACES = ['path', 'body', 'query', 'header'] as const;

/** A field of a request, and how it is filled in. */
export type RequestField = ReturnType<typeof requestFields>[number];

function requestFields(route: Route) {
  const body: JsonSchema = route.body ? schemaOf(route.body, 'input') : {};
  const examples = (route.example ?? {}) as Readonly<Record<string, unknown>>;
  const sent = [
    ...parametersOf(route).map(({ name, in: place, required, description, schema: given, example }) => {
      const schema: JsonSchema = { ...given, description };
      return { ...describeField(name, schema, required), place, schema, example };
    }),
    ...Object.entries(body.properties ?? {}).map(([name, schema]) => ({
      ...describeField(name, schema, body.required?.includes(name)),
      place: 'body' as const,
      schema,
      example: examples[name],
    })),
  ];
  const inOrder = sent.toSorted((one, other) => PLACES.indexOf(one.place) - PLACES.indexOf(other.place));
  return inOrder.map(({ schema, example, ...field }) => {
    // What may also be null is filled in as what it is otherwise.
    const { type, enum: words } = { ...schema.anyOf?.[0], ...schema };
    const choices = type === 'boolean' ? [true, false] : (words ?? []);
    return {
      ...field,
      /** The words it may be, where they are few. */
      choices: choices.map(String),
      /** Whether it is written as JSON: a path, a query and a header hold nothing but text. */
      isJson: field.place === 'body' && type !== 'string' && words === undefined,
      example: typeof example === 'string' ? example : JSON.stringify(example),
    };
  });
}

/** One way to be refused, in the words of the house. */
export type Refusal = ReturnType<typeof describeRefusal>;

function describeRefusal(code: ProblemCode, route: Route) {
  return { status: PROBLEM_STATUS[code], code, words: errorTextFor(code, route) };
}

const WORDED_BY_ROUTE: ReadonlySet<ProblemCode> = new Set(['invalid_request', 'unexpected']);

/** What only this operation refuses, or refuses in words of its own. */
function ownRefusals(route: Route): Refusal[] {
  return problemsOf(route)
    .filter((code) => !isCommonProblem(code) || WORDED_BY_ROUTE.has(code))
    .map((code) => describeRefusal(code, route))
    .toSorted((one, other) => one.status - other.status);
}

/** What any operation may refuse, told once. */
export function commonRefusals(): Refusal[] {
  return PROBLEMS.filter((code) => isCommonProblem(code) && !WORDED_BY_ROUTE.has(code)).map((code) =>
    describeRefusal(code, ROUTES.getApiIndex),
  );
}

/** What stands under a name of its own in several answers. */
export type NamedShape = ReturnType<typeof describeShapes>[number];

export function describeShapes(routes: readonly Route[]) {
  return Object.entries<JsonSchema>(definitions(routes)).map(([name, schema]) => ({
    name,
    type: typeNameOf(schema),
    about: schema.description ?? '',
    fields: fieldsOf(schema.items ?? schema),
  }));
}

/** The shapes of these names, and those that stand in them. */
function reachableShapes(names: readonly string[], shapes: readonly NamedShape[]): NamedShape[] {
  const found = new Set<NamedShape>();
  const waiting = [...names];
  for (const name of waiting) {
    const shape = shapes.find((each) => each.name === name);
    if (!shape || found.has(shape)) continue;
    found.add(shape);
    waiting.push(...shapeNamesIn(shape.fields));
  }
  return [...found];
}

function shapeNamesIn(fields: readonly Field[]): string[] {
  return fields.flatMap((field) => [...field.shapes, ...shapeNamesIn(field.fields)]);
}

/** The keywords of JSON Schema that documents tell of. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly default?: string | number | boolean | object | null;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

/** One field of a request, an answer or a shape, in words. */
export interface Field {
  readonly name: string;
  /** What it may be, in few words: `list of NextStep`. */
  readonly type: string;
  /** The names in its type that are shapes. */
  readonly shapes: readonly string[];
  /** Its bounds and what it is without being sent: `1 to 100 characters`, `usually 50`. */
  readonly limits: readonly string[];
  readonly required: boolean;
  readonly about: string;
  /** The fields of the object it holds, or of each entry of its list. */
  readonly fields: readonly Field[];
}

function fieldsOf({ properties = {}, required = [] }: JsonSchema): Field[] {
  return Object.entries(properties).map(([name, field]) =>
    describeField(name, field, required.includes(name)),
  );
}

function describeField(name: string, schema: JsonSchema, required = false): Field {
  return {
    name,
    type: typeNameOf(schema),
    shapes: shapesOf(schema),
    limits: limitsOf(schema),
    required,
    about: schema.description ?? '',
    fields: fieldsOf(innerSchema(schema)),
  };
}

/** The object a field holds, or each entry of its list; what may also be null is the first of its kinds. */
function innerSchema({ items, anyOf, ...field }: JsonSchema): JsonSchema {
  const [first] = anyOf ?? [];
  return items ?? (first ? innerSchema(first) : field);
}

const FORMATS: Readonly<Record<string, string>> = { uuid: 'UUID', 'date-time': 'moment', uri: 'address' };

/** What a value may be, in few words. */
function typeNameOf(schema: JsonSchema): string {
  const { $ref, anyOf, allOf, items, type, format } = schema;
  if ($ref !== undefined) return shapeName($ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.join(' | ');
  const either = anyOf ?? allOf;
  if (either) return [...new Set(either.map(typeNameOf))].join(' or ');
  if (items) return `list of ${typeNameOf(items)}`;
  if (format !== undefined && format in FORMATS) return FORMATS[format] ?? format;
  return typeof type === 'string' ? type : (type ?? ['anything']).join(' or ');
}

function shapesOf({ $ref, anyOf, allOf = [], items }: JsonSchema): string[] {
  if ($ref !== undefined) return [shapeName($ref)];
  return [...(anyOf ?? allOf), ...(items ? [items] : [])].flatMap(shapesOf);
}

function shapeName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

function limitsOf(given: JsonSchema): string[] {
  // What may also be null has its bounds in the first of its kinds.
  const schema = { ...given.anyOf?.[0], ...given };
  const fallback = schema.default;
  return [
    boundsText(schema.minimum, schema.maximum, ''),
    boundsText(schema.minLength, schema.maxLength, ' characters'),
    boundsText(undefined, schema.maxItems, ' entries'),
    fallback === undefined || typeof fallback === 'object' ? '' : `usually ${fallback}`,
  ].filter((word) => word !== '');
}

function boundsText(lowest: number | undefined, highest: number | undefined, what: string): string {
  if (highest === undefined) return lowest === undefined ? '' : `from ${lowest}${what}`;
  return lowest === undefined || lowest === 0 ? `up to ${highest}${what}` : `${lowest} to ${highest}${what}`;
}
