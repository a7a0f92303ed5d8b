#!/usr/bin/env node
// Nothing is imported before the runtime is known to be new enough: an older one could not even read the rest.
const NODE_NEEDED = 26;

const COMMANDS: Readonly<Record<string, () => Promise<{ run(args: readonly string[]): Promise<void> }>>> = {
  serve: () => import('./serve.ts'),
  keep: () => import('./keep.ts'),
  mcp: () => import('./mcp.ts'),
  migrate: () => import('./migrate.ts'),
  backup: () => import('./backup.ts'),
  audit: () => import('./audit.ts'),
  archive: () => import('./archive.ts'),
  move: () => import('./move.ts'),
  restore: () => import('./restore.ts'),
  help: () => import('./help.ts'),
};

// What an operator can do something about, by the name or the code of the error.
const FORESEEN = new Set([
  'SettingsError',
  'StartupError',
  'DatabaseTooNewError',
  'MigrationBlockedError',
  'MoveError',
  'ArchiveError',
  'ToolError',
  'DatabaseMissingError',
  'KeyFileError',
  'KeeperError',
  'ConnectionError',
  'RedirectError',
]);
const BY_CODE: Readonly<Record<string, string>> = {
  EEXIST: 'That file is already there; a copy never overwrites anything.',
  ENOENT: 'The folder for that file does not exist.',
  EACCES: 'This may not be read or written here.',
  EROFS: 'Nothing can be written here.',
  ENOTDIR: 'The folder for that file is a file itself.',
  EADDRNOTAVAIL: 'HOST is not an address of this machine.',
  '40001':
    'The standby had to end this: set hot_standby_feedback = on there, or a longer max_standby_streaming_delay.',
};

const [word = 'help', ...rest] = process.argv.slice(2);
const name = word.replace(/^--/, '');
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;

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

/** What can be foreseen is a sentence for the operator; anything else is a bug and shows where it happened. */
function explain(error: unknown): void {
  if (!(error instanceof Error)) return complain(String(error));
  if (FORESEEN.has(error.name)) return complain(error.message);
  const codes = [error, error.cause].map((each) => (each as { code?: unknown } | undefined)?.code);
  const sentence = codes.map((code) => BY_CODE[String(code)]).find(Boolean);
  if (sentence) return complain(`${sentence} (${error.message})`);
  if (codes.some((code) => String(code).startsWith('ERR_PARSE_ARGS'))) return complain(error.message);
  complain([error.stack, error.cause].filter(Boolean).map(String).join('\nbecause of '));
}

function complain(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
