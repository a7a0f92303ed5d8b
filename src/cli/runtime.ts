// This file must be parsed by any Node version: plain syntax, no imports.

// The first with SQLite 3.51.3, which fixes a corruption bug in WAL mode, and with a stable node:sqlite.
const LEAST_MINOR_OF_24 = 15;

/** What to do about a Node that is too old for `program`, the path of this program. */
export function describeOldNode(version: string, program = process.argv[1] ?? 'FILE'): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major >= 26 || (major === 24 && minor >= LEAST_MINOR_OF_24)) return undefined;
  return (
    `Arkhouse runs on Node 24.${LEAST_MINOR_OF_24} or later of that line, and on 26 and newer; this is ${version}. ` +
    `The way out, with nothing to install: npx -y node@26 ${program} …`
  );
}

export async function completeRuntime(): Promise<void> {
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
}
