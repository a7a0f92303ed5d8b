import { DAY } from '../core/clock.ts';
import { CRITICAL_WINDOWS, OVERDUE_WINDOWS } from '../core/felt.ts';
import { WINDOW_OPENS } from '../core/feeding.ts';
import { effectOf } from '../core/items.ts';
import type { Changes } from '../core/mechanic.ts';
import { RESURRECTION_WINDOW } from '../core/resurrection.ts';
import { deathThresholdHours, NO_RHYTHM } from '../core/rhythm.ts';
import { BEDTIME, MORNING } from '../core/sleep.ts';
import { CATALOG } from '../core/species/catalog.ts';
import type { Species } from '../core/species/species.ts';
import { GROWS_AT } from '../core/stages.ts';
import { ACTIONS } from '../core/vocabulary.ts';
import type { LifeFacts } from '../voice/guide.ts';
import { table } from './layout.ts';

/** The numbers a keeper lives by, as the rules have them. */
export const LIFE_FACTS: LifeFacts = {
  windowOpensPercent: WINDOW_OPENS * 100,
  windowClosesPercent: OVERDUE_WINDOWS * 100,
  criticalPercent: CRITICAL_WINDOWS * 100,
  growsAtHours: Object.values(GROWS_AT),
  firstThresholdHours: deathThresholdHours(NO_RHYTHM),
  thresholdHours: [thresholdFor(0), thresholdFor(Infinity)],
  bedtime: hourOnTheClock(BEDTIME),
  morning: hourOnTheClock(MORNING),
  resurrectionDays: RESURRECTION_WINDOW / DAY,
  shortestWindowHours: Math.min(...CATALOG.map(({ feedingWindowHours }) => feedingWindowHours)),
  longestWindowHours: Math.max(...CATALOG.map(({ feedingWindowHours }) => feedingWindowHours)),
};

function thresholdFor(averageHours: number): number {
  return deathThresholdHours({ intervals: Number.MAX_SAFE_INTEGER, averageHours });
}

function hourOnTheClock(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

/** What each kind of care does, with nothing in hand, with something it loves, and with something that harms it. */
export function effectsTable(): string {
  return table(
    ['action', 'does', 'with an item it loves', 'with an item that harms it'],
    ACTIONS.map((action) => [
      action,
      changes(effectOf(action, undefined)),
      ...(action === 'reflect'
        ? ['takes no item', 'takes no item']
        : [changes(effectOf(action, 'loved')), changes(effectOf(action, 'harmful'))]),
    ]),
  );
}

function changes(effect: Changes): string {
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
