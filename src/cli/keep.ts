import { setTimeout as pause } from 'node:timers/promises';

import { parseKeeperOptions } from '../keeper/keeper-options.ts';
import { runKeeper, type KeeperOutcome } from '../keeper/run-keeper.ts';
import { systemClock } from '../outside/engine/clock.ts';
import { systemRandom } from '../outside/engine/random.ts';

/** For scripts: what the keeper found when it left. What it cannot do at all is 1 as well, with a sentence. */
const EXIT_CODES: Record<KeeperOutcome, number> = { well: 0, trouble: 1, died: 2, unreachable: 3 };

/** Looks after creatures until a signal says otherwise, or once. */
export async function run(args: readonly string[]): Promise<void> {
  const orders = parseKeeperOptions(args, process.env['ARKHOUSE_BASE_URL']);
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  // What is under way is finished; a second signal does what signals do.
  process.once('SIGINT', leave).once('SIGTERM', leave);
  // Nobody reads the diary any more.
  process.stdout.on('error', leave);
  const clock = systemClock();
  const ending = await runKeeper(orders, {
    now: () => clock.now(),
    randomId: () => systemRandom.id(),
    print: async (line) => void process.stdout.write(`${line}\n`),
    pause: (ms) => pause(ms, undefined, { signal: leaving.signal }),
    leaving: leaving.signal,
  });
  process.exitCode = EXIT_CODES[ending];
}
