import type { Transaction } from '../../../packages/database/db.ts';
import { HOUR, type Instant } from '../../rules/base/clock.ts';
import type { CareEffect } from '../../rules/care/care.ts';
import { criticalAt } from '../../rules/care/feeding.ts';
import { isAlive, requireHatched } from '../../rules/lives/creature.ts';
import { deathClock } from '../../rules/lives/live-until.ts';
import { type OwnerNewsItem, WISH_OF_DAYS } from '../../rules/owner-news.ts';
import { isUrgent } from '../../rules/situation.ts';
import type { Species } from '../../rules/species/species.ts';
import type { LifeChange } from '../creatures/save-change.ts';
import type { GrantedWishFacts } from '../heart/read-heart.ts';
import type { KnownAgent } from '../identity/api-keys.ts';
import { insertOwnerNews } from '../identity/owner-news.store.ts';
import type { StoredCreature } from '../records/creatures.store.ts';

interface NewsworthyAct {
  readonly request: { readonly agent: KnownAgent };
  /** Before the act. */
  readonly stored: StoredCreature;
  readonly species: Species;
  readonly granted: GrantedWishFacts | undefined;
  readonly now: Instant;
}

/** Stores the news of an act of care for the human of the keeper; true if there are any, also of growth or death. */
export async function saveNewsOfCare(
  db: Transaction,
  act: NewsworthyAct,
  { timing, step }: Pick<CareEffect, 'timing' | 'step'>,
  change: LifeChange,
): Promise<boolean> {
  const { stored, species, granted, now } = act;
  const { creature } = stored;
  const items: OwnerNewsItem[] = [];
  if (isInDanger(stored, species, now) && isOutOfDanger(change, now)) items.push({ kind: 'saved' });
  if (timing === 'late') items.push({ kind: 'late_meal' });
  if (timing === 'missed_window') items.push({ kind: 'missed_meal' });
  if (step?.isDone) items.push({ kind: 'ambition', ambition: step.kind });
  const openMs = granted ? now - granted.from : 0;
  if (openMs >= WISH_OF_DAYS) items.push({ kind: 'wish', openMs });
  // That the meal is missed was news from the moment on when it was.
  const missedAt = timing === 'missed_window' ? criticalAt(requireHatched(creature), species) : Infinity;
  const { toldAt = -Infinity } = act.request.agent;
  const rows = items.map((item) => {
    const untold = item.kind !== 'missed_meal' || missedAt > toldAt;
    return { agentId: creature.keeperId, at: now, creatureId: creature.id, item, untold };
  });
  if (rows.length > 0) await insertOwnerNews(db.posted, rows);
  return change.happened.length > 0 || rows.some(({ untold }) => untold);
}

/** A creature is in danger for no more than its last hours, and does not die before its next event. */
const LONGEST_DANGER = 16 * HOUR;

function isInDanger({ creature, nextEventAt = 0 }: StoredCreature, species: Species, now: Instant): boolean {
  if (nextEventAt - now > LONGEST_DANGER) return false;
  return isUrgent(deathClock(requireHatched(creature), species, now).urgency);
}

function isOutOfDanger({ creature, species }: LifeChange, now: Instant): boolean {
  return isAlive(creature) && !isUrgent(deathClock(requireHatched(creature), species, now).urgency);
}
