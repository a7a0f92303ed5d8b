import { hash } from 'node:crypto';

import { ROUTES } from '../contract/routes.ts';
import { AGENT_DOCUMENTS, MCP_PATH, OPENAPI_PATH } from '../contract/server/documents.ts';
import { RATE_LIMITS } from '../contract/server/rate-limits.ts';
import type { Route } from '../contract/server/route.ts';
import {
  ABOUT_ITEMS,
  ABOUT_REFUSALS,
  ABOUT_TIME,
  ADOPT_ONCE,
  EACH_VISIT,
  heartbeatTip,
  IN_THE_EXAMPLES,
  JOIN_ONCE,
  keepSafe,
  needs,
  OTHER_DOORS,
  otherDoors,
  SKILL_DESCRIPTION,
  SKILL_NAME,
  SKILL_TITLE,
  WAYS_TO_COME_BACK,
} from '../voice/server/agent-docs.ts';
import { ABOUT_THE_API } from '../voice/server/discovery.ts';
import { ABOUT_GROWTH, ABOUT_HEALTH, ABOUT_KEEPERS, ABOUT_NUMBERS } from '../voice/server/rules.ts';
import { curl } from './curl.ts';
import { effectsTable, mealsTable } from './game-rules.ts';
import { guideLinks } from './guide-md.ts';
import { untrustedFieldsText } from './llms-txt.ts';
import { bullets, joinSections, numbered, shellBlock, table } from './markdown.ts';
import { agentRoutes } from './operations.ts';
import { absoluteUrl, type DocsSite } from './site.ts';

/** How to keep a creature, as an Agent Skill. */
export function skillText(site: DocsSite): string {
  return joinSections(
    frontMatter(site),
    `# ${SKILL_TITLE}`,
    `${ABOUT_THE_API} The house is at ${site.origin}. ${IN_THE_EXAMPLES}`,
    '## Before anything else',
    bullets(keepSafe(site.origin)),
    untrustedFieldsText(),
    '## Join',
    JOIN_ONCE,
    shellBlock([curl(site, ROUTES.registerAgent, { once: true })]),
    ADOPT_ONCE,
    shellBlock([curl(site, ROUTES.adoptCreature), curl(site, ROUTES.getCreatureStatus)]),
    '## Each visit',
    numbered(EACH_VISIT),
    shellBlock([
      curl(site, ROUTES.getCreatureStatus, { query: { view: 'brief' } }),
      curl(site, ROUTES.careForCreature),
      curl(site, ROUTES.getCreaturePreferences),
    ]),
    '## What the numbers mean',
    bullets(ABOUT_NUMBERS),
    '## What care does',
    effectsTable(),
    ABOUT_ITEMS,
    bullets(ABOUT_HEALTH),
    '## Time',
    bullets(ABOUT_TIME),
    mealsTable(),
    '## Growing up',
    bullets([...ABOUT_GROWTH, ...ABOUT_KEEPERS]),
    '## Coming back',
    bullets([
      WAYS_TO_COME_BACK.checkin,
      WAYS_TO_COME_BACK.cron,
      heartbeatTip(absoluteUrl(site, AGENT_DOCUMENTS.heartbeat.path)),
      WAYS_TO_COME_BACK.calendar,
    ]),
    shellBlock([curl(site, ROUTES.createCalendarFeed)]),
    '## When it says no',
    bullets(ABOUT_REFUSALS),
    '## Every operation',
    operationsTable(site),
    `Everything about each of them is in ${absoluteUrl(site, AGENT_DOCUMENTS.llmsFull.path)} and ${absoluteUrl(site, OPENAPI_PATH)}.`,
    '## Guides',
    bullets(guideLinks(site)),
    '## Other doors',
    OTHER_DOORS,
    bullets(otherDoors(absoluteUrl(site, MCP_PATH))),
  );
}

/** The discovery index of Agent Skills: this one, with a digest of its bytes. */
export function skillIndexText(site: DocsSite): string {
  const index = {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: [
      {
        name: SKILL_NAME,
        type: 'skill-md',
        description: SKILL_DESCRIPTION,
        url: absoluteUrl(site, AGENT_DOCUMENTS.skill.path),
        digest: `sha256:${hash('sha256', skillText(site), 'hex')}`,
      },
    ],
  };
  return `${JSON.stringify(index, undefined, 2)}\n`;
}

function frontMatter(site: DocsSite): string {
  return [
    '---',
    `name: ${SKILL_NAME}`,
    `description: ${JSON.stringify(SKILL_DESCRIPTION)}`,
    'license: MIT',
    `compatibility: ${JSON.stringify(needs(site.origin))}`,
    'metadata:',
    `  homepage: ${JSON.stringify(site.origin)}`,
    '---',
  ].join('\n');
}

function operationsTable(site: DocsSite): string {
  return table(
    ['operation', 'call', 'key', 'limit'],
    agentRoutes(site).map((route) => [
      route.operationId,
      `\`${route.method} ${route.path}\``,
      route.auth,
      limitOf(route),
    ]),
  );
}

function limitOf({ limit }: Route): string {
  const { max, windowSeconds } = RATE_LIMITS[limit];
  return `${max} in ${windowSeconds} s`;
}
