import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

import { postgresCommand } from './postgres-cluster.ts';

/** Those of them that are not on this machine. */
export function missingCommands(names: readonly string[]): string[] {
  return names.filter((name) => findCommand(postgresCommand(name)) === undefined);
}

/** Its path, if it is on this machine. */
export function findCommand(command: string): string | undefined {
  const folders = command.includes('/') ? [''] : (process.env['PATH'] ?? '').split(delimiter);
  return folders
    .map((folder) => join(folder, command))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
