import { effectOf } from '../rules/care/care.ts';
import { type StatChanges, ACTIONS } from '../rules/vocabulary.ts';
import { fillTemplate } from '../text/pick-line.ts';
import { CARE_GUIDE, sharedWords } from '../text/server/rule-words.ts';

export function careGuide(): string {
  return fillTemplate(joinSections(...CARE_GUIDE), { ...sharedWords(), effects: effectsTable() });
}

export function effectsTable(): string {
  const head = ['action', 'does', 'with an item it loves', 'with an item that harms it'];
  const rows = ACTIONS.map((action) => {
    const takes = (item: 'loved' | 'harmful') =>
      action === 'reflect' ? 'takes no item' : changesText(effectOf(action, item));
    return [action, changesText(effectOf(action, undefined)), takes('loved'), takes('harmful')];
  });
  return table(head, rows);
}

function changesText(effect: StatChanges): string {
  return Object.entries(effect)
    .map(([stat, change]) => `${stat} ${change > 0 ? '+' : ''}${change}`)
    .join(', ');
}

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
