import { hash, randomUUID } from 'node:crypto';

import type { Database, Transaction } from '../../packages/database/db.ts';
import type { Agent } from '../../src/rules/agents.ts';
import { insertAgent } from '../../src/features/identity/agents.store.ts';
import { countRegistration } from '../../src/features/tallies/counting.ts';

export function anAgent(given: Partial<Agent> = {}): Agent {
  const id = given.id ?? randomUUID();
  return {
    id,
    username: `a-${id}`,
    displayName: 'An Agent',
    socialLinks: [],
    gifts: true,
    createdAt: 1000,
    ...given,
  };
}

export function hashOf(words: string): string {
  return hash('sha256', words, 'hex');
}

/** The agent's key hash is the hash of its id. */
export async function takeIn(db: Database | Transaction, agent: Agent = anAgent()): Promise<Agent> {
  if ('transaction' in db) return db.transaction((transaction) => takeIn(transaction, agent));
  await insertAgent(db, agent, { keyHash: hashOf(agent.id), now: agent.createdAt });
  countRegistration(db, agent, agent.createdAt);
  return agent;
}
