import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { aFolder, arkhouse } from './arkhouse.ts';

test('doctor --json checks everything, the model and the rasterizer too, and leaves no files', async () => {
  const env = {
    PORT: '0',
    ARKHOUSE_DATA_DIR: join(aFolder(), 'data'),
    ARKHOUSE_ADMIN_KEY: 'password-of-the-operator-in-person',
  };
  const { code, out, err } = await arkhouse(['doctor', '--json'], env);
  expect({ code, err }).toEqual({ code: 1, err: '' });
  const { wrong, findings } = JSON.parse(out) as { wrong: number; findings: Record<string, string>[] };
  const stateOf = Object.fromEntries(findings.map(({ name, state }) => [name, state]));
  const foundOf = Object.fromEntries(findings.map(({ name, found }) => [name, found]));
  expect(stateOf).toMatchObject({
    settings: 'fine',
    'admin key': 'wrong',
    port: 'fine',
    'data folder': 'fine',
    disk: expect.any(String),
    'time zones': 'fine',
    payments: 'fine',
    versions: 'fine',
    package: 'fine',
  });
  // On a busy machine the doctor loses patience with them, and says so.
  expect(foundOf['model']).toMatch(/has answered, in 384 dimensions|no answer within/);
  expect(foundOf['drawing']).toMatch(/has drawn|no answer within/);
  expect(stateOf['fonts'] ?? foundOf['drawing']).toMatch(/fine|no answer within/);
  expect(wrong).toBe(findings.filter(({ state }) => state === 'wrong').length);
  expect(out).not.toContain(env.ARKHOUSE_ADMIN_KEY);
  expect(existsSync(env.ARKHOUSE_DATA_DIR)).toBe(false);
});
