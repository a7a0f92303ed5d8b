import { setTimeout as pause } from 'node:timers/promises';

import type { Fault } from '../fault.ts';

export const CLOCKS_APART: Fault = {
  name: 'clocks-apart',
  description: 'the clock of one node is five minutes ahead, that of another five minutes behind',
  needs: ['faketime'],
  world: { clockOffsets: ['+5m', '-5m', '+0'] },
  unnoticed: true,
  async run() {
    await pause(12_000);
  },
};
