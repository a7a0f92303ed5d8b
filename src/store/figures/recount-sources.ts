import { TEST_PREFIXES } from '../../core/keepers/agent.ts';

/** 1 for an agent who is not one of those made for testing. */
export const COUNTS_CASE = `case when ${TEST_PREFIXES.map((prefix) => `username like '${prefix}%'`).join(' or ')} then 0 else 1 end`;

/** Rows of which each was counted once, and what each was counted as. */
export interface RecountSource {
  readonly what: string;
  readonly from: string;
  readonly where?: string;
  /** The moment it happened. */
  readonly at?: string;
  readonly counts?: string;
  /** How many the rows stand for. */
  readonly n?: string;
}
