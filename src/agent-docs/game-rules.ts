import { effectOf } from '../core/care/item-effects.ts';
import { CATALOG } from '../core/species/catalog.ts';
import type { Species } from '../core/species/species.ts';
import type { StatChanges } from '../core/stats.ts';
import { ACTIONS } from '../core/vocabulary.ts';
import { table } from './markdown.ts';

/** What each kind of care does, with nothing in hand, with something it loves, and with something that harms it. */
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

/** Every species that came with the house. */
export function speciesTable(): string {
  return table(
    ['slug', 'family', 'tier', 'window h', 'hunger/h', 'happiness/h', 'trust', 'traits', 'rule of its own'],
    CATALOG.map(speciesRow),
  );
}

function speciesRow(species: Species): string[] {
  return [
    species.slug,
    species.family,
    species.tier,
    String(species.feedingWindowHours),
    String(species.hungerDecayPerHour),
    String(species.happinessDecayPerHour),
    species.trustSpeed,
    species.traits.join(', '),
    species.mechanics.map(({ blurb }) => blurb).join(' '),
  ];
}
