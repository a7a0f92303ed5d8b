/** A moment: whole milliseconds since 1970, UTC. */
export type Instant = number;

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

// Instants repeat within a reply and between replies of the same second; formatting one costs as much as reading a row.
const formatted = new Map<Instant, string>();

/** The moment as ISO 8601 in UTC. */
export function iso(at: Instant): string {
  const known = formatted.get(at);
  if (known !== undefined) return known;
  if (formatted.size >= 4096) formatted.clear();
  const text = new Date(at).toISOString();
  formatted.set(at, text);
  return text;
}
