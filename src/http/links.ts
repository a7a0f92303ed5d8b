import { DOCUMENTS, OPENAPI_PATH, REFERENCE_PATH } from '../contract/documents.ts';

/**
 * A Link header (RFC 8288) to everything that describes the house: on its front door, its indexes, its documents and
 * the pages for people; not on every answer, where it would only be carried about.
 */
export const LINKS = [
  link(OPENAPI_PATH, 'service-desc', 'application/json'),
  link(REFERENCE_PATH, 'service-doc', 'text/html'),
  link(DOCUMENTS.llms.path, 'describedby', 'text/plain'),
  link(DOCUMENTS.apiCatalog.path, 'api-catalog', 'application/linkset+json'),
].join(', ');

function link(path: string, relation: string, type: string): string {
  return `<${path}>; rel="${relation}"; type="${type}"`;
}
