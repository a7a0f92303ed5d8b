import { expect, test } from 'vitest';

import { every } from './jobs.ts';

test('a running round is not started a second time', async () => {
  let begun = 0;
  const job = every(1, async () => {
    begun += 1;
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
  job.begin();
  job.begin();
  await job.stop();
  expect(begun).toBe(1);
});

test('stopping a job aborts its round, and does not wait for one that never ends', async () => {
  let told: AbortSignal | undefined;
  const job = every(
    1000,
    async (closing) => {
      told = closing;
      await new Promise(() => {});
    },
    20,
  );
  job.begin();
  await job.stop();
  expect(told?.aborted).toBe(true);
});
