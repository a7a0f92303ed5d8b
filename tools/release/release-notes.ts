const HEADING = /^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d{2}-\d{2}$/;

/** Every version that CHANGELOG gives a date, newest first. */
export function releasedVersions(changelog: string): string[] {
  return changelog.split('\n').flatMap((line) => HEADING.exec(line)?.[1] ?? []);
}

/** The CHANGELOG entry of one version; empty if it is missing or has no date. */
export function notesOf(changelog: string, version: string): string {
  const lines = changelog.split('\n');
  const start = lines.findIndex((line) => HEADING.exec(line)?.[1] === version);
  if (start === -1) return '';
  const length = lines.slice(start + 1).findIndex((line) => line.startsWith('## '));
  return lines
    .slice(start + 1, length === -1 ? undefined : start + 1 + length)
    .join('\n')
    .trim();
}
