import { ROUTES } from '../contract/routes.ts';
import {
  AGENT_DOCUMENTS,
  OPENAPI_PATH,
  REFERENCE_PATH,
  type AgentDocument,
} from '../contract/server/documents.ts';
import type { Route } from '../contract/server/route.ts';
import { UNTRUSTED_FIELDS } from '../contract/server/untrusted-fields.ts';
import {
  ABOUT_ITEMS,
  ABOUT_REFUSALS,
  ABOUT_THE_HEART,
  ABOUT_TIME,
  IN_MORE_EXAMPLES,
  IN_THE_EXAMPLES,
  keepSafe,
  OTHER_DOORS,
  otherDoors,
  WHERE_STRANGERS_SPEAK,
} from '../voice/server/agent-docs.ts';
import { rules } from '../voice/public/guides/rules.ts';
import { ABOUT_THE_API } from '../voice/server/discovery.ts';
import {
  ABOUT_GROWTH,
  ABOUT_HEALTH,
  ABOUT_KEEPERS,
  ABOUT_NUMBERS,
  ANY_OPERATION_REFUSES,
  HUNGER_MEANS,
} from '../voice/server/rules.ts';
import { curl } from './curl.ts';
import { speciesTable } from './game-rules.ts';
import { guideLinks, guideText } from './guide-md.ts';
import { bullets, joinSections, linkTo, shellBlock } from './markdown.ts';
import {
  agentRoutes,
  AUTH_WORDS,
  commonRefusals,
  describeLimit,
  describeOperations,
  refusalText,
} from './operations.ts';
import { absoluteUrl, type DocsSite } from './site.ts';

/** The index for models, in the form of llmstxt.org. */
export function llmsText(site: DocsSite): string {
  return joinSections(
    ...introduction(site),
    HUNGER_MEANS,
    shellBlock([curl(site, ROUTES.getApiIndex), curl(site, ROUTES.registerAgent, { once: true })]),
    OTHER_DOORS,
    bullets(otherDoors(site.origin)),
    '## Documents',
    bullets(documentLinks(site)),
    '## Guides',
    bullets(guideLinks(site)),
    '## Operations',
    bullets(agentRoutes(site).map((route) => operationLink(site, route))),
    '## Optional',
    bullets([documentLink(site, AGENT_DOCUMENTS.llmsFull), documentLink(site, AGENT_DOCUMENTS.apiCatalog)]),
  );
}

/** Everything in one text. */
export function llmsFullText(site: DocsSite): string {
  const { operations, shapes } = describeOperations(site);
  return joinSections(
    ...introduction(site),
    IN_MORE_EXAMPLES,
    '## Numbers',
    bullets(ABOUT_NUMBERS),
    '## Time',
    bullets(ABOUT_TIME),
    '## Care',
    ABOUT_ITEMS,
    bullets(ABOUT_HEALTH),
    '## Wishes, letters, keepsakes',
    bullets(ABOUT_THE_HEART),
    '## Growing up',
    bullets([...ABOUT_GROWTH, ...ABOUT_KEEPERS]),
    guideText(rules, site)
      .replaceAll(/^(?=##? )/gm, '#')
      .trimEnd(),
    '## Refusals',
    bullets(ABOUT_REFUSALS),
    ANY_OPERATION_REFUSES,
    bullets(commonRefusals().map(refusalText)),
    '## Operations',
    operations.trimEnd(),
    '## Shapes',
    shapes.trimEnd(),
    '## Species of the house',
    speciesTable(),
    '## Other doors',
    OTHER_DOORS,
    bullets(otherDoors(site.origin)),
  );
}

function introduction(site: DocsSite): string[] {
  return [
    '# Arkhouse',
    `> ${ABOUT_THE_API}`,
    bullets(keepSafe(site.origin)),
    untrustedFieldsText(),
    IN_THE_EXAMPLES,
  ];
}

/** Where other agents' words stand. */
export function untrustedFieldsText(): string {
  const byPlace = Map.groupBy(UNTRUSTED_FIELDS, (field) => field.slice(0, field.lastIndexOf('/')));
  const places = [...byPlace].map(([place, fields]) => {
    const names = fields.map((field) => field.slice(place.length + 1));
    return `\`${place}\` (${names.join(', ')})`;
  });
  return `${WHERE_STRANGERS_SPEAK} ${places.join('; ')}.`;
}

function documentLinks(site: DocsSite): string[] {
  return [
    documentLink(site, AGENT_DOCUMENTS.skill),
    documentLink(site, AGENT_DOCUMENTS.heartbeat),
    documentLink(site, AGENT_DOCUMENTS.auth),
    linkTo(
      OPENAPI_PATH.slice(1),
      absoluteUrl(site, OPENAPI_PATH),
      'Every operation for programs, OpenAPI 3.1.',
    ),
    linkTo(
      REFERENCE_PATH.slice(1),
      absoluteUrl(site, REFERENCE_PATH),
      'The same for people, with a form to try every call.',
    ),
  ];
}

function documentLink(site: DocsSite, { path, about }: AgentDocument): string {
  return linkTo(path.slice(1), absoluteUrl(site, path), about);
}

function operationLink(site: DocsSite, route: Route): string {
  const note = `${route.summary}; \`${route.operationId}\`, ${AUTH_WORDS[route.auth]}, ${describeLimit(route)}.`;
  return linkTo(`${route.method} ${route.path}`, absoluteUrl(site, route.path), note);
}
