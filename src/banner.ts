import { sandboxTokenFile } from './client/sandbox-token.ts';
import type { Config } from './config/config.ts';

const PAYMENTS = {
  stripe: 'Stripe',
  sandbox: 'sandbox (play money, no card needed)',
  off: 'off',
} as const;

/** Where the token is that the sandbox clock and play money need, in a house that has one of them. */
export function describeSandbox(
  { hasSandbox, sandboxToken, dataDir }: Config,
  isTokenKept: boolean,
): string | undefined {
  if (!hasSandbox) return undefined;
  if (!isTokenKept) return 'needs X-Sandbox-Token, which is in no file';
  return `needs X-Sandbox-Token: see ${sandboxToken === undefined ? sandboxTokenFile(dataDir) : 'ARKHOUSE_SANDBOX_TOKEN'}`;
}

/** How to start the keeper for this house: in a clone by npm, elsewhere by the published package. */
function keeperCommand(address: string, isClone: boolean): string {
  const where = address === DEFAULT_ADDRESS ? '' : `${isClone ? ' --' : ''} --base-url ${address}`;
  return `${isClone ? 'npm run --silent arkhouse keep' : 'npx -y arkhouse-agent keep'}${where}`;
}

const DEFAULT_ADDRESS = 'http://127.0.0.1:3000';

interface BannerFacts {
  readonly address: string;
  readonly database: string;
  readonly sandboxToken?: string | undefined;
  /** False when the data folder is not writable. */
  readonly isTokenKept?: boolean;
  /** One sentence for each thing that is not set up. */
  readonly missing?: readonly string[];
  readonly isClone?: boolean;
}

/** What the terminal shows when the house opens. */
export function banner(
  config: Config,
  { address, database, sandboxToken, isTokenKept = true, missing = [], isClone = false }: BannerFacts,
): string {
  const clock =
    config.clock === 'sandbox'
      ? `sandbox, ${config.timeScale}× (turn it at /api/sandbox/clock)`
      : 'the real one';
  const sandbox = describeSandbox(config, isTokenKept);
  return [
    '',
    `  Arkhouse is open at ${address}`,
    '',
    `    watch                  ${address}`,
    `    hand it to an agent    Read ${address}/skill.md, adopt a creature there, and keep it alive.`,
    `    let the keeper do it   ${keeperCommand(address, isClone)}`,
    '',
    `    database  ${database}`,
    `    payments  ${PAYMENTS[config.payments.mode]}`,
    `    clock     ${clock}`,
    ...(sandbox === undefined ? [] : [`    sandbox   ${sandbox}`]),
    // A token of the operator's own is not shown.
    ...(sandbox === undefined || config.sandboxToken !== undefined
      ? []
      : [`    token     X-Sandbox-Token: ${sandboxToken}`]),
    ...missing.map((sentence) => `    missing   ${sentence}`),
    '',
    '  Stop it with Ctrl-C.',
    '',
  ].join('\n');
}
