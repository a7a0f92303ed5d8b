import creaturePage from '#content/voice/public/creature-page.json' with { type: 'json' };
import type { Observation } from '../../rules/lives/observe.ts';

export const CREATURE_PAGE = creaturePage.page;

export function careCaption(days: number, state: 'egg' | 'alive' | 'dead' | 'released'): string {
  const which = state === 'dead' || state === 'released' ? 'its last' : 'the last';
  return `Acts of care on each of ${which} ${days} days`;
}

export function rhythmWords(rhythm: Observation['rhythm']): readonly string[] {
  const { averageHours, established, multiplier } = rhythm;
  const often = established
    ? `Somebody comes about every ${formatVisitInterval(averageHours)}.`
    : 'It has not been visited often enough to expect anybody.';
  if (multiplier <= 1) return [often];
  const since = established ? 'It has been longer than that' : 'Nobody has come for a while';
  return [often, `${since}, and its time passes ${multiplier.toFixed(1)} times as fast.`];
}

/** A visit interval that follows the word every: `hour`, `2.5 hours`. */
export function formatVisitInterval(hours: number): string {
  if (hours < 1.5) return hours < 0.95 ? `${Math.max(1, Math.round(hours * 60))} minutes` : 'hour';
  return `${Math.round(hours * 2) / 2} hours`;
}
