export type PaymentsMode = 'stripe' | 'sandbox' | 'off';

export interface PaymentsSettings {
  readonly mode: string | undefined;
  readonly sandboxHost: string | undefined;
  readonly stripeKey: string | undefined;
  readonly stripeWebhookSecret: string | undefined;
  readonly production: boolean;
  readonly baseUrl: URL;
}

export interface PaymentsConfig {
  readonly mode: PaymentsMode;
  /** A sandbox nobody asked for serves only callers on this very machine. */
  readonly chosen: 'by setting' | 'by itself';
  readonly stripe?: StripeConfig | undefined;
}

/** Both keys, when Stripe is the one. */
export interface StripeConfig {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** True when real money moves. */
  readonly live: boolean;
}

/** How the house is paid, or every reason why these settings do not fit together. */
export function choosePayments(wish: PaymentsSettings): PaymentsConfig | { readonly problems: string[] } {
  const problems = [...stripeProblems(wish), ...modeProblems(wish)];
  if (problems.length > 0) return { problems };
  const mode = (wish.mode ?? modeByItself(wish)) as PaymentsMode;
  return {
    mode,
    chosen: wish.mode === undefined ? 'by itself' : 'by setting',
    ...(mode === 'stripe' && { stripe: keysIn(wish) }),
  };
}

function modeByItself({ stripeKey, production, baseUrl }: PaymentsSettings): PaymentsMode {
  if (stripeKey !== undefined) return 'stripe';
  return !production && isLoopbackHost(baseUrl.hostname) ? 'sandbox' : 'off';
}

function keysIn({ stripeKey, stripeWebhookSecret }: PaymentsSettings): PaymentsConfig['stripe'] {
  if (stripeKey === undefined || stripeWebhookSecret === undefined) return undefined;
  return { secretKey: stripeKey, webhookSecret: stripeWebhookSecret, live: isLiveKey(stripeKey) };
}

/** By its beginning a key says whether real money moves. */
function isLiveKey(stripeKey: string | undefined): boolean {
  return /^[sr]k_live_/.test(stripeKey ?? '');
}

export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

function stripeProblems(wish: PaymentsSettings): string[] {
  const { stripeKey, stripeWebhookSecret, mode } = wish;
  const half = (stripeKey === undefined) !== (stripeWebhookSecret === undefined);
  if (half) return ['STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET go together: set both or neither.'];
  if (stripeKey !== undefined) return keyProblems(wish);
  return mode === 'stripe'
    ? ['ARKHOUSE_PAYMENTS=stripe needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.']
    : [];
}

/** Each kind of key is known by its beginning. */
function keyProblems({ stripeKey = '', stripeWebhookSecret = '', mode, baseUrl }: PaymentsSettings): string[] {
  const secret = /^[sr]k_(test|live)_\w+$/.exec(stripeKey);
  const unsafe =
    secret?.[1] === 'live' && mode !== 'off' && mode !== 'sandbox' && baseUrl.protocol !== 'https:';
  return [
    ...(secret ? [] : ['STRIPE_SECRET_KEY must begin with sk_test_, sk_live_, rk_test_ or rk_live_.']),
    ...(/^whsec_\S+$/.test(stripeWebhookSecret) ? [] : ['STRIPE_WEBHOOK_SECRET must begin with whsec_.']),
    ...(unsafe ? ['A live STRIPE_SECRET_KEY needs an ARKHOUSE_BASE_URL that begins with https://.'] : []),
  ];
}

function modeProblems(wish: PaymentsSettings): string[] {
  if (wish.mode === undefined || wish.mode === 'stripe' || wish.mode === 'off') return [];
  if (wish.mode !== 'sandbox') return ['ARKHOUSE_PAYMENTS must be stripe, sandbox or off.'];
  if (isLiveKey(wish.stripeKey)) {
    return ['ARKHOUSE_PAYMENTS=sandbox is refused while STRIPE_SECRET_KEY holds a live key.'];
  }
  const { hostname } = wish.baseUrl;
  const onlyHere = !wish.production && isLoopbackHost(hostname);
  if (onlyHere || wish.sandboxHost === hostname) return [];
  return [
    `ARKHOUSE_PAYMENTS=sandbox gives credits away. On a public host or in production say so by name: ARKHOUSE_PAYMENTS_SANDBOX_HOST=${hostname}.`,
  ];
}
