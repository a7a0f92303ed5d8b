import { ROUTES } from '../contract/routes.ts';
import { AGENT_DOCUMENTS } from '../contract/server/documents.ts';
import { heartbeat } from '../voice/server/agent-docs.ts';
import { curl, inOneLine } from './curl.ts';
import { absoluteUrl, type DocsSite } from './site.ts';

export function heartbeatText(site: DocsSite): string {
  const lines = heartbeat({
    origin: site.origin,
    skill: absoluteUrl(site, AGENT_DOCUMENTS.skill.path),
    look: inOneLine(curl(site, ROUTES.getCreatureStatus, { query: { view: 'brief' } })),
    feed: inOneLine(curl(site, ROUTES.careForCreature, { body: { action: 'feed' } })),
  });
  return `${lines.join('\n')}\n`;
}
