import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import packageJson from '../../package.json' with { type: 'json' };
import { makeSbom } from '../../tools/release/supply-chain.ts';

const PATIENCE = { timeout: 300_000 };

test('the bill of materials of a release lists every locked package with its digest', PATIENCE, () => {
  const { bomFormat, metadata, components } = makeSbom();
  const { version: released } = packageJson;
  expect(bomFormat).toBe('CycloneDX');
  expect(metadata.component).toMatchObject({ name: 'arkhouse', version: released });
  const listed = new Set(
    // By purl: npm calls a package that stands in for another by the name of the other.
    components.map(({ purl = '', hashes }) => `${decodeURIComponent(purl)} ${hashes?.[0]?.content}`),
  );
  const lockfile = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8');
  const { packages } = JSON.parse(lockfile) as {
    packages: Record<string, { name?: string; version: string; integrity?: string }>;
  };
  const locked = Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { name = path.split('node_modules/').at(-1), version, integrity = '' }]) => {
      const digest = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
      return `pkg:npm/${name}@${version} ${digest}`;
    });
  expect(locked.filter((each) => !listed.has(each))).toEqual([]);
});
