export type Instant = number;

export const SECOND = 1000;
export const MINUTE: number = 60 * SECOND;
export const HOUR: number = 60 * MINUTE;
export const DAY: number = 24 * HOUR;

export function iso(at: Instant): string {
  return new Date(at).toISOString();
}
