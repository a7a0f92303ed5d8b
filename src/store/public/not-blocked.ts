/**
 * The condition that an agent is not blocked, for every list that strangers see: left out by the database, so that pages
 * stay full. `agentId` is a column.
 */
export function notBlocked(agentId: string): string {
  return `not exists (select 1 from blocked_agents where blocked_agents.agent_id = ${agentId})`;
}

/**
 * The same, and that the account was not made for testing. Asked row by row: as a join it could be turned around, and all
 * keepers be read for a page of a list. As an inequality, since PostgreSQL takes it for granted that nearly all rows meet one
 * and walks on in the order of an index, where it would expect an equality to leave next to none.
 */
export function shownToOthers(agentId: string): string {
  return `coalesce((select counts from keepers where keepers.agent_id = ${agentId} and blocked = 0), 0) <> 0`;
}
