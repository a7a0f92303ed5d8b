// Paths are written as `/creatures/{id}` everywhere; only the router has signs of its own.

// A part that is left to the caller is never empty: `/species/` is a slash too many.
const NOT_EMPTY = '([\\s\\S]+)';

/** A path as the router writes it. */
export function routePath(pattern: string): string {
  return pattern.replace(/\{(\w+)\}/g, `:$1${NOT_EMPTY}`);
}

/** The router's path as it stands in metrics and logs: `/creatures/:id`. */
export function routeLabel(path: string): string {
  return path.replaceAll(NOT_EMPTY, '');
}

/** True when the router would take this path for the pattern. */
export function matchesPattern(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part.startsWith('{') ? given[at] !== '' : part === given[at]))
  );
}
