import { isTestAccount } from '../core/agent.ts';
import type { Instant } from '../core/clock.ts';
import { findAgentByUsername } from '../store/agents.ts';
import type { Transaction } from '../store/db.ts';
import { beginKeeping, holdKeeper } from '../store/keepers.ts';
import { block, publicFiguresOf, unblock } from '../store/moderation.ts';
import { noteDeed } from '../store/operator-log.ts';
import { inAll } from '../store/tallies.ts';
import { OUT } from '../store/tally-names.ts';
import type { House } from './house.ts';
import { moving, type DeedOutcome } from './moderate.ts';

export interface AgentNamed {
  readonly username: string;
  readonly reason: string;
}

/** Shows an agent the door: its key opens nothing, and nobody sees anything of it. Its creatures live on as they would. */
export async function blockAgent(house: House, named: AgentNamed, now: Instant): Promise<DeedOutcome> {
  return decide(house, named, 'blocked', now);
}

/** Everything of it is there again, as it has become meanwhile. */
export async function unblockAgent(house: House, named: AgentNamed, now: Instant): Promise<DeedOutcome> {
  return decide(house, named, 'unblocked', now);
}

async function decide(
  house: House,
  { username, reason }: AgentNamed,
  deed: 'blocked' | 'unblocked',
  now: Instant,
): Promise<DeedOutcome> {
  return moving(house, async (db) => {
    const agent = await findAgentByUsername(db, username);
    if (!agent) return 'not found';
    await beginKeeping(db, { id: agent.id, username, counts: !isTestAccount(username) });
    // While it is held nothing of the agent's can come, go or grow: what is counted here is what there is.
    await holdKeeper(db, agent.id);
    const changed = deed === 'blocked' ? await block(db, agent.id, now) : await unblock(db, agent.id);
    if (!changed) return 'was so already';
    await countOutOfSight(db, agent.id, deed === 'blocked' ? 1 : -1);
    await noteDeed(db, house.chance.id(), { at: now, deed, subject: username, reason });
    return 'done';
  });
}

async function countOutOfSight(db: Transaction, agentId: string, sign: 1 | -1): Promise<void> {
  for (const { what, n } of await publicFiguresOf(db, agentId))
    db.count(inAll('house', OUT + what, sign * n));
}
