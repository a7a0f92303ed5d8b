import type { Writes, WrittenKind } from '../writes.ts';
import { inColumns } from './columns.ts';

/** Pages per write, the table or index that takes most first. */
export function writesTable({ name, kinds }: Writes): string {
  const trees = [...new Set(kinds.flatMap(({ perWrite }) => [...perWrite.keys()]))];
  const pagesOf = (tree: string) => kinds.map(({ perWrite }) => perWrite.get(tree) ?? 0);
  const sorted = trees.toSorted((one, other) => sum(pagesOf(other)) - sum(pagesOf(one)));
  const head = [name === '' ? 'log pages per write' : `log pages per write, ${name}`];
  return inColumns([
    [...head, ...kinds.map((kind) => kind.name)],
    ['all', ...kinds.map(({ perWrite }) => sum([...perWrite.values()]).toFixed(2))],
    ...sorted.map((tree) => [`  ${tree}`, ...pagesOf(tree).map(rounded)]),
    ['writes per commit', ...kinds.map(writesPerCommit)],
  ]);
}

function writesPerCommit({ writes, commits }: WrittenKind): string {
  return (writes / commits).toFixed(1);
}

function rounded(pages: number): string {
  return pages === 0 ? '' : pages.toFixed(2);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
