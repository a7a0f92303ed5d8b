import { expect, test } from 'vitest';

import { every } from './job.ts';

test('a round that is going on is not begun a second time', async () => {
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

test('whoever stops a job tells the round, and does not wait for one without end', async () => {
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
