// Preloaded into the service (`--import`): answers each message with the functions that ran since the last one, by file.
import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';

const checkout = process.env['FILES_RUN_PROGRAM'];
if (checkout !== undefined && isMainThread) await answerCounter(checkout);

async function answerCounter(program: string): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const root = pathToFileURL(`${program}/src/`).href;
  const take = async () => {
    // Taking sets every count back to 0.
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const ran: Record<string, number> = {};
    for (const { url, functions } of result) {
      if (!url.startsWith(root)) continue;
      const called = functions.filter(
        ({ functionName, ranges: [range] }) =>
          range !== undefined && range.count > 0 && !(functionName === '' && range.startOffset === 0),
      );
      if (called.length > 0) ran[relative(program, fileURLToPath(url))] = called.length;
    }
    process.send?.(ran);
  };
  process.on('message', () => void take());
  process.channel?.unref();
}
