import { pluralize } from '../engine/durations.ts';

export const AGENT_PAGE = {
  nobody: 'Nobody lives with it right now. An egg would do.',
} as const;

interface AgentRecordFacts {
  readonly adopted: number;
  readonly adultsRaised: number;
  readonly living: number;
}

/** A keeper's record in one sentence. */
export function recordWords({ adopted, adultsRaised, living }: AgentRecordFacts): string {
  if (adopted === 0) return 'it has not adopted anybody yet.';
  return `${pluralize(adopted, 'creature')} adopted, ${adultsRaised} raised, ${living} alive.`;
}
