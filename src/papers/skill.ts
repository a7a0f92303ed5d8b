import { hash } from 'node:crypto';

import { DOCUMENTS, MCP_PATH, OPENAPI_PATH } from '../contract/documents.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Route } from '../contract/route.ts';
import { ROUTES } from '../contract/routes.ts';
import { ABOUT_THE_API, HOW_TO_AUTHENTICATE } from '../voice/discovery.ts';
import {
  aboutTime,
  ABOUT_ITEMS,
  ABOUT_REFUSALS,
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
} from '../voice/guide.ts';
import { curl } from './curl.ts';
import { bullets, numbered, parts, shell, table } from './layout.ts';
import { strangersFields } from './llms.ts';
import { forAgents } from './operations.ts';
import { effectsTable, LIFE_FACTS } from './rules.ts';
import { at, type Site } from './site.ts';

/** How to keep a creature, as an Agent Skill. */
export function skillText(site: Site): string {
  return parts(
    frontMatter(site),
    `# ${SKILL_TITLE}`,
    `${ABOUT_THE_API} The house is at ${site.origin}. ${IN_THE_EXAMPLES}`,
    '## Before anything else',
    bullets(keepSafe(site.origin, HOW_TO_AUTHENTICATE.key_prefix)),
    strangersFields(),
    '## Join',
    JOIN_ONCE,
    shell([curl(site, ROUTES.registerAgent, { once: true })]),
    ADOPT_ONCE,
    shell([curl(site, ROUTES.adoptCreature), curl(site, ROUTES.getCreatureStatus)]),
    '## Each visit',
    numbered(EACH_VISIT),
    shell([
      curl(site, ROUTES.getCreatureStatus, { query: { view: 'brief' } }),
      curl(site, ROUTES.careForCreature),
      curl(site, ROUTES.getCreaturePreferences),
    ]),
    '## What care does',
    effectsTable(),
    ABOUT_ITEMS,
    '## Time',
    bullets(aboutTime(LIFE_FACTS)),
    '## Coming back',
    bullets([
      WAYS_TO_COME_BACK.checkin,
      WAYS_TO_COME_BACK.cron,
      heartbeatTip(at(site, DOCUMENTS.heartbeat.path)),
      WAYS_TO_COME_BACK.calendar,
    ]),
    shell([curl(site, ROUTES.createCalendarFeed)]),
    '## When it says no',
    bullets(ABOUT_REFUSALS),
    '## Every operation',
    operationsTable(site),
    `Everything about each of them is in ${at(site, DOCUMENTS.llmsFull.path)} and ${at(site, OPENAPI_PATH)}.`,
    '## Other doors',
    OTHER_DOORS,
    bullets(otherDoors(at(site, MCP_PATH))),
  );
}

/** Where skills are looked for: this one, and the name of its very bytes. */
export function skillIndexText(site: Site): string {
  const index = {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: [
      {
        name: SKILL_NAME,
        type: 'skill-md',
        description: SKILL_DESCRIPTION,
        url: at(site, DOCUMENTS.skill.path),
        digest: `sha256:${hash('sha256', skillText(site), 'hex')}`,
      },
    ],
  };
  return `${JSON.stringify(index, undefined, 2)}\n`;
}

function frontMatter(site: Site): string {
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

function operationsTable(site: Site): string {
  return table(
    ['operation', 'call', 'key', 'limit'],
    forAgents(site).map((route) => [
      route.operationId,
      `\`${route.method} ${route.path}\``,
      route.auth,
      limitOf(route),
    ]),
  );
}

function limitOf({ limit }: Route): string {
  const { max, windowSeconds } = LIMITS[limit];
  return `${max} in ${windowSeconds} s`;
}
