import { setTimeout as pause } from 'node:timers/promises';

import type { Cut } from '../../../test/support/servers/cutting-proxy.ts';
import type { Fault } from '../fault.ts';

const FOR_MS = 10_000;
const ONE_OF = 4;

export const CUT_BEFORE_COMMIT: Fault = {
  name: 'cut-before-commit',
  description: 'for ten seconds one commit of four is cut off before PostgreSQL hears of it',
  ...cutting('before commit'),
};

export const CUT_AFTER_COMMIT: Fault = {
  name: 'cut-after-commit',
  description: 'for ten seconds one commit of four is done, and its answer is cut off on the way back',
  ...cutting('after commit'),
};

function cutting(where: Cut): Pick<Fault, 'world' | 'run'> {
  return {
    world: { through: 'proxy' },
    async run({ proxy }) {
      proxy.cut({ where, every: ONE_OF });
      await pause(FOR_MS);
      proxy.mend();
      if (proxy.cuts === 0)
        throw new Error('Nothing was cut: the proxy no longer sees how transactions end.');
    },
  };
}
