/**
 * The condition that an agent is not blocked, for every list that strangers see: left out by the database, so that pages
 * stay full. `agentId` is a column.
 */
export function notBlocked(agentId: string): string {
  return `not exists (select 1 from blocked_agents where blocked_agents.agent_id = ${agentId})`;
}
