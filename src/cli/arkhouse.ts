#!/usr/bin/env node
// Nothing is imported before the runtime is known to be new enough: an older one could not even read the rest.
const NODE_NEEDED = 26;

const COMMANDS: Readonly<Record<string, () => Promise<{ run(args: readonly string[]): Promise<void> }>>> = {
  serve: () => import('./serve.ts'),
  migrate: () => import('./migrate.ts'),
  backup: () => import('./backup.ts'),
  audit: () => import('./audit.ts'),
  help: () => import('./help.ts'),
};

const [word = 'help', ...rest] = process.argv.slice(2);
const command = COMMANDS[word.replace(/^--/, '')];

if (Number.parseInt(process.versions.node, 10) < NODE_NEEDED) {
  complain(
    `Arkhouse needs Node ${NODE_NEEDED} or newer; this is ${process.version}. In a checkout, "npm start" brings its own.`,
  );
} else if (!command) {
  complain(`There is no command "${word}". "arkhouse help" lists them.`);
} else {
  const loaded = await command();
  await loaded.run(rest).catch(explain);
}

/** Our own errors are sentences for the operator; anything else is a bug and shows where it happened. */
function explain(error: unknown): void {
  const foreseen =
    error instanceof Error && ['BadSettings', 'CannotStart', 'DatabaseTooNew'].includes(error.name);
  if (foreseen) complain(error.message);
  else complain(error instanceof Error ? (error.stack ?? error.message) : String(error));
}

function complain(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
