import { StartupError } from '../open-house.ts';

/** How many connections work at once. */
export function parseJobs(given: string | undefined): number {
  const jobs = Number(given ?? 1);
  if (Number.isInteger(jobs) && jobs >= 1 && jobs <= 64) return jobs;
  throw new StartupError('--jobs is a whole number from 1 to 64.');
}
