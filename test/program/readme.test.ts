import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';

import { aFolder, started } from './arkhouse.ts';
import { whereItIsNoon } from './noon.ts';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

function commandsIn(heading: string): string[] {
  const [, section = ''] = README.split(`\n## ${heading}\n`);
  const [own = ''] = section.split('\n## ');
  return [...own.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
}

test('what the README says of a life and of credits can be typed as it stands', async () => {
  const { address } = await started({ ARKHOUSE_DATA_DIR: aFolder() });
  const registered = await fetch(`${address}/api/auth/register`, {
    method: 'POST',
    body: JSON.stringify({ username: 'reader', timezone: whereItIsNoon() }),
  });
  const { your_token: key } = (await registered.json()) as { your_token: string };
  const blocks = [...commandsIn('A life'), ...commandsIn('Coming back')];
  expect(blocks.length).toBeGreaterThan(3);
  for (const block of blocks) {
    const script = block
      .replaceAll('http://127.0.0.1:3000', address)
      .replaceAll('curl ', 'curl --silent --show-error --fail-with-body ');
    const { stdout } = await promisify(execFile)('bash', ['-euc', script], {
      env: { ...process.env, KEY: key },
    });
    expect(stdout).not.toBe('');
  }
});
