// Child process for the crash tests: registers agents and prints each id once it is acknowledged.
import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { createInterface } from 'node:readline';

import { connect, type DatabaseAddress } from '../../packages/database/connect.ts';
import { fromJson, isUnavailable } from '../../packages/database/portable.ts';
import { findAgentByKeyHash } from '../../src/features/identity/agents.store.ts';
import { takeIn } from './examples.ts';

// Flushed now, because a killed process would not write its compile cache.
flushCompileCache();

const [address = '{}', manner] = process.argv.slice(2);
const database = await connect(fromJson<DatabaseAddress>(address));

if (manner === 'until-killed') for (let n = 0; n < 8; n++) void takeInForever();
if (manner === 'on-request') answerRequests();
say('ready');

async function takeInForever(): Promise<never> {
  while (true) say((await takeIn(database)).id);
}

function answerRequests(): void {
  const requests = { write: () => takeIn(database), read: () => findAgentByKeyHash(database, 'nobody') };
  createInterface({ input: process.stdin }).on('line', (line) => {
    const request = line === 'write' ? requests.write : requests.read;
    request().then(
      (agent) => say(agent?.id ?? 'nobody'),
      (error: unknown) => say(isUnavailable(error) ? 'unavailable' : String(error)),
    );
  });
}

function say(line: string): void {
  writeSync(1, `${line}\n`);
}
