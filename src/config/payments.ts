import { problemsAmong, type Misfit, type Texts } from './parse.ts';

export type PaymentsSettings = Texts<'mode' | 'sandboxHost' | 'stripeKey' | 'stripeWebhookSecret'> & {
  readonly production: boolean;
  readonly baseUrl: URL;
};

export interface PaymentsConfig {
  readonly mode: 'stripe' | 'sandbox' | 'off';
  /** A sandbox nobody asked for serves only callers on this very machine. */
  readonly chosen: 'by setting' | 'by itself';
  /** Both keys, when Stripe is the one; live when real money moves. */
  readonly stripe?:
    { readonly secretKey: string; readonly webhookSecret: string; readonly live: boolean } | undefined;
}

/** How the house is paid, or every reason why these settings do not fit together. */
export function choosePayments(settings: PaymentsSettings): PaymentsConfig | Misfit {
  const problems = [...stripeProblems(settings), ...modeProblems(settings)];
  if (problems.length > 0) return { problems };
  const { stripeKey: secretKey, stripeWebhookSecret: webhookSecret } = settings;
  const mode = (settings.mode ?? modeByItself(settings)) as PaymentsConfig['mode'];
  const chosen = settings.mode === undefined ? 'by itself' : 'by setting';
  if (mode !== 'stripe' || secretKey === undefined || webhookSecret === undefined) return { mode, chosen };
  return { mode, chosen, stripe: { secretKey, webhookSecret, live: isLiveKey(secretKey) } };
}

function modeByItself({ stripeKey, production, baseUrl }: PaymentsSettings): PaymentsConfig['mode'] {
  if (stripeKey !== undefined) return 'stripe';
  return !production && isLoopbackHost(baseUrl.hostname) ? 'sandbox' : 'off';
}

/** By its beginning a key says whether real money moves. */
function isLiveKey(stripeKey = ''): boolean {
  return /^[sr]k_live_/.test(stripeKey);
}

export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

function stripeProblems({ stripeKey, stripeWebhookSecret, mode, baseUrl }: PaymentsSettings): string[] {
  if ((stripeKey === undefined) !== (stripeWebhookSecret === undefined))
    return ['STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET go together: set both or neither.'];
  if (stripeKey === undefined || stripeWebhookSecret === undefined)
    return problemsAmong([
      mode === 'stripe',
      'ARKHOUSE_PAYMENTS=stripe needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.',
    ]);
  const secret = /^[sr]k_(test|live)_\w+$/.exec(stripeKey);
  const isUsed = mode !== 'off' && mode !== 'sandbox';
  return problemsAmong(
    [secret === null, 'STRIPE_SECRET_KEY must begin with sk_test_, sk_live_, rk_test_ or rk_live_.'],
    [!/^whsec_\S+$/.test(stripeWebhookSecret), 'STRIPE_WEBHOOK_SECRET must begin with whsec_.'],
    [
      secret?.[1] === 'live' && isUsed && baseUrl.protocol !== 'https:',
      'A live STRIPE_SECRET_KEY needs an ARKHOUSE_BASE_URL that begins with https://.',
    ],
  );
}

function modeProblems({ mode, stripeKey, sandboxHost, production, baseUrl }: PaymentsSettings): string[] {
  if (mode === undefined || mode === 'stripe' || mode === 'off') return [];
  if (mode !== 'sandbox') return ['ARKHOUSE_PAYMENTS must be stripe, sandbox or off.'];
  if (isLiveKey(stripeKey))
    return ['ARKHOUSE_PAYMENTS=sandbox is refused while STRIPE_SECRET_KEY holds a live key.'];
  const { hostname } = baseUrl;
  const isPublic = production || !isLoopbackHost(hostname);
  return problemsAmong([
    isPublic && sandboxHost !== hostname,
    `ARKHOUSE_PAYMENTS=sandbox gives credits away. On a public host or in production say so by name: ARKHOUSE_PAYMENTS_SANDBOX_HOST=${hostname}.`,
  ]);
}
