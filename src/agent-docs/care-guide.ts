import { effectOf } from '../rules/care/care.ts';
import type { StatChanges } from '../rules/stats.ts';
import { ACTIONS } from '../rules/vocabulary.ts';
import { fillTemplate } from '../text/pick-line.ts';
import { CARE_GUIDE, sharedWords } from '../text/server/rule-words.ts';
import { joinSections, table } from './markdown.ts';

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
