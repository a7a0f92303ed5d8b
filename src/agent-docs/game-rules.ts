import { CRITICAL_WINDOWS, OVERDUE_WINDOWS, WINDOW_OPENS } from '../core/care/feeding.ts';
import { effectOf } from '../core/care/item-effects.ts';
import { DAY } from '../core/engine/clock.ts';
import { GROWS_AT } from '../core/lives/growth.ts';
import { RESURRECTION_WINDOW } from '../core/lives/resurrection.ts';
import { deathThresholdHours, NO_RHYTHM } from '../core/lives/rhythm.ts';
import { BEDTIME, MORNING } from '../core/lives/sleep.ts';
import { CATALOG } from '../core/species/catalog.ts';
import type { Species } from '../core/species/species.ts';
import type { StatChanges } from '../core/stats.ts';
import { ACTIONS } from '../core/vocabulary.ts';
import type { LifeFacts } from '../voice/server/agent-docs.ts';
import { table } from './markdown.ts';

/** The numbers a keeper lives by, as the rules have them. */
export const LIFE_FACTS: LifeFacts = {
  windowOpensPercent: WINDOW_OPENS * 100,
  windowClosesPercent: OVERDUE_WINDOWS * 100,
  criticalPercent: CRITICAL_WINDOWS * 100,
  growsAtHours: Object.values(GROWS_AT),
  firstThresholdHours: deathThresholdHours(NO_RHYTHM),
  thresholdHours: [thresholdFor(0), thresholdFor(Infinity)],
  bedtime: clockHour(BEDTIME),
  morning: clockHour(MORNING),
  resurrectionDays: RESURRECTION_WINDOW / DAY,
  shortestWindowHours: Math.min(...CATALOG.map(({ feedingWindowHours }) => feedingWindowHours)),
  longestWindowHours: Math.max(...CATALOG.map(({ feedingWindowHours }) => feedingWindowHours)),
};

function thresholdFor(averageHours: number): number {
  return deathThresholdHours({ intervals: Number.MAX_SAFE_INTEGER, averageHours });
}

function clockHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

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
