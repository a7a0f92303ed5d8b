import { DOCUMENTS, type Document, type DocumentName } from '../contract/documents.ts';
import { authText } from './auth.ts';
import { heartbeatText } from './heartbeat.ts';
import { apiCatalogText, robotsText, securityText, sitemapText } from './links.ts';
import { llmsFullText, llmsText } from './llms.ts';
import type { Site } from './site.ts';
import { skillIndexText, skillText } from './skill.ts';

/** A document and how it is written; one that has nothing to say is not there. */
export interface Paper extends Document {
  readonly write: (site: Site) => string | undefined;
}

const WRITERS: Record<DocumentName, Paper['write']> = {
  llms: llmsText,
  llmsFull: llmsFullText,
  skill: skillText,
  heartbeat: heartbeatText,
  auth: authText,
  skillIndex: skillIndexText,
  apiCatalog: apiCatalogText,
  security: securityText,
  robots: robotsText,
  sitemap: sitemapText,
};

/** Every document of the house. */
export const PAPERS: readonly Paper[] = Object.entries<Document>(DOCUMENTS).map(([name, document]) => ({
  ...document,
  // The two tables have the same names.
  write: WRITERS[name as DocumentName],
}));
