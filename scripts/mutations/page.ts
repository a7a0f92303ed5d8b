import { GROUPS, type GroupName } from './groups.ts';
import { isFound, scoreOf, unexplained, whyHarmless, type PlantedBug } from './planted-bugs.ts';

const HEAD = `# Bugs that were planted

A test that cannot fail shows nothing. \`npm run mutate\` plants small bugs in the sources, one at a time (a condition turned round, a call left
out, a block emptied, a bound moved by one), runs the tests of the subject, and writes here how many were found. It runs by hand, group by group:
\`npm run mutate -- money\` renews one section; the groups are in \`scripts/mutations/groups.ts\`.

Not planted, but in the rules: changed texts (sentences, SQL and log lines) and emptied objects, which do not compile. Nowhere: what is worked out
once, when a file is loaded. The tests run in one process on SQLite, so that what only PostgreSQL does counts as missed here; the whole suite runs
it. *Hung* bugs were found, too: the test did not end. *Explained* ones were missed and do no harm; why is said in the second table, and they count
as missed in the score.
`;

/** The section of one group; it begins with its heading. */
export function sectionOf(name: GroupName, bugs: readonly PlantedBug[], where: string): string {
  const files = [...new Set(bugs.map(({ file }) => file))].toSorted();
  const rows = files.map((file) =>
    row(
      `\`${file}\``,
      bugs.filter((bug) => bug.file === file),
    ),
  );
  return `## ${GROUPS[name].title}

\`npm run mutate -- ${name}\` on ${where}.

| file | planted | found | hung | missed | explained | score |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}
${row('**all**', bugs)}
${explanationsOf(bugs)}`;
}

/** The page with this section in the place of the one with the same heading; the order is that of the groups. */
export function withSection(page: string, section: string): string {
  const [, ...before] = page.split(/^(?=## )/m);
  const byTitle = new Map([...before, section].map((one) => [one.slice(3, one.indexOf('\n')), one.trim()]));
  const sections = Object.values(GROUPS).flatMap(({ title }) => byTitle.get(title) ?? []);
  return [HEAD.trim(), ...sections].join('\n\n');
}

function row(name: string, bugs: readonly PlantedBug[]): string {
  const having = (isSo: (bug: PlantedBug) => boolean) => bugs.filter(isSo).length;
  const hung = having(({ status }) => status === 'Timeout');
  const missed = having((bug) => !isFound(bug));
  const figures = [bugs.length, having(isFound) - hung, hung, missed, missed - unexplained(bugs).length];
  return `| ${[name, ...figures, `${scoreOf(bugs).toFixed(1)}%`].join(' | ')} |`;
}

function explanationsOf(bugs: readonly PlantedBug[]): string {
  const explained = Map.groupBy(
    bugs.filter((bug) => !isFound(bug) && whyHarmless(bug) !== undefined),
    (bug) => [bug.file, bug.line, whyHarmless(bug)].join('\n'),
  );
  if (explained.size === 0) return '';
  const rows = [...explained.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const name = first.file.slice(first.file.lastIndexOf('/') + 1);
    const planted = new Set([first, ...others].map(({ becomes }) => code(becomes)));
    return `| \`${name}\` | ${code(first.line)} | ${[...planted].join(', ')} | ${whyHarmless(first)} |`;
  });
  return `
| in | where it says | was planted | and does no harm, because |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}

const LONGEST = 70;

function code(text: string): string {
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return `\`${short.replaceAll('`', "'").replaceAll('|', String.raw`\|`)}\``;
}
