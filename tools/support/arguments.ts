import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

// Tools import the sources, and pages are written in JSX.
await import('./jsx.ts');

/** The command line of a tool. `--help` prints its usage; so does an option that it does not take, which ends it with code 2. */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  usage: string,
  options: Options = {} as Options,
) {
  if (process.argv.includes('--help')) end(usage, 0);
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    return end(`${error instanceof Error ? error.message : String(error)}\n${usage}`, 2);
  }
}

export function end(text: string, code: number): never {
  (code === 0 ? process.stdout : process.stderr).write(`${text}\n`);
  process.exit(code);
}

export function wholeNumber(given: string, usage: string): number {
  return /^\d+$/.test(given) ? Number(given) : end(`${given} is no whole number.\n${usage}`, 2);
}
