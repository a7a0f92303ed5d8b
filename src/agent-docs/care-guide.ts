import { effectOf } from '../rules/care/care.ts';
import { type StatChanges, ACTIONS } from '../rules/vocabulary.ts';
import { fillTemplate } from '../text/pick-line.ts';
import { CARE_GUIDE, sharedWords } from '../text/server/rule-words.ts';

export function careGuide(): string {
  return fillTemplate(joinSections(...CARE_GUIDE), { ...sharedWords(), effects: effectsTable() });
}

/** A table of what each care action changes: without an item, with a loved one and with a harmful one. */
export function effectsTable(): string {
  return table(
    ['action', 'does', 'with an item it loves', 'with an item that harms it'],
    ACTIONS.map((action) => [
      action,
      changesText(effectOf(action, undefined)),
      ...(action === 'reflect'
        ? ['takes no item', 'takes no item']
        : [changesText(effectOf(action, 'loved')), changesText(effectOf(action, 'harmful'))]),
    ]),
  );
}

function changesText(effect: StatChanges): string {
  return Object.entries(effect)
    .map(([stat, change]) => `${stat} ${change > 0 ? '+' : ''}${change}`)
    .join(', ');
}

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
