/** Lines of cells, one below the other: the first column begins and all others end at the same place. */
export function inColumns(lines: readonly (readonly string[])[]): string {
  const count = Math.max(...lines.map((line) => line.length));
  const widths = Array.from({ length: count }, (_, at) =>
    Math.max(...lines.map((line) => line[at]?.length ?? 0)),
  );
  const padded = (cell: string, at: number) =>
    at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0);
  return lines.map((line) => line.map(padded).join('  ').trimEnd()).join('\n');
}

/** Empty for unknown values. */
export function written(figure: number, digits: number): string {
  return Number.isNaN(figure) ? '' : figure.toFixed(digits);
}
