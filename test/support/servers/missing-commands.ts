import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

import { postgresCommand } from './postgres-cluster.ts';

/** Those of them that are not on this machine. */
export function missingCommands(names: readonly string[]): string[] {
  return names.filter((name) => !isThere(postgresCommand(name)));
}

function isThere(command: string): boolean {
  const folders = command.includes('/') ? [''] : (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
