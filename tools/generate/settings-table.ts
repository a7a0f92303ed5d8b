import { SETTINGS } from '../../src/config/settings.ts';

const BETWEEN = /(<!-- settings -->\n)[\s\S]*?(<!-- \/settings -->)/;

/** The page of settings with its table made anew. */
export function withSettings(page: string): string {
  const rows = Object.entries(SETTINGS).map(
    ([name, [usual, meaning]]) => `| \`${name}\` | ${usual} | ${meaning} |`,
  );
  const table = ['', '| setting | without it | meaning |', '| --- | --- | --- |', ...rows, '', ''].join('\n');
  return page.replace(BETWEEN, `$1${table}$2`);
}
