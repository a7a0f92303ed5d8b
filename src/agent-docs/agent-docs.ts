import { hash } from 'node:crypto';

import { DAY, type Instant, iso } from '../rules/base/clock.ts';
import { ProblemError } from '../rules/problem.ts';
import { CATALOG } from '../rules/species/catalog.ts';
import { MOST_SITTERS, SITTER_HOURS } from '../rules/vocabulary.ts';
import {
  AGENT_DOCUMENTS,
  AGENT_PACKAGE_PATH,
  type AgentDocument,
  type AgentDocumentName,
  MCP_PATH,
  OPENAPI_PATH,
  REFERENCE_PATH,
  SITEMAP_PATH,
} from '../api/documents.ts';
import { UNTRUSTED_FIELDS } from '../api/fields.ts';
import { PROBLEM_STATUS } from '../api/problems.ts';
import { type RateLimit, RATE_LIMITS } from '../api/rate-limits.ts';
import type { Auth, Route } from '../api/route.ts';
import { ROUTES } from '../api/routes.ts';
import { readDocument } from '../text/documents.ts';
import {
  commonRefusals,
  describeOperation,
  describeShapes,
  type Field,
  REFERENCE,
  type Refusal,
} from '../text/pages/api-reference.ts';
import { curl, type ExampleSite, inOneLine } from '../text/pages/call-examples.ts';
import { type Guide, GUIDES } from '../text/pages/guides.ts';
import { fillTemplate, type TemplateWords } from '../text/pick-line.ts';
import { HOW_TO_AUTHENTICATE } from '../text/server/next-steps.ts';
import { describeProblem } from '../text/server/problems.ts';
import { SHARED_TEXTS, sharedWords } from '../text/server/rule-words.ts';
import { bullets, effectsTable, joinSections, tableRows } from './care-guide.ts';

export interface DocsSite extends ExampleSite {
  /** Routes that this server serves, in the order of `ROUTES`. */
  readonly routes: readonly Route[];
  readonly securityContact: string | undefined;
  /** What crawlers may do with the content, for robots.txt. */
  readonly contentSignal?: string | undefined;
  /** The packages that this server hands out; undefined in documents that name no server. */
  readonly packages?: { readonly integrity: string; readonly wheelPath: string | undefined };
  /** The current date at midnight UTC, so that generated documents change once a day. */
  readonly today: Instant;
  /** True for documents of the skill folder, which users copy to their machine. */
  readonly isFolder?: true;
}

/** A site for documents that are copied: they name no server, and the reader sets its address as a shell variable. */
export function anyHouse(routes: DocsSite['routes']): DocsSite {
  return { origin: '$ARKHOUSE_BASE_URL', routes, securityContact: undefined, today: 0, isFolder: true };
}

/** API catalog (RFC 9727) as a link set (RFC 9264). */
function apiCatalogText({ origin }: DocsSite): string {
  const link = (path: string, type: string) => ({ href: `${origin}${path}`, type: type.replace(/;.*/, '') });
  const { llms, llmsFull, skill, auth, apiCatalog } = AGENT_DOCUMENTS;
  const api = `${origin}${ROUTES.getApiIndex.path}`;
  const linkset = [
    { anchor: `${origin}${apiCatalog.path}`, item: [{ href: api }, { href: `${origin}${MCP_PATH}` }] },
    {
      anchor: api,
      'service-desc': [link(OPENAPI_PATH, 'application/json')],
      'service-doc': [
        link(REFERENCE_PATH, 'text/html'),
        ...[llmsFull, skill, auth].map(({ path, type }) => link(path, type)),
      ],
      describedby: [link(llms.path, llms.type)],
      status: [link(ROUTES.getHealth.path, 'application/json')],
    },
  ];
  return `${JSON.stringify({ linkset }, undefined, 2)}\n`;
}

/** security.txt (RFC 9116, which recommends that it expires in less than a year); undefined without a contact. */
function securityText({ origin, securityContact, today }: DocsSite): string | undefined {
  if (securityContact === undefined) return undefined;
  return [
    `Contact: ${securityContact}`,
    `Expires: ${iso(today + 180 * DAY).replace(/\.\d+/, '')}`,
    'Preferred-Languages: en',
    `Canonical: ${origin}${AGENT_DOCUMENTS.security.path}`,
    '',
  ].join('\n');
}

/** Pages of owners, whose addresses hold a token. */
const OWNER_PAGES = '/mine/';

/** robots.txt: excludes checkout pages, calendars and pages of owners, which belong to one person. */
function robotsText({ origin, contentSignal = 'search=yes' }: DocsSite): string {
  const rules = [
    `Content-Signal: ${contentSignal}`,
    'Allow: /',
    'Disallow: /checkout/',
    `Disallow: ${ROUTES.getCalendar.path}`,
    `Disallow: ${OWNER_PAGES}`,
  ];
  const groups = [['*'], AI_CRAWLERS].map((agents) =>
    [...agents.map((agent) => `User-agent: ${agent}`), ...rules].join('\n'),
  );
  return [...groups, `Sitemap: ${origin}${SITEMAP_PATH}\n`].join('\n\n');
}

// A crawler obeys the group that names it: operators add rules of their own there.
const AI_CRAWLERS =
  `GPTBot OAI-SearchBot ChatGPT-User ClaudeBot Claude-User Claude-SearchBot PerplexityBot Perplexity-User Google-Extended
  Applebot-Extended Amazonbot Bytespider CCBot cohere-ai DuckAssistBot Meta-ExternalAgent MistralAI-User`.split(
    /\s+/,
  );

export interface AgentDoc extends AgentDocument {
  /** Writes the document; undefined if this server has no such document. */
  readonly write: (site: DocsSite) => string | Buffer | undefined;
}

const TEMPLATES = {
  llms: readDocument('#content/agent/llms.md'),
  'llms-full': readDocument('#content/agent/llms-full.md'),
  skill: readDocument('#content/agent/skill.md'),
  'skill-folder': readDocument('#content/agent/skill-folder.md'),
  'skill-body': readDocument('#content/agent/skill-body.md'),
  'plugin-command': readDocument('#content/agent/plugin-command.md'),
  'plugin-readme': readDocument('#content/agent/plugin-readme.md'),
  heartbeat: readDocument('#content/agent/heartbeat.md'),
  auth: readDocument('#content/agent/auth.md'),
};
type TemplateName = keyof typeof TEMPLATES;

export function writeDocument(name: TemplateName, site: DocsSite): string {
  return fillTemplate(TEMPLATES[name], DOCUMENT_WORDS[name](site));
}

export const DOCUMENT_WORDS: Record<TemplateName, (site: DocsSite) => TemplateWords> = {
  llms: (site) => ({
    ...siteWords(site),
    indexCall: curl(site, ROUTES.getApiIndex),
    operationLinks: bullets(agentRoutes(site).map((route) => operationLink(site, route))),
  }),
  'llms-full': (site) => {
    const shapes = describeShapes(site.routes).map(({ name, fields }) =>
      [`### ${name}`, '', ...fieldLines(fields)].join('\n'),
    );
    return {
      ...siteWords(site),
      guides: allGuides(site),
      commonRefusals: bullets(commonRefusals().map(refusalText)),
      operations: joinSections(...site.routes.map((route) => operationText(site, route))).trimEnd(),
      shapes: joinSections(...shapes).trimEnd(),
      speciesRows: speciesRows(),
    };
  },
  skill: skillWords,
  'skill-folder': skillWords,
  'plugin-command': ({ origin }) => ({ origin }),
  'plugin-readme': ({ origin }) => ({ origin }),
  'skill-body': (site) => ({
    ...siteWords(site),
    adoptCall: curl(site, ROUTES.adoptCreature, { body: { name: 'Pebble', every_hours: 8 } }),
    statusCall: curl(site, ROUTES.getCreatureStatus),
    briefCall: curl(site, ROUTES.getCreatureStatus, { query: { view: 'brief' } }),
    careCall: curl(site, ROUTES.careForCreature),
    linkCall: curl(site, ROUTES.createOwnerLink, { withoutBody: true }),
    effects: effectsTable(),
    heartbeat: site.isFolder ? 'references/heartbeat.md' : `${site.origin}${AGENT_DOCUMENTS.heartbeat.path}`,
    operationRows: operationRows(site),
  }),
  heartbeat: (site) => ({
    ...siteWords(site),
    lookCall: inOneLine(curl(site, ROUTES.getCreatureStatus, { query: { view: 'brief' } })),
    feedCall: inOneLine(curl(site, ROUTES.careForCreature, { body: { action: 'feed' } })),
  }),
  auth: (site) => ({
    ...siteWords(site),
    registerLimit: limitText(RATE_LIMITS.register),
    schemaCall: curl(site, ROUTES.getRegistrationSchema),
    keyHeaders: bullets(HOW_TO_AUTHENTICATE.headers.map((header) => `\`${header}\``)),
    rotateCall: curl(site, ROUTES.rotateApiKey),
    mostSitters: `${MOST_SITTERS}`,
    sitterHours: `${SITTER_HOURS}`,
    sitterCall: curl(site, ROUTES.createSitter),
    exportCall: curl(site, ROUTES.exportMyData),
    refusedKeys: bullets(REFUSED_KEYS.map(keyRefusal)),
  }),
};

function skillWords(site: DocsSite): TemplateWords {
  return { ...siteWords(site), skillBody: writeDocument('skill-body', site).trimEnd() };
}

function siteWords(site: DocsSite): TemplateWords {
  const guides = GUIDES.map((guide) => linkTo(site, guide.title, guidePath(guide), guide.description));
  return {
    ...sharedWords({ origin: site.origin, ...packageWords(site) }),
    untrustedFields: untrustedFieldsText(),
    registerCall: curl(site, ROUTES.registerAgent, { once: true }),
    guideLinks: bullets(guides),
  };
}

function packageWords({ origin, packages }: DocsSite): TemplateWords {
  const wheel = packages?.wheelPath;
  return {
    agentPackage: `${origin}${AGENT_PACKAGE_PATH}`,
    packageIntegrity: packages ? `; its integrity is \`${packages.integrity}\`` : '',
    pythonClient: wheel === undefined ? '' : `; for Python: \`pip install ${origin}${wheel}\``,
  };
}

function untrustedFieldsText(): string {
  const byPlace = Map.groupBy(UNTRUSTED_FIELDS, (field) => field.slice(0, field.lastIndexOf('/')));
  const places = [...byPlace].map(([place, fields]) => {
    const names = fields.map((field) => field.slice(place.length + 1));
    return `\`${place}\` (${names.join(', ')})`;
  });
  return places.join('; ');
}

function operationLink(site: DocsSite, route: Route): string {
  const note = `${route.summary}; \`${route.operationId}\`, ${REFERENCE.auth[route.auth]}, ${limitText(RATE_LIMITS[route.limit])}.`;
  return linkTo(site, `${route.method} ${route.path}`, route.path, note);
}

function linkTo({ origin }: DocsSite, name: string, path: string, note: string): string {
  return `[${name}](${origin}${path}): ${note}`;
}

function operationRows(site: DocsSite): string {
  return tableRows(
    agentRoutes(site).map(({ operationId, method, path, auth, limit }) => {
      const { max, windowSeconds } = RATE_LIMITS[limit];
      const span = SPANS[windowSeconds] ?? `${windowSeconds} s`;
      return [operationId, `\`${method} ${path}\``, KEY_WORDS[auth], `${max}/${span}`];
    }),
  );
}

const SPANS: Readonly<Record<number, string>> = { 60: 'min', 3600: 'h' };
const KEY_WORDS: Readonly<Record<Auth, string>> = {
  none: 'no',
  optional: 'may',
  required: 'yes',
  admin: 'no',
};

function agentRoutes({ routes }: DocsSite): readonly Route[] {
  return routes.filter(({ auth, tag }) => auth !== 'admin' && tag !== 'Sandbox');
}

function limitText({ max, windowSeconds, per }: RateLimit): string {
  return `at most ${max} requests in ${windowSeconds} seconds per ${per === 'ip' ? 'address' : 'agent'}`;
}

function operationText(site: DocsSite, route: Route): string {
  const operation = describeOperation(site, route);
  const { name, method, path, who, limit, summary, description, takes, status, answers } = operation;
  const taken = (['path', 'query', 'body'] as const).flatMap((place) =>
    takes
      .filter((field) => field.place === place)
      .map((field) => (place === 'body' ? field : { ...field, about: `${field.about} (${place})` })),
  );
  const types = operation.textTypes.map((type) => `- \`${type}\``);
  const refuses = operation.refuses.map((refusal) => `- ${refusalText(refusal)}`);
  return joinSections(
    `### ${name}`,
    `\`${method} ${site.origin}${path}\` with ${who}, ${limitText(limit)}.`,
    `${summary}. ${description}`,
    section('Takes:', fieldLines(taken)),
    section(`Answers ${status}:`, [...fieldLines(answers), ...types]),
    section('Refuses:', refuses),
    ['```sh', operation.calls.curl, '```'].join('\n'),
  ).trimEnd();
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [title, '', ...lines].join('\n');
}

/** Describes fields of a schema as list lines; nested fields are indented below their parent. */
function fieldLines(described: readonly Field[], indent = ''): string[] {
  return described.flatMap(({ name, type, limits, required, about, fields }) => {
    const facts = [type, ...limits, ...(required ? [] : ['may be missing'])].join(', ');
    return [
      `${indent}- \`${name}\` (${facts})${about && `: ${about}`}`,
      ...fieldLines(fields, `${indent}  `),
    ];
  });
}

function refusalText({ status, code, words }: Refusal): string {
  return `${status} \`${code}\`: ${words}`;
}

function speciesRows(): string {
  return tableRows(
    CATALOG.map((species) => [
      species.slug,
      species.family,
      species.tier,
      String(species.feedingWindowHours),
      String(species.hungerDecayPerHour),
      String(species.happinessDecayPerHour),
      species.trustSpeed,
      species.traits.join(', '),
      species.mechanics.map(({ blurb }) => blurb).join(' '),
    ]),
  );
}

const REFUSED_KEYS = [
  new ProblemError('missing_key'),
  new ProblemError('unknown_key'),
  new ProblemError('damaged_key'),
  new ProblemError('placeholder_key'),
  new ProblemError('misplaced_key', { place: 'header', name: 'another header' }),
  new ProblemError('two_keys'),
  new ProblemError('key_in_address'),
  new ProblemError('limited_key', { guest: 'owner' }),
  new ProblemError('sitter_ended'),
];

function keyRefusal(problem: ProblemError): string {
  const status = PROBLEM_STATUS[problem.code];
  const exception = status === PROBLEM_STATUS.unknown_key ? '' : ` (${status})`;
  return `\`${problem.code}\`${exception}: ${describeProblem(problem, undefined, { suffix: '' }).suggestion}`;
}

function guidePath({ name }: Guide): `/${string}` {
  return `/guides/${name}.md`;
}

function guideText(guide: Guide, { origin }: DocsSite): string {
  return guide.text(origin).replaceAll(/\]\((\/[^()\s]*)\)/g, (_, path: string) => {
    const other = GUIDES.find(({ name }) => path === `/guides/${name}`);
    return `](${origin}${other ? guidePath(other) : path})`;
  });
}

function allGuides(site: DocsSite): string {
  // That for operators names addresses of its own machine.
  const texts = GUIDES.filter(({ name }) => name !== 'self-hosting').map((guide) =>
    guideText(guide, site).replaceAll(/^(?=##? )/gm, '#'),
  );
  return joinSections(...texts).trimEnd();
}

function skillIndexText(site: DocsSite): string {
  const index = {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: [
      {
        name: 'arkhouse',
        type: 'skill-md',
        description: SHARED_TEXTS.skillDescription,
        url: `${site.origin}${AGENT_DOCUMENTS.skill.path}`,
        digest: `sha256:${hash('sha256', writeDocument('skill', site), 'hex')}`,
      },
    ],
  };
  return `${JSON.stringify(index, undefined, 2)}\n`;
}

const WRITERS: Record<AgentDocumentName, AgentDoc['write']> = {
  llms: (site) => writeDocument('llms', site),
  llmsFull: (site) => writeDocument('llms-full', site),
  skill: (site) => writeDocument('skill', site),
  heartbeat: (site) => writeDocument('heartbeat', site),
  auth: (site) => writeDocument('auth', site),
  skillIndex: skillIndexText,
  apiCatalog: apiCatalogText,
  security: securityText,
  robots: robotsText,
};

export const AGENT_DOCS: readonly AgentDoc[] = [
  ...Object.entries<AgentDocument>(AGENT_DOCUMENTS).map(([name, document]) => ({
    ...document,
    write: WRITERS[name as AgentDocumentName],
  })),
  ...GUIDES.map((guide) => ({
    path: guidePath(guide),
    type: AGENT_DOCUMENTS.skill.type,
    write: (site: DocsSite) => guideText(guide, site),
  })),
];
