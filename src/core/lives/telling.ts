import { HOUR, type Instant } from '../engine/clock.ts';
import type { Creature } from './creature.ts';

// What an act of care is worth in hours.
const HOURS_APART = 12;

/**
 * What tells one answer from the next: how often it was cared for, and how many hours ago. With eleven first sentences
 * and thirteen or more second ones, ten tellings in a row are all different.
 */
export function tellingAt({ life, adoptedAt, record }: Creature, at: Instant): number {
  const hours = Math.floor((at - (life?.lastCareAt ?? adoptedAt)) / HOUR);
  // Left out are those with which a look would be told as the care after it.
  const leftOut = Math.trunc((hours - 1) / (HOURS_APART - 1));
  return HOURS_APART * record.careActions + hours + leftOut;
}
