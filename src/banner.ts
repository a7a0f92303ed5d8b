import type { Config } from './config/config.ts';

const PAYMENTS = {
  stripe: 'Stripe',
  sandbox: 'sandbox (play money, no card needed)',
  off: 'off',
} as const;

/** What a person wants to know when the house opens. */
export function banner(config: Config, address: string, database: string): string {
  const clock =
    config.clock === 'sandbox'
      ? `sandbox, ${config.timeScale}× (turn it at /api/sandbox/clock)`
      : 'the real one';
  return [
    '',
    `  Arkhouse is open at ${address}`,
    '',
    `    try       curl ${address}/api`,
    `    read      ${address}/docs`,
    `    database  ${database}`,
    `    payments  ${PAYMENTS[config.payments.mode]}`,
    `    clock     ${clock}`,
    '',
    '  Stop it with Ctrl-C.',
    '',
  ].join('\n');
}
