import type { GivenSettings } from './settings.ts';

export interface PaymentsConfig {
  readonly mode: 'stripe' | 'sandbox' | 'off';
  /** Whether the mode was set or derived from other settings; inline payments are off only if `off` was set. */
  readonly chosen: 'by setting' | 'by itself';
  readonly stripe?:
    | { readonly secretKey: string; readonly webhookSecret: string; readonly live: boolean }
    | undefined;
}

/** Reads the payment settings; payments are off if the settings contradict each other. */
export function readPayments(given: GivenSettings, baseUrl: URL, problems: string[]): PaymentsConfig {
  const found = [...stripeProblems(given, baseUrl), ...modeProblems(given, baseUrl)];
  problems.push(...found);
  if (found.length > 0) return { mode: 'off', chosen: 'by setting' };
  const {
    ARKHOUSE_PAYMENTS: wish,
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  } = given;
  const mode = (wish ?? modeByItself(given, baseUrl)) as PaymentsConfig['mode'];
  const chosen = wish === undefined ? 'by itself' : 'by setting';
  if (mode !== 'stripe' || secretKey === undefined || webhookSecret === undefined) return { mode, chosen };
  return { mode, chosen, stripe: { secretKey, webhookSecret, live: isLiveKey(secretKey) } };
}

function modeByItself(given: GivenSettings, baseUrl: URL): PaymentsConfig['mode'] {
  if (given.STRIPE_SECRET_KEY !== undefined) return 'stripe';
  return isPublic(given, baseUrl) ? 'off' : 'sandbox';
}

export function isPublic({ NODE_ENV }: GivenSettings, { hostname }: URL): boolean {
  return NODE_ENV === 'production' || !isLoopbackHost(hostname);
}

function isLiveKey(stripeKey = ''): boolean {
  return /^[sr]k_live_/.test(stripeKey);
}

export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

function stripeProblems(given: GivenSettings, { protocol }: URL): string[] {
  const { ARKHOUSE_PAYMENTS: mode, STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: webhookSecret } = given;
  if ((key === undefined) !== (webhookSecret === undefined))
    return ['STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET go together: set both or neither.'];
  if (key === undefined || webhookSecret === undefined)
    return mode === 'stripe'
      ? ['ARKHOUSE_PAYMENTS=stripe needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.']
      : [];
  const secret = /^[sr]k_(test|live)_\w+$/.exec(key);
  const isUsed = mode !== 'off' && mode !== 'sandbox';
  const found: string[] = [];
  if (!secret) found.push('STRIPE_SECRET_KEY must begin with sk_test_, sk_live_, rk_test_ or rk_live_.');
  if (!/^whsec_\S+$/.test(webhookSecret)) found.push('STRIPE_WEBHOOK_SECRET must begin with whsec_.');
  if (secret?.[1] === 'live' && isUsed && protocol !== 'https:')
    found.push('A live STRIPE_SECRET_KEY needs an ARKHOUSE_BASE_URL that begins with https://.');
  return found;
}

function modeProblems(given: GivenSettings, baseUrl: URL): string[] {
  const { ARKHOUSE_PAYMENTS: mode, ARKHOUSE_PAYMENTS_SANDBOX_HOST: sandboxHost } = given;
  if (mode === undefined || mode === 'stripe' || mode === 'off') return [];
  if (mode !== 'sandbox') return ['ARKHOUSE_PAYMENTS must be stripe, sandbox or off.'];
  if (isLiveKey(given.STRIPE_SECRET_KEY))
    return ['ARKHOUSE_PAYMENTS=sandbox is refused while STRIPE_SECRET_KEY holds a live key.'];
  if (!isPublic(given, baseUrl) || sandboxHost === baseUrl.hostname) return [];
  return [
    `ARKHOUSE_PAYMENTS=sandbox gives credits away. On a public host or in production say so by name: ARKHOUSE_PAYMENTS_SANDBOX_HOST=${baseUrl.hostname}.`,
  ];
}
