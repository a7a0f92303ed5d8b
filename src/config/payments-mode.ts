export type PaymentsMode = 'stripe' | 'sandbox' | 'off';

export interface PaymentsWish {
  readonly mode: string | undefined;
  readonly sandboxHost: string | undefined;
  readonly stripeKey: string | undefined;
  readonly stripeWebhookSecret: string | undefined;
  readonly production: boolean;
  readonly baseUrl: URL;
}

export interface PaymentsChoice {
  readonly mode: PaymentsMode;
  /** A sandbox nobody asked for serves only callers on this very machine. */
  readonly chosen: 'by setting' | 'by itself';
}

/** How the house is paid, or every reason why these settings do not fit together. */
export function choosePayments(wish: PaymentsWish): PaymentsChoice | { readonly problems: string[] } {
  const problems = [...stripeProblems(wish), ...modeProblems(wish)];
  if (problems.length > 0) return { problems };
  if (wish.mode !== undefined) return { mode: wish.mode as PaymentsMode, chosen: 'by setting' };
  if (wish.stripeKey !== undefined) return { mode: 'stripe', chosen: 'by itself' };
  const tryingOut = !wish.production && isLoopbackHost(wish.baseUrl.hostname);
  return { mode: tryingOut ? 'sandbox' : 'off', chosen: 'by itself' };
}

export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

function stripeProblems({ stripeKey, stripeWebhookSecret, mode }: PaymentsWish): string[] {
  const half = (stripeKey === undefined) !== (stripeWebhookSecret === undefined);
  if (half) return ['STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET go together: set both or neither.'];
  if (mode === 'stripe' && stripeKey === undefined) {
    return ['ARKHOUSE_PAYMENTS=stripe needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.'];
  }
  return [];
}

function modeProblems(wish: PaymentsWish): string[] {
  if (wish.mode === undefined || wish.mode === 'stripe' || wish.mode === 'off') return [];
  if (wish.mode !== 'sandbox') return ['ARKHOUSE_PAYMENTS must be stripe, sandbox or off.'];
  if (/^[sr]k_live_/.test(wish.stripeKey ?? '')) {
    return ['ARKHOUSE_PAYMENTS=sandbox is refused while STRIPE_SECRET_KEY holds a live key.'];
  }
  const { hostname } = wish.baseUrl;
  const onlyHere = !wish.production && isLoopbackHost(hostname);
  if (onlyHere || wish.sandboxHost === hostname) return [];
  return [
    `ARKHOUSE_PAYMENTS=sandbox gives credits away. On a public host or in production say so by name: ARKHOUSE_PAYMENTS_SANDBOX_HOST=${hostname}.`,
  ];
}
