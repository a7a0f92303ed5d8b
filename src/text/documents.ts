import { readFileSync } from 'node:fs';

/** The template of a document in content/, for `fillTemplate`. */
export function readDocument(name: `#content/${string}.md`): string {
  return readFileSync(new URL(import.meta.resolve(name)), 'utf8');
}
