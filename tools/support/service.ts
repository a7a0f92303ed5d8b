import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export type Service = Awaited<ReturnType<typeof startService>>;

/** Runs a command that serves, and waits until its log says where. Errors in the log are passed on. */
export async function startService(
  [command = '', ...args]: readonly string[],
  { stdio = ['ignore', 'pipe', 'inherit'], ...options }: SpawnOptions,
) {
  const child = spawn(command, args, { ...options, stdio });
  const closed = once(child, 'close');
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  closed.then(([code]) => reject(new Error(`The service ended with ${code} before it was open.`)), reject);
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /"address":"([^"]+)"/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
      if (/"level":"(?:error|fatal)"/.test(line)) console.error(line.slice(0, 500));
    });
  const close = async () => {
    child.kill('SIGTERM');
    await closed;
  };
  return { address: await promise, process: child, closed, close };
}
