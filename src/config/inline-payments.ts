import { problemsAmong, type Misfit, type Texts } from './parse.ts';
import { isLoopbackHost, type PaymentsConfig } from './payments.ts';

type X402Text = 'facilitatorUrl' | 'payTo' | 'network' | 'asset' | 'assetName' | 'assetVersion' | 'rpcUrl';
type MppText = 'mppSecret' | 'mppRealm' | 'mppStripeNetworkId';

export type InlinePaymentsSettings = Texts<X402Text | MppText> & {
  readonly baseUrl: URL;
  readonly payments: PaymentsConfig;
};

/** How agents pay by themselves; each is undefined where it was not asked for. */
export interface InlinePaymentsConfig {
  readonly x402: ReturnType<typeof x402From>;
  readonly mpp: ReturnType<typeof mppFrom>;
}

/** USDC on each network; it calls itself differently on each. `live` where its coins are worth something. */
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
export function chooseInline(settings: InlinePaymentsSettings): InlinePaymentsConfig | Misfit {
  const { facilitatorUrl, mppSecret, payments, baseUrl } = settings;
  const isWanted = facilitatorUrl !== undefined || mppSecret !== undefined;
  const problems = [
    ...x402Problems(settings),
    ...mppProblems(settings),
    ...problemsAmong([
      isWanted && baseUrl.protocol !== 'https:' && !isLoopbackHost(baseUrl.hostname),
      'Payments by agents need an ARKHOUSE_BASE_URL that begins with https://.',
    ]),
  ];
  if (problems.length > 0) return { problems };
  // Who says that payments are off means all of them.
  if (isOff(payments)) return { x402: undefined, mpp: undefined };
  return { x402: x402From(settings), mpp: mppFrom(settings) };
}

function isOff({ mode, chosen }: PaymentsConfig): boolean {
  return mode === 'off' && chosen === 'by setting';
}

/** A network by either name: as version 1 of x402 calls it, or as version 2 does. */
function networkNamed(given: string | undefined): NetworkName | undefined {
  const names = Object.keys(NETWORKS) as NetworkName[];
  return names.find((name) => name === given || NETWORKS[name].network === given);
}

function x402From({ facilitatorUrl, payTo, rpcUrl, ...settings }: InlinePaymentsSettings) {
  const oldNetwork = networkNamed(settings.network);
  if (facilitatorUrl === undefined || payTo === undefined || !oldNetwork) return undefined;
  const { network, live, ...usdc } = NETWORKS[oldNetwork];
  const { asset = usdc.asset, assetName = usdc.assetName, assetVersion = usdc.assetVersion } = settings;
  return { facilitatorUrl, payTo, network, oldNetwork, asset, assetName, assetVersion, rpcUrl, live };
}

function x402Problems(settings: InlinePaymentsSettings): string[] {
  const { facilitatorUrl, payTo, network, asset, assetName, assetVersion, rpcUrl, baseUrl } = settings;
  const needed = [facilitatorUrl, payTo, network];
  const coin = [asset, assetName, assetVersion];
  if ([...needed, ...coin, rpcUrl].every((each) => each === undefined)) return [];
  if (needed.includes(undefined))
    return [
      'X402_FACILITATOR_URL, X402_PAY_TO and X402_NETWORK go together, and the other X402_ settings with them.',
    ];
  return problemsAmong(
    [!isAddress(payTo), 'X402_PAY_TO must be an address: 0x and 40 hexadecimal digits.'],
    [!networkNamed(network), `X402_NETWORK must be ${Object.keys(NETWORKS).join(' or ')}.`],
    [
      coin.includes(undefined) && coin.some((each) => each !== undefined),
      'X402_ASSET, X402_ASSET_NAME and X402_ASSET_VERSION go together: set all or none.',
    ],
    [!isAddress(asset), 'X402_ASSET must be an address: 0x and 40 hexadecimal digits.'],
    [
      !isSafeUrl(facilitatorUrl, baseUrl),
      'X402_FACILITATOR_URL must be an https address without a password.',
    ],
    [!isSafeUrl(rpcUrl, baseUrl), 'X402_RPC_URL must be an https address without a password.'],
    ...mixtureProblem(settings),
  );
}

/** Credits that cost nothing must not stand beside credits that were paid for. */
function mixtureProblem({ network, payments: { mode, stripe } }: InlinePaymentsSettings) {
  const name = networkNamed(network);
  if (!name) return [];
  const { live } = NETWORKS[name];
  const other = mode === 'sandbox' ? 'the sandbox’s play money' : 'the money of this STRIPE_SECRET_KEY';
  return [
    [
      mode !== 'off' && live !== (stripe?.live ?? false),
      `X402_NETWORK=${name} moves ${live ? 'real' : 'play'} money, which must not stand beside ${other}.`,
    ] as const,
  ];
}

function isAddress(given: string | undefined): boolean {
  return given === undefined || /^0x[0-9a-f]{40}$/i.test(given);
}

/** Whoever can stand between us and the facilitator can say that everything is paid. */
function isSafeUrl(given: string | undefined, baseUrl: URL): boolean {
  if (given === undefined) return true;
  const url = URL.parse(given);
  if (!url || url.username !== '' || url.password !== '' || url.hash !== '') return false;
  const bothHere = isLoopbackHost(baseUrl.hostname) && isLoopbackHost(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && bothHere);
}

function mppFrom({ mppSecret: secret, mppRealm, mppStripeNetworkId, baseUrl }: InlinePaymentsSettings) {
  if (secret === undefined || mppStripeNetworkId === undefined) return undefined;
  return { secret, realm: mppRealm ?? baseUrl.host, stripeNetworkId: mppStripeNetworkId };
}

function mppProblems({
  mppSecret,
  mppRealm,
  mppStripeNetworkId,
  payments,
}: InlinePaymentsSettings): string[] {
  if (mppSecret === undefined && mppRealm === undefined && mppStripeNetworkId === undefined) return [];
  if (mppSecret === undefined || mppStripeNetworkId === undefined)
    return [
      'MPP_SECRET_KEY and MPP_STRIPE_NETWORK_ID go together: set both or neither, and no MPP_REALM without them.',
    ];
  return problemsAmong(
    [Buffer.byteLength(mppSecret) < 32, 'MPP_SECRET_KEY must be at least 32 bytes long.'],
    [!/^[\w-]{1,100}$/.test(mppStripeNetworkId), 'MPP_STRIPE_NETWORK_ID must be the id of a Stripe profile.'],
    [mppRealm !== undefined && !/^[\w.:-]{1,200}$/.test(mppRealm), 'MPP_REALM must be a host name.'],
    [
      !isOff(payments) && !payments.stripe,
      'MPP_STRIPE_NETWORK_ID needs Stripe: STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.',
    ],
  );
}
