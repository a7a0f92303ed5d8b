import { parseArgs } from 'node:util';

import { main } from '../main.ts';

/** Opens the house and keeps it open until a signal says otherwise, or until only a restart can help. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { 'check-replies': { type: 'boolean', default: false } },
  });
  const { promise: signalled, resolve } = Promise.withResolvers<NodeJS.Signals>();
  process.once('SIGINT', resolve).once('SIGTERM', resolve);
  const opening = main(process.env, { checkReplies: values['check-replies'] });
  const early = await Promise.race([signalled, opening.then(() => undefined)]);
  // Nothing is half done before the door is open: the signal may do what it does by itself.
  if (early) process.kill(process.pid, early);
  const house = await opening;
  const reason = await Promise.race([signalled, house.broken]);
  const isClosed = await house.stop();
  // After what is thrown here has been said.
  if (!isClosed) setImmediate(() => process.exit());
  if (reason instanceof Error) throw reason;
}
