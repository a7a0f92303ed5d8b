import { setTimeout as pause } from 'node:timers/promises';

import { SECOND } from '../rules/base/clock.ts';
import { FAMILIES } from '../rules/vocabulary.ts';
import { defaultKeyFile } from '../client/key-file.ts';
import { findSandboxToken } from '../client/sandbox-token.ts';
import type { Given, OptionValues } from '../command-line/command.ts';
import { escapeControls } from '../command-line/escape-controls.ts';
import { runKeeper, type KeeperOptions, type KeeperOutcome } from '../keeper/run-keeper.ts';
import { systemClock } from '../outside/clock.ts';
import { systemRandom } from '../outside/random.ts';
import type { KEEP_OPTIONS } from './agent-commands.ts';

const EXIT_CODES: Record<KeeperOutcome, number> = { well: 0, trouble: 1, died: 2, unreachable: 3 };

export async function run({ values }: Given<typeof KEEP_OPTIONS>): Promise<void> {
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  // The first SIGINT or SIGTERM lets the current request finish; a second one ends the process.
  process.once('SIGINT', leave).once('SIGTERM', leave);
  // A broken pipe: the process that read standard output has ended.
  process.stdout.on('error', leave);
  const clock = systemClock();
  const ending = await runKeeper(keeperOptions(values), {
    now: () => clock.now(),
    randomId: () => systemRandom.id(),
    print: async (line) => void process.stdout.write(`${escapeControls(line)}\n`),
    pause: (ms) => pause(ms, undefined, { signal: leaving.signal }),
    leaving: leaving.signal,
  });
  process.exitCode = EXIT_CODES[ending];
}

export function keeperOptions(values: OptionValues<typeof KEEP_OPTIONS>): KeeperOptions {
  const { name, species, username, timezone, family, once, again, json, patience } = values;
  return {
    keyFile: values['key-file'] ?? defaultKeyFile(),
    givenKey: process.env['ARKHOUSE_API_KEY'] || undefined,
    baseUrl: values['base-url'],
    username,
    timezone,
    wishes: {
      name,
      species,
      family: FAMILIES.find((each) => each === family),
      afterDeath: again ? 'adopt_again' : 'stop',
    },
    diary: { file: values.diary, format: json ? 'json' : 'words' },
    rounds: once ? 'one' : 'many',
    time: values['fast-forward'] ? 'fast_forward' : 'patient',
    patienceMs: Number(patience ?? 30) * SECOND,
    answersWithinMs: once && patience === undefined ? 2 * SECOND : undefined,
    sandboxToken: (baseUrl) => findSandboxToken(baseUrl, process.env),
  };
}
