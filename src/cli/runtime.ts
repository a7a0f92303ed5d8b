// Read by whatever Node is there, however old: plain words, and nothing imported.

// The first of its line whose SQLite (3.51.3) cannot damage a database in write-ahead mode, and does not call itself an experiment.
const LEAST_MINOR_OF_24 = 15;

/** Why the house cannot run on this Node, and the way out; undefined where it can. */
export function describeOldNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major >= 26 || (major === 24 && minor >= LEAST_MINOR_OF_24)) return undefined;
  return (
    `Arkhouse runs on Node 24.${LEAST_MINOR_OF_24} or later of that line, and on 26 and newer; this is ${version}. ` +
    'The way out, with nothing to install: npx -p node@26 -p arkhouse arkhouse …'
  );
}

/** Brings along what this Node does not have by itself, before anybody asks for it. */
export async function completeRuntime(): Promise<void> {
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
}
