import { DAY, type Instant } from '../core/clock.ts';
import type { Chance } from '../outside/chance.ts';
import { dropFeedToken, keepFeedToken } from '../store/feed-tokens.ts';
import type { House } from './house.ts';
import { keyHash } from './keys.ts';
import { once, scopeOf, type Outcome } from './once.ts';
import type { KnownAgent } from './recognise.ts';

export interface FeedAsked {
  readonly agent: KnownAgent;
  readonly idempotencyKey?: string | undefined;
}

/** Gives an agent a token that opens its calendar and nothing else; the one it had opens nothing any more. */
export async function makeFeed(
  house: House,
  { agent, idempotencyKey: key }: FeedAsked,
  now: Instant,
): Promise<Outcome<{ readonly token: string }>> {
  return once(house, askFor(agent, key, 'make'), now, async (db) => {
    const token = newToken(house.chance);
    await keepFeedToken(db, { agentId: agent.id, tokenHash: keyHash(token), now });
    return { token };
  });
}

/** Ends an agent's feed; whether there was one is part of the answer. */
export async function endFeed(
  house: House,
  { agent, idempotencyKey: key }: FeedAsked,
  now: Instant,
): Promise<Outcome<{ readonly ended: boolean }>> {
  return once(house, askFor(agent, key, 'end'), now, async (db) => ({
    ended: await dropFeedToken(db, agent.id),
  }));
}

function askFor(agent: KnownAgent, key: string | undefined, calendar: 'make' | 'end') {
  return { key, scope: scopeOf(agent), request: { calendar }, keptFor: DAY };
}

/** Unlike a key to the eye, so that nobody sends one for the other. */
function newToken(chance: Chance): string {
  return `ahcal_${Buffer.from(chance.bytes(32)).toString('base64url')}`;
}
