import { constants } from 'node:os';

import { main } from '../app/main.ts';
import type { Given } from '../command-line/command.ts';
import { settingsWith, type SERVE_OPTIONS } from './setting-options.ts';

export async function run({ values }: Given<typeof SERVE_OPTIONS>): Promise<void> {
  const { promise: signalled, resolve } = Promise.withResolvers<NodeJS.Signals>();
  process.once('SIGINT', resolve).once('SIGTERM', resolve);
  const { promise: listens, resolve: beforeListening } = Promise.withResolvers<undefined>();
  const opening = main(settingsWith(values), {
    checkReplies: values['check-replies'],
    beforeListening: () => beforeListening(undefined),
  });
  const early = await Promise.race([signalled, listens, opening.then(() => undefined)]);
  // No request has been accepted yet, so the process may exit; process 1 would ignore a signal to itself.
  if (early) process.exit(128 + constants.signals[early]);
  const house = await opening;
  const reason = await Promise.race([signalled, house.broken]);
  const isClosed = await house.stop();
  // Exits after the error thrown below has been printed.
  if (!isClosed) setImmediate(() => process.exit());
  if (reason instanceof Error) throw reason;
}
