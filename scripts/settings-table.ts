import { SETTINGS } from '../src/config/settings.ts';

const BETWEEN = /(<!-- settings -->\n)[\s\S]*?(<!-- \/settings -->)/;

/** The README with its settings table made anew. */
export function withSettings(readme: string): string {
  const rows = Object.entries(SETTINGS).map(
    ([name, [usual, meaning]]) => `| \`${name}\` | ${usual} | ${meaning} |`,
  );
  const table = ['', '| setting | without it | meaning |', '| --- | --- | --- |', ...rows, '', ''].join('\n');
  return readme.replace(BETWEEN, `$1${table}$2`);
}
