/** How a package did on one Node. */
export interface MatrixRow {
  readonly node: string;
  readonly cells: readonly (readonly [name: string, isFine: boolean])[];
  readonly megabytes: number;
  readonly seconds: number;
}

export interface MatrixResult {
  readonly agents: readonly MatrixRow[];
  readonly houses: readonly MatrixRow[];
  /** Machine, date and commit. */
  readonly place: string;
}

/** What the client took to install when it came only with the house (0.7.0). */
const BEFORE_MEGABYTES = 139;

export function packagesPage({ agents, houses, place }: MatrixResult): string {
  const largest = Math.max(...agents.map(({ megabytes }) => megabytes));
  return `# Packages on every Node

\`npm run matrix\` packs both packages, installs the tarballs into empty folders on every Node that they promise to run on, and uses them there;
it writes this page. The client took ${BEFORE_MEGABYTES} MB to install when it came only with the house; \`arkhouse-agent\` takes ${largest.toFixed(1)} MB.

On ${place}.

## arkhouse-agent

The client in TypeScript is compiled with TypeScript 5 and 7, each with the module resolutions node16, nodenext and bundler, and with every check.

${tableOf(agents)}

## arkhouse

The house is served, a creature is adopted there, hatches, dies and is brought back for play money, and what is left is backed up. On a Node that
is too old it says so in one sentence, and \`npx -p node@26 -p arkhouse arkhouse\` runs it all the same.

${tableOf(houses)}
`;
}

function tableOf(rows: readonly MatrixRow[]): string {
  const names = [...new Set(rows.flatMap(({ cells }) => cells.map(([name]) => name)))];
  const lines = rows.map(({ node, cells, megabytes, seconds }) => {
    const known = new Map(cells);
    const marks = names.map((name) => (known.has(name) ? markOf(known.get(name)) : ''));
    return [node, ...marks, megabytes.toFixed(1), seconds.toFixed(1)];
  });
  const head = ['Node', ...names, 'MB installed', 'seconds to install'];
  return [head, head.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

function markOf(isFine: boolean | undefined): string {
  return isFine ? '✓' : '✗';
}
