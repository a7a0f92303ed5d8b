import { counted } from './durations.ts';

export const AGENT = {
  nobody: 'Nobody lives with it right now. An egg would do.',
} as const;

interface Record {
  readonly adopted: number;
  readonly adultsRaised: number;
  readonly living: number;
}

/** A keeper's record in one sentence. */
export function recordWords({ adopted, adultsRaised, living }: Record): string {
  if (adopted === 0) return 'it has not adopted anybody yet.';
  return `${counted(adopted, 'creature')} adopted, ${adultsRaised} raised, ${living} alive.`;
}
