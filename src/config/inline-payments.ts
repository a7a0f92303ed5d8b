import { isLoopbackHost, type PaymentsConfig } from './payments.ts';

export interface InlinePaymentsSettings {
  readonly facilitatorUrl: string | undefined;
  readonly payTo: string | undefined;
  readonly network: string | undefined;
  readonly asset: string | undefined;
  readonly assetName: string | undefined;
  readonly assetVersion: string | undefined;
  readonly rpcUrl: string | undefined;
  readonly mppSecret: string | undefined;
  readonly mppRealm: string | undefined;
  readonly mppStripeNetworkId: string | undefined;
  readonly baseUrl: URL;
  readonly payments: Pick<PaymentsConfig, 'mode' | 'chosen' | 'stripe'>;
}

/** How agents pay by themselves; each is undefined where it was not asked for. */
export interface InlinePaymentsConfig {
  readonly x402: X402Config | undefined;
  readonly mpp: MppConfig | undefined;
}

export interface X402Config {
  readonly facilitatorUrl: string;
  readonly payTo: string;
  /** As version 2 of the protocol names it, and as version 1 does. */
  readonly network: string;
  readonly oldNetwork: string;
  readonly asset: string;
  readonly assetName: string;
  readonly assetVersion: string;
  readonly rpcUrl: string | undefined;
  /** True when its coins are worth something. */
  readonly live: boolean;
}

export interface MppConfig {
  readonly secret: string;
  readonly realm: string;
  readonly stripeNetworkId: string;
}

/** USDC on each network; it calls itself differently on each. */
const NETWORKS = {
  base: {
    network: 'eip155:8453',
    asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    assetName: 'USD Coin',
    assetVersion: '2',
    live: true,
  },
  'base-sepolia': {
    network: 'eip155:84532',
    asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    assetName: 'USDC',
    assetVersion: '2',
    live: false,
  },
} as const;
type NetworkName = keyof typeof NETWORKS;

/** The ways to pay, or every reason why these settings do not fit together. */
export function chooseInline(wish: InlinePaymentsSettings): InlinePaymentsConfig | { readonly problems: string[] } {
  const name = networkOf(wish.network);
  const problems = [
    ...x402Problems(wish, name),
    ...mppProblems(wish),
    ...(wantsAny(wish) ? doorProblems(wish) : []),
  ];
  if (problems.length > 0) return { problems };
  // Who says that payments are off means all of them.
  if (wish.payments.mode === 'off' && wish.payments.chosen === 'by setting') return NONE;
  return { x402: x402Of(wish, name), mpp: mppOf(wish) };
}

const NONE: InlinePaymentsConfig = { x402: undefined, mpp: undefined };

function wantsAny(wish: InlinePaymentsSettings): boolean {
  return wish.facilitatorUrl !== undefined || wish.mppSecret !== undefined;
}

function networkOf(given: string | undefined): NetworkName | undefined {
  const names = Object.keys(NETWORKS) as NetworkName[];
  return names.find((name) => name === given || NETWORKS[name].network === given);
}

function x402Of(wish: InlinePaymentsSettings, name: NetworkName | undefined): X402Config | undefined {
  const { facilitatorUrl, payTo, rpcUrl } = wish;
  if (facilitatorUrl === undefined || payTo === undefined || !name) return undefined;
  const { network, asset, assetName, assetVersion, live } = NETWORKS[name];
  return {
    facilitatorUrl,
    payTo,
    network,
    oldNetwork: name,
    asset: wish.asset ?? asset,
    assetName: wish.assetName ?? assetName,
    assetVersion: wish.assetVersion ?? assetVersion,
    rpcUrl,
    live,
  };
}

function x402Problems(wish: InlinePaymentsSettings, name: NetworkName | undefined): string[] {
  const { facilitatorUrl, payTo, network, asset, assetName, assetVersion, rpcUrl } = wish;
  const needed = [facilitatorUrl, payTo, network];
  const further = [asset, assetName, assetVersion, rpcUrl];
  if ([...needed, ...further].every((each) => each === undefined)) return [];
  if (needed.includes(undefined)) {
    return [
      'X402_FACILITATOR_URL, X402_PAY_TO and X402_NETWORK go together, and the other X402_ settings with them.',
    ];
  }
  const coin = [asset, assetName, assetVersion];
  return [
    ...(isAddress(payTo) ? [] : ['X402_PAY_TO must be an address: 0x and 40 hexadecimal digits.']),
    ...(name ? [] : [`X402_NETWORK must be ${Object.keys(NETWORKS).join(' or ')}.`]),
    ...(coin.includes(undefined) && coin.some((each) => each !== undefined)
      ? ['X402_ASSET, X402_ASSET_NAME and X402_ASSET_VERSION go together: set all or none.']
      : []),
    ...(asset === undefined || isAddress(asset)
      ? []
      : ['X402_ASSET must be an address: 0x and 40 hexadecimal digits.']),
    ...urlProblems('X402_FACILITATOR_URL', facilitatorUrl, wish.baseUrl),
    ...urlProblems('X402_RPC_URL', rpcUrl, wish.baseUrl),
    ...(name ? mixtureProblems(name, wish.payments) : []),
  ];
}

/** Credits that cost nothing must not stand beside credits that were paid for. */
function mixtureProblems(name: NetworkName, { mode, stripe }: InlinePaymentsSettings['payments']): string[] {
  const { live } = NETWORKS[name];
  if (mode === 'off' || live === (stripe?.live ?? false)) return [];
  const other = mode === 'sandbox' ? 'the sandbox’s play money' : 'the money of this STRIPE_SECRET_KEY';
  return [
    `X402_NETWORK=${name} moves ${live ? 'real' : 'play'} money, which must not stand beside ${other}.`,
  ];
}

function isAddress(given: string | undefined): boolean {
  return given !== undefined && /^0x[0-9a-f]{40}$/i.test(given);
}

/** Whoever can stand between us and the facilitator can say that everything is paid. */
function urlProblems(name: string, given: string | undefined, baseUrl: URL): string[] {
  if (given === undefined) return [];
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const here = isLoopbackHost(baseUrl.hostname) && isLoopbackHost(url?.hostname ?? '');
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && here);
  return safe && url.username === '' && url.password === '' && url.hash === ''
    ? []
    : [`${name} must be an https address without a password.`];
}

function mppOf({ mppSecret, mppRealm, mppStripeNetworkId, baseUrl }: InlinePaymentsSettings): MppConfig | undefined {
  if (mppSecret === undefined || mppStripeNetworkId === undefined) return undefined;
  return { secret: mppSecret, realm: mppRealm ?? baseUrl.host, stripeNetworkId: mppStripeNetworkId };
}

function mppProblems(wish: InlinePaymentsSettings): string[] {
  const { mppSecret, mppRealm, mppStripeNetworkId, payments } = wish;
  if (mppSecret === undefined && mppRealm === undefined && mppStripeNetworkId === undefined) return [];
  if (mppSecret === undefined || mppStripeNetworkId === undefined) {
    return [
      'MPP_SECRET_KEY and MPP_STRIPE_NETWORK_ID go together: set both or neither, and no MPP_REALM without them.',
    ];
  }
  const off = payments.mode === 'off' && payments.chosen === 'by setting';
  return [
    ...(Buffer.byteLength(mppSecret) >= 32 ? [] : ['MPP_SECRET_KEY must be at least 32 bytes long.']),
    ...(/^[\w-]{1,100}$/.test(mppStripeNetworkId)
      ? []
      : ['MPP_STRIPE_NETWORK_ID must be the id of a Stripe profile.']),
    ...(mppRealm === undefined || /^[\w.:-]{1,200}$/.test(mppRealm)
      ? []
      : ['MPP_REALM must be a host name.']),
    ...(off || payments.stripe
      ? []
      : ['MPP_STRIPE_NETWORK_ID needs Stripe: STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.']),
  ];
}

function doorProblems({ baseUrl }: InlinePaymentsSettings): string[] {
  return baseUrl.protocol === 'https:' || isLoopbackHost(baseUrl.hostname)
    ? []
    : ['Payments by agents need an ARKHOUSE_BASE_URL that begins with https://.'];
}
