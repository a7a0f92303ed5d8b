import type { Measured } from '../fuzz.ts';

interface Findings {
  readonly where: string;
  readonly command: string;
  readonly statuses: ReadonlyMap<number, number>;
  /** What is asked all day long. */
  readonly plain: readonly Measured[];
  readonly dearest: readonly (readonly [whose: string, those: readonly Measured[]])[];
}

/** docs/reliability/requests.md. */
export function requestsPage({ where, command, statuses, plain, dearest }: Findings): string {
  const counts = [...statuses].toSorted(([one], [other]) => one - other);
  return `# What one request can cost

Requests as large as the house takes, of little but one filling, in every route, header and field. The slowest were asked again forty times each:
what stands here is CPU time of the one thread that answers everybody, the caller's own part of it (about 0.2 ms) included. A stranger's
request may cost 5 ms.

${where}. The same again: \`${command}\`. Answers: ${counts.map(([status, count]) => `${count} × ${status || 'cut off'}`).join(', ')}.

In the same sitting, with nothing odd in it: ${plain.map(({ ms, request }) => `\`${[request.route, request.place].join(' ').trim()}\` ${ms.toFixed(1)} ms`).join(', ')}.

${dearest.map(([whose, those]) => `## The dearest of ${whose}\n\n${table(those)}\n`).join('\n')}`;
}

function table(those: readonly Measured[]): string {
  const rows = those.map(({ ms, status, request: { route, place, filling } }) => [
    ms.toFixed(1),
    String(status),
    code(route),
    code(place),
    code(filling),
  ]);
  return [['CPU ms', 'status', 'route', 'in', 'before, again and again, after'], HEAD, ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

const HEAD = ['---', '---', '---', '---', '---'];

function code(text: string): string {
  const plain = text.replace(/[^ -~]/g, (odd) => `\\u{${odd.codePointAt(0)?.toString(16)}}`);
  return `\`\`${plain.replaceAll('|', '\\|')} \`\``;
}
