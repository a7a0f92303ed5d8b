import type { Instant } from '../../core/engine/clock.ts';
import type { Creature } from '../../core/lives/creature.ts';
import { RESURRECTION_WINDOW, resurrectionCost } from '../../core/lives/resurrection.ts';
import { creditsMissing } from '../../core/money/credits.ts';
import { deadSince, MOST_LIVING } from '../../store/lives/creatures.ts';
import { accountOf } from '../../store/money/ledger.ts';
import type { House } from '../house.ts';
import type { KnownAgent } from '../keepers/api-keys.ts';
import { takesPayments } from '../money/checkout.ts';
import { loadLiving } from './choose-creature.ts';

/** A dead creature that can still be had back, how many credits are missing for it, and whether they can be bought. */
export interface ReturnableCreature {
  readonly creature: Creature;
  readonly missing: number;
  readonly payable: boolean;
}

/** Whom an agent could have back now: the last that died and can be paid for, or else the last that died. */
export async function findReturnable(
  house: House,
  agent: KnownAgent,
  now: Instant,
): Promise<ReturnableCreature | undefined> {
  // One may have died that nobody has looked at.
  await loadLiving(house, agent, now);
  const [dead, account] = await Promise.all([
    deadSince(house.store, agent.id, now - RESURRECTION_WINDOW, MOST_LIVING),
    accountOf(house.store, agent.id),
  ]);
  const waiting = dead.map(({ creature }) => ({
    creature,
    missing: creditsMissing(account, resurrectionCost(creature, now)),
    payable: takesPayments(house),
  }));
  return waiting.find(({ missing }) => missing === 0) ?? waiting[0];
}
