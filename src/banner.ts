import type { Config } from './config/config.ts';

const PAYMENTS = {
  stripe: 'Stripe',
  sandbox: 'sandbox (play money, no card needed)',
  off: 'off',
} as const;

const SANDBOX_FOR = {
  token: 'for whoever sends ARKHOUSE_SANDBOX_TOKEN as X-Sandbox-Token',
  'this machine': 'for this machine; set ARKHOUSE_SANDBOX_TOKEN before you put a proxy in front',
  nobody: 'for nobody: ARKHOUSE_BASE_URL is not this machine, and ARKHOUSE_SANDBOX_TOKEN is not set',
} as const;

/** Whom the sandbox clock and play money are for, in a house that has one of them. */
export function describeSandbox({ clock, payments, sandboxFor }: Config): string | undefined {
  return clock === 'sandbox' || payments.mode === 'sandbox' ? SANDBOX_FOR[sandboxFor] : undefined;
}

/** What a person wants to know when the house opens. */
export function banner(
  config: Config,
  address: string,
  database: string,
  missing: readonly string[] = [],
): string {
  const clock =
    config.clock === 'sandbox'
      ? `sandbox, ${config.timeScale}× (turn it at /api/sandbox/clock)`
      : 'the real one';
  const sandbox = describeSandbox(config);
  return [
    '',
    `  Arkhouse is open at ${address}`,
    '',
    `    try       curl ${address}/api`,
    `    read      ${address}/docs`,
    `    database  ${database}`,
    `    payments  ${PAYMENTS[config.payments.mode]}`,
    `    clock     ${clock}`,
    ...(sandbox === undefined ? [] : [`    sandbox   ${sandbox}`]),
    ...missing.map((sentence) => `    missing   ${sentence}`),
    '',
    '  Stop it with Ctrl-C.',
    '',
  ].join('\n');
}
