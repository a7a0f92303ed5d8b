// When a page was last visited is kept in local storage and never sent.

/** Page views closer together than this, by the server's clock, are one visit. */
const VISIT_MS = 30 * 60_000;

/** Stores this page view; returns the last view of the previous visit, undefined on the first visit. */
export function storeView(name: string, now: number): number | undefined {
  try {
    const [before, last] = JSON.parse(localStorage.getItem(name) ?? '[]') as (number | undefined)[];
    const since = last === undefined || now - last > VISIT_MS ? last : before;
    localStorage.setItem(name, JSON.stringify([since ?? null, now]));
    return since ?? undefined;
  } catch {
    return undefined;
  }
}
