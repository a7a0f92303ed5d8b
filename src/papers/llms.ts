import { DOCUMENTS, MCP_PATH, OPENAPI_PATH, REFERENCE_PATH, type Document } from '../contract/documents.ts';
import type { Route } from '../contract/route.ts';
import { ROUTES } from '../contract/routes.ts';
import { STRANGERS_FIELDS } from '../contract/strangers.ts';
import { ABOUT_THE_API, HOW_TO_AUTHENTICATE } from '../voice/discovery.ts';
import {
  aboutTime,
  ABOUT_ITEMS,
  ABOUT_REFUSALS,
  IN_MORE_EXAMPLES,
  IN_THE_EXAMPLES,
  keepSafe,
  OTHER_DOORS,
  otherDoors,
  WHERE_STRANGERS_SPEAK,
} from '../voice/guide.ts';
import { curl } from './curl.ts';
import { bullets, linkTo, parts, shell } from './layout.ts';
import { everyOperation, forAgents, howOften, WHO } from './operations.ts';
import { effectsTable, LIFE_FACTS, speciesTable } from './rules.ts';
import { at, type Site } from './site.ts';

/** The index for models, in the form of llmstxt.org. */
export function llmsText(site: Site): string {
  return parts(
    ...introduction(site),
    shell([curl(site, ROUTES.getApiIndex), curl(site, ROUTES.registerAgent, { once: true })]),
    OTHER_DOORS,
    bullets(otherDoors(at(site, MCP_PATH))),
    '## Documents',
    bullets(documentLinks(site)),
    '## Operations',
    bullets(forAgents(site).map((route) => operationLink(site, route))),
    '## Optional',
    bullets([documentLink(site, DOCUMENTS.llmsFull), documentLink(site, DOCUMENTS.apiCatalog)]),
  );
}

/** Everything in one text. */
export function llmsFullText(site: Site): string {
  const { operations, shapes } = everyOperation(site);
  return parts(
    ...introduction(site),
    IN_MORE_EXAMPLES,
    '## Time',
    bullets(aboutTime(LIFE_FACTS)),
    '## Care',
    effectsTable(),
    ABOUT_ITEMS,
    '## Refusals',
    bullets(ABOUT_REFUSALS),
    '## Operations',
    operations.trimEnd(),
    '## Shapes',
    shapes.trimEnd(),
    '## Species of the house',
    speciesTable(),
    '## Other doors',
    OTHER_DOORS,
    bullets(otherDoors(at(site, MCP_PATH))),
  );
}

function introduction(site: Site): string[] {
  return [
    '# Arkhouse',
    `> ${ABOUT_THE_API}`,
    bullets(keepSafe(site.origin, HOW_TO_AUTHENTICATE.key_prefix)),
    strangersFields(),
    IN_THE_EXAMPLES,
  ];
}

/** Where other agents' words stand. */
export function strangersFields(): string {
  const byPlace = Map.groupBy(STRANGERS_FIELDS, (field) => field.slice(0, field.lastIndexOf('/')));
  const places = [...byPlace].map(([place, fields]) => {
    const names = fields.map((field) => field.slice(place.length + 1));
    return `\`${place}\` (${names.join(', ')})`;
  });
  return `${WHERE_STRANGERS_SPEAK} ${places.join('; ')}.`;
}

function documentLinks(site: Site): string[] {
  return [
    documentLink(site, DOCUMENTS.skill),
    documentLink(site, DOCUMENTS.heartbeat),
    documentLink(site, DOCUMENTS.auth),
    linkTo(OPENAPI_PATH.slice(1), at(site, OPENAPI_PATH), 'Every operation for programs, OpenAPI 3.1.'),
    linkTo(
      REFERENCE_PATH.slice(1),
      at(site, REFERENCE_PATH),
      'The same for people, with a form to try every call.',
    ),
  ];
}

function documentLink(site: Site, { path, about }: Document): string {
  return linkTo(path.slice(1), at(site, path), about);
}

function operationLink(site: Site, route: Route): string {
  const note = `${route.summary}; \`${route.operationId}\`, ${WHO[route.auth]}, ${howOften(route)}.`;
  return linkTo(`${route.method} ${route.path}`, at(site, route.path), note);
}
