import { readFileSync } from 'node:fs';

const CONTENT = new URL('../../content/', import.meta.url);

/** The template of a document in content/, for `fillTemplate`. */
export function readDocument(name: `#content/${string}.md`): string {
  return readFileSync(new URL(name.slice('#content/'.length), CONTENT), 'utf8');
}
