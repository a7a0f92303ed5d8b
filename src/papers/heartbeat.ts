import { DOCUMENTS } from '../contract/documents.ts';
import { ROUTES } from '../contract/routes.ts';
import { heartbeat } from '../voice/heartbeat.ts';
import { curl, inOneLine } from './curl.ts';
import { at, type Site } from './site.ts';

export function heartbeatText(site: Site): string {
  const lines = heartbeat({
    origin: site.origin,
    skill: at(site, DOCUMENTS.skill.path),
    look: inOneLine(curl(site, ROUTES.getCreatureStatus, { query: { view: 'brief' } })),
    feed: inOneLine(curl(site, ROUTES.careForCreature, { body: { action: 'feed' } })),
  });
  return `${lines.join('\n')}\n`;
}
