/** A path as the router writes it. A part that is left to the caller is never empty: `/species/` is a slash too many. */
export function routePath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1([^]+)');
}
