import type { FastifyInstance } from 'fastify';

import { callExamples, type CallExamples, curl } from '../agent-docs/call-examples.ts';
import {
  AUTH_WORDS,
  commonRefusals,
  fieldsOfSchema,
  type JsonSchema,
  ownRefusals,
  type SchemaField,
  typeNameOf,
} from '../agent-docs/operations.ts';
import { OPENAPI_PATH, REFERENCE_PATH } from '../api/documents.ts';
import { definitions, parametersOf, schemaOf } from '../api/openapi-schemas.ts';
import { buildOpenApi, exampleRefusal, exampleReply, HEADERS, TAG_DESCRIPTIONS } from '../api/openapi.ts';
import { RATE_LIMITS } from '../api/rate-limits.ts';
import { type Auth, type Route, type Tag, TAGS } from '../api/route.ts';
import { ROUTES } from '../api/routes.ts';
import type { House } from '../features/house.ts';
import { TOOLS } from '../mcp/tools.ts';
import { formatSpan } from '../text/numbers.ts';
import { SECTION_TITLES } from '../text/pages/api-reference-page.ts';
import { errorTextFor } from '../text/server/problems.ts';
import { HOW_TO_AUTHENTICATE } from '../text/server/public-steps.ts';
import { SHARED_TEXTS, sharedList } from '../text/server/rule-words.ts';
import { renderPage } from '../web/layout.tsx';
import type { PageScript, PageSpec } from '../web/page-spec.ts';
import type {
  FieldFacts,
  FieldPlace,
  OperationFacts,
  RequestFieldFacts,
  SampleFacts,
  TypeWord,
} from '../web/public/api-operation.tsx';
import {
  apiReferencePage,
  apiSectionPage,
  type ReferenceBasics,
  type ReferenceSection,
  type SectionLink,
  type ShapeFacts,
} from '../web/public/api-reference-page.tsx';
import { CSP, integrityOf, LINK_HEADER, type ReplyHeaders, withScripts } from './headers.ts';
import type { PublicSite } from './page-assets.ts';
import { limitedBy } from './rate-limit.ts';
import { type EtaggedBody, HTML_TYPE, JSON_TYPE, sendPublic, withEtag } from './send.ts';

const CACHED_FIVE_MINUTES: Readonly<ReplyHeaders> = { 'cache-control': 'public, max-age=300' };

/** What is served beside the API: the document for programs and the reference for people. */
export function servicePaths(routes: readonly Route[]): readonly string[] {
  return [REFERENCE_PATH, ...tagsOf(routes).map(sectionPath), OPENAPI_PATH, '/livez', '/readyz'];
}

interface ApiReference {
  readonly site: PublicSite;
  /** The operations that are open, in their order. */
  readonly routes: readonly Route[];
}

export function addApiReference(app: FastifyInstance, house: House, { site, routes }: ApiReference): void {
  const limited = limitedBy(house, 'pages');
  // Made when somebody first asks: a house opens sooner, and most are never asked.
  let document: EtaggedBody | undefined;
  app.get(OPENAPI_PATH, limited, async (request, reply) => {
    document ??= withEtag(JSON.stringify(openApiDocument(routes)));
    Object.assign(request.context.headers, CACHED_FIVE_MINUTES);
    await sendPublic(request, reply, { type: JSON_TYPE, ...document, effort: 'thorough' });
  });
  const { tryIt } = site.assets;
  const script = { src: tryIt.path, integrity: integrityOf(tryIt.body) };
  const headers = { ...CACHED_FIVE_MINUTES, ...referenceHeaders(site, script) };
  for (const [path, written] of referencePages({ site, routes }, script)) {
    app.get(path, limited, async (request, reply) => {
      Object.assign(request.context.headers, headers);
      await sendPublic(request, reply, { type: HTML_TYPE, ...written(), effort: 'thorough' });
    });
  }
}

/** What is typed into the reference goes where its script sends it, and no form leads anywhere. */
function referenceHeaders(site: PublicSite, script: PageScript): Readonly<ReplyHeaders> {
  const integrities = [site.facts().assets.script.integrity, script.integrity];
  return {
    link: LINK_HEADER,
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'content-security-policy': withScripts(CSP.reference, integrities),
  };
}

/** Every page of the reference by its path, each written once. */
function referencePages({ site, routes }: ApiReference, script: PageScript) {
  const context = perOrigin(site, (origin) => referenceContext(routes, origin));
  const links = sectionLinks(routes);
  const tags = tagsOf(routes);
  const written = (make: () => PageSpec) => perOrigin(site, () => withEtag(renderPage(site.facts(), make())));
  const first = () => {
    const sections = tags.map((tag) => describeSection(tag, context()));
    return apiReferencePage({ links, sections, basics: describeBasics(context()) }, script);
  };
  const others = tags.map((tag) => {
    const show = () => apiSectionPage(describeSection(tag, context()), links, script);
    return [sectionPath(tag), written(show)] as const;
  });
  return [[REFERENCE_PATH, written(first)] as const, ...others];
}

/** Made when first asked for. The house may learn its own address only when it listens, and pages name it. */
function perOrigin<Made>(site: PublicSite, make: (origin: string) => Made): () => Made {
  let last: { readonly origin: string; readonly made: Made } | undefined;
  return () => {
    const { origin } = site.facts();
    if (last?.origin !== origin) last = { origin, made: make(origin) };
    return last.made;
  };
}

/** Where the operations under a tag are described. */
export function sectionPath(tag: Tag): string {
  return `${REFERENCE_PATH}/${tag.toLowerCase()}`;
}

/** The tags under which some of these rows stand, in their order. */
function tagsOf(routes: readonly Route[]): readonly Tag[] {
  return TAGS.filter((tag) => routes.some((route) => route.tag === tag));
}

/** What the reference is made of: the rows that are open, and where they are. */
interface ReferenceContext {
  readonly routes: readonly Route[];
  readonly origin: string;
  readonly shapes: ShapeBook;
}

function referenceContext(routes: readonly Route[], origin: string): ReferenceContext {
  return { routes, origin, shapes: new ShapeBook(routes) };
}

/** The way to every page about operations. */
function sectionLinks(routes: readonly Route[]): SectionLink[] {
  return tagsOf(routes).map((tag) => ({ path: sectionPath(tag), label: tag }));
}

/** Everything there is to say about the operations under a tag. */
function describeSection(tag: Tag, context: ReferenceContext): ReferenceSection {
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
function describeBasics({ origin, shapes }: ReferenceContext): ReferenceBasics {
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

/** The OpenAPI document of these rows, with our words and the names of the tools. */
export function openApiDocument(routes: readonly Route[]): Record<string, unknown> {
  return buildOpenApi(routes, { explain: errorTextFor, toolOf: (route) => TOOL_NAMES.get(route) });
}
