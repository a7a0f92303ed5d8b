import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

interface GuideDates extends Readonly<Record<'published' | 'changed', string>> {
  /** Of the text as it was on the day of its last change. */
  readonly digest: string;
}

const FOLDER = new URL('../../content/guides/', import.meta.url);
export const GUIDE_DATES = new URL('dates.json', FOLDER);

/** The dates of all guides as a file: a guide whose text differs from the recorded one changed on `today`. */
export function datesOfGuides(today: string): string {
  const known = JSON.parse(readFileSync(GUIDE_DATES, 'utf8')) as Readonly<Record<string, GuideDates>>;
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));
  const dates = files.toSorted().map((file): [string, GuideDates] => {
    const name = file.slice(0, -'.md'.length);
    const digest = createHash('sha256')
      .update(readFileSync(new URL(file, FOLDER)))
      .digest('hex')
      .slice(0, 16);
    const before = known[name];
    if (before?.digest === digest) return [name, before];
    return [name, { published: before?.published ?? today, changed: today, digest }];
  });
  return `${JSON.stringify(Object.fromEntries(dates), undefined, 2)}\n`;
}
