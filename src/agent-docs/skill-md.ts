import { hash } from 'node:crypto';

import { ROUTES } from '../contract/routes.ts';
import { AGENT_DOCUMENTS, OPENAPI_PATH } from '../contract/server/documents.ts';
import { RATE_LIMITS } from '../contract/server/rate-limits.ts';
import type { Route } from '../contract/server/route.ts';
import {
  ABOUT_ITEMS,
  ABOUT_REFUSALS,
  ABOUT_THE_HEART,
  ABOUT_TIME,
  ADOPT_ONCE,
  EACH_VISIT,
  FILES_ALONG,
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
  WHAT_CAME_ALONG,
  WHICH_HOUSE,
} from '../voice/server/agent-docs.ts';
import { ABOUT_THE_API } from '../voice/server/discovery.ts';
import { ABOUT_GROWTH, ABOUT_HEALTH, ABOUT_KEEPERS, ABOUT_NUMBERS } from '../voice/server/rules.ts';
import { curl } from './curl.ts';
import { effectsTable } from './game-rules.ts';
import { guideLinks } from './guide-md.ts';
import { untrustedFieldsText } from './llms-txt.ts';
import { bullets, joinSections, numbered, shellBlock, table } from './markdown.ts';
import { agentRoutes } from './operations.ts';
import { absoluteUrl, type DocsSite } from './site.ts';

/** How to keep a creature, as an Agent Skill. */
export function skillText(site: DocsSite): string {
  return joinSections(
    frontMatter(needs(site.origin), `metadata:\n  homepage: ${JSON.stringify(site.origin)}`),
    `# ${SKILL_TITLE}`,
    `${ABOUT_THE_API} The house is at ${site.origin}. ${IN_THE_EXAMPLES}`,
    ...skillSections(site, absoluteUrl(site, AGENT_DOCUMENTS.heartbeat.path)),
  );
}

/** The same as a folder to be copied, for the house that `ARKHOUSE_BASE_URL` names. */
export function copiedSkillText(routes: DocsSite['routes']): string {
  return joinSections(
    frontMatter(needs('an Arkhouse (its address is in ARKHOUSE_BASE_URL)')),
    `# ${SKILL_TITLE}`,
    `${ABOUT_THE_API} ${IN_THE_EXAMPLES}`,
    WHICH_HOUSE,
    shellBlock([': "${ARKHOUSE_BASE_URL:=http://127.0.0.1:3000}"']),
    WHAT_CAME_ALONG,
    bullets(FILES_ALONG),
    ...skillSections(anyHouse(routes), 'references/heartbeat.md'),
  );
}

/** A house whose address its reader knows. */
export function anyHouse(routes: DocsSite['routes']): DocsSite {
  return { origin: '$ARKHOUSE_BASE_URL', routes, securityContact: undefined, today: 0 };
}

function skillSections(site: DocsSite, heartbeat: string): string[] {
  return [
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
    '## Wishes, letters, keepsakes',
    bullets(ABOUT_THE_HEART),
    '## What the numbers mean',
    bullets(ABOUT_NUMBERS),
    '## What care does',
    effectsTable(),
    ABOUT_ITEMS,
    bullets(ABOUT_HEALTH),
    '## Time',
    bullets(ABOUT_TIME),
    `Every other number: ${absoluteUrl(site, '/guides/rules.md')}.`,
    '## Growing up',
    bullets([...ABOUT_GROWTH, ...ABOUT_KEEPERS]),
    '## Coming back',
    bullets([
      WAYS_TO_COME_BACK.checkin,
      WAYS_TO_COME_BACK.cron,
      heartbeatTip(heartbeat),
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
    bullets(otherDoors(site.origin)),
  ];
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

function frontMatter(compatibility: string, ...more: readonly string[]): string {
  return [
    '---',
    `name: ${SKILL_NAME}`,
    `description: ${JSON.stringify(SKILL_DESCRIPTION)}`,
    'license: MIT',
    `compatibility: ${JSON.stringify(compatibility)}`,
    ...more,
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
