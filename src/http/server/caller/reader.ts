import type { Instant } from '../../../core/engine/clock.ts';
import type { House } from '../../../house/house.ts';
import type { KnownAgent } from '../../../house/keepers/api-keys.ts';
import { loadLiving } from '../../../house/lives/choose-creature.ts';
import type { Reader } from '../../../voice/server/first-steps.ts';

/** Who is reading, so that they are told what is next for them. */
export async function readerOf(
  house: House,
  { agent, now }: { readonly agent: KnownAgent | undefined; readonly now: Instant },
): Promise<Reader> {
  if (!agent) return { kind: 'stranger', suffix: now.toString(36) };
  return { kind: 'agent', hasLiving: (await loadLiving(house, agent, now)).length > 0 };
}
