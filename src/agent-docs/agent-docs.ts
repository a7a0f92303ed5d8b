import { AGENT_DOCUMENTS, type AgentDocument, type AgentDocumentName } from '../contract/server/documents.ts';
import { GUIDES } from '../voice/public/guides/guides.ts';
import { authText } from './auth-md.ts';
import { guidePath, guideText } from './guide-md.ts';
import { heartbeatText } from './heartbeat-md.ts';
import { llmsFullText, llmsText } from './llms-txt.ts';
import type { DocsSite } from './site.ts';
import { skillIndexText, skillText } from './skill-md.ts';
import { apiCatalogText, robotsText, securityText } from './well-known.ts';

/** A document and how it is written; undefined where there is nothing to say. */
export interface AgentDoc extends AgentDocument {
  readonly write: (site: DocsSite) => string | undefined;
}

const WRITERS: Record<AgentDocumentName, AgentDoc['write']> = {
  llms: llmsText,
  llmsFull: llmsFullText,
  skill: skillText,
  heartbeat: heartbeatText,
  auth: authText,
  skillIndex: skillIndexText,
  apiCatalog: apiCatalogText,
  security: securityText,
  robots: robotsText,
};

/** Every document of the house. */
export const AGENT_DOCS: readonly AgentDoc[] = [
  ...Object.entries<AgentDocument>(AGENT_DOCUMENTS).map(([name, document]) => ({
    ...document,
    // The two tables have the same names.
    write: WRITERS[name as AgentDocumentName],
  })),
  ...GUIDES.map((guide) => ({
    path: guidePath(guide),
    type: AGENT_DOCUMENTS.skill.type,
    about: guide.description,
    write: (site: DocsSite) => guideText(guide, site),
  })),
];
