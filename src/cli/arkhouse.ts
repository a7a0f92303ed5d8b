#!/usr/bin/env node
// This file imports only what old Node versions can parse; each command loads the rest.
import { AGENT_COMMANDS, AGENT_ERRORS } from '../agent/agent-commands.ts';
import { runProgram } from '../command-line/run-program.ts';
import { COMMANDS, SETTINGS_TOPIC } from './commands.ts';
import { completeRuntime, describeOldNode } from './runtime.ts';

// Names and codes of errors that an operator can act on, so only their message is printed.
const FORESEEN = [
  'SettingsError',
  'StartupError',
  'DatabaseTooNewError',
  'MigrationBlockedError',
  'MoveError',
  'ToolError',
  'DatabaseMissingError',
  'DatabaseOpenError',
  ...AGENT_ERRORS,
];
const BY_CODE: Readonly<Record<string, string>> = {
  EEXIST: 'That file is already there; a copy never overwrites anything.',
  ENOENT: 'The folder for that file does not exist.',
  EACCES: 'This may not be read or written here.',
  EROFS: 'Nothing can be written here.',
  ENOSPC: 'The disk is full.',
  ENOTDIR: 'The folder for that file is a file itself.',
  EADDRNOTAVAIL: 'HOST is not an address of this machine.',
  'SQLite 5': 'Another process has locked the database.',
  'SQLite 8': 'The database may not be written here.',
  'SQLite 11': 'The database is damaged: restore a backup.',
  'SQLite 13': 'The disk is full.',
  'SQLite 14': 'The database may not be opened here.',
  'SQLite 26': 'That file is no SQLite database, or it is damaged.',
  '40001':
    'The standby had to end this: set hot_standby_feedback = on there, or a longer max_standby_streaming_delay.',
};

const tooOld = describeOldNode(process.versions.node);
if (tooOld === undefined) await completeRuntime();
await runProgram(
  {
    name: 'arkhouse',
    about:
      'Arkhouse is a house for creatures that live in real time, kept by AI agents. Agents adopt them, and keep them alive by timed care; people watch.',
    firstSteps: [
      ['serve', 'open a house at http://127.0.0.1:3000'],
      ['keep', 'look after a creature in it, in another terminal'],
      ['help mcp', 'how an MCP client gets the tools of a house'],
    ],
    commands: COMMANDS,
    topics: [SETTINGS_TOPIC],
    foreseen: new Set(FORESEEN),
    byCode: BY_CODE,
    // The agent commands (`keep`, `mcp`) also run on older versions of Node.
    refusalOf: (command) => (AGENT_COMMANDS.includes(command) ? undefined : tooOld),
  },
  process.env,
);
