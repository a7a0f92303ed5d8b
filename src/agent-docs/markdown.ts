/** Joins sections with blank lines; empty ones are left out. */
export function joinSections(...texts: readonly string[]): string {
  return `${texts.filter((text) => text !== '').join('\n\n')}\n`;
}

export function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

/** Builds a Markdown table; its cells are Markdown and not escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return tableRows([head, head.map(() => '---'), ...rows]);
}

export function tableRows(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
