import { expect, test } from 'vitest';

import packageJson from '../../package.json' with { type: 'json' };
import { describeOldNode } from './runtime.ts';

test.each(['18.20.8', '20.19.5', '22.23.0', '24.14.1', '25.9.0'])(
  'Node %s is refused with one line that names the fix',
  (version) => {
    const sentence = describeOldNode(version);
    expect(sentence).toContain(`this is ${version}`);
    expect(sentence).toContain('npx -p node@26 -p arkhouse arkhouse');
    expect(sentence).not.toContain('\n');
  },
);

test.each(['24.15.0', '24.21.0', '26.0.0', '27.1.0'])('Node %s is accepted', (version) => {
  expect(describeOldNode(version)).toBeUndefined();
});

test('package.json requires the same Node versions', () => {
  expect(packageJson.engines.node).toBe('^24.15.0 || >=26.0.0');
});
