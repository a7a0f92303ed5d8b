import { isLoopbackHost, type PaymentsConfig } from './payments.ts';
import type { GivenSettings } from './settings.ts';

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

/** How agents pay by themselves; each is undefined where it was not asked for. */
export function readInlinePayments(
  given: GivenSettings,
  payments: PaymentsConfig,
  baseUrl: URL,
  problems: string[],
) {
  const x402 = readX402(given, payments, baseUrl, problems);
  const mpp = readMpp(given, payments, baseUrl, problems);
  const isWanted = (given.X402_FACILITATOR_URL ?? given.MPP_SECRET_KEY) !== undefined;
  if (isWanted && baseUrl.protocol !== 'https:' && !isLoopbackHost(baseUrl.hostname))
    problems.push('Payments by agents need an ARKHOUSE_BASE_URL that begins with https://.');
  // Who says that payments are off means all of them.
  return isOff(payments) ? { x402: undefined, mpp: undefined } : { x402, mpp };
}

function isOff({ mode, chosen }: PaymentsConfig): boolean {
  return mode === 'off' && chosen === 'by setting';
}

/** A network by either name: as version 1 of x402 calls it, or as version 2 does. */
function networkNamed(given: string | undefined): NetworkName | undefined {
  const names = Object.keys(NETWORKS) as NetworkName[];
  return names.find((name) => name === given || NETWORKS[name].network === given);
}

function readX402(given: GivenSettings, payments: PaymentsConfig, baseUrl: URL, problems: string[]) {
  const { X402_FACILITATOR_URL: facilitatorUrl, X402_PAY_TO: payTo, X402_RPC_URL: rpcUrl } = given;
  const coin = [given.X402_ASSET, given.X402_ASSET_NAME, given.X402_ASSET_VERSION];
  const all = [facilitatorUrl, payTo, given.X402_NETWORK, ...coin, rpcUrl];
  if (all.every((each) => each === undefined)) return undefined;
  if (facilitatorUrl === undefined || payTo === undefined || given.X402_NETWORK === undefined) {
    problems.push(
      'X402_FACILITATOR_URL, X402_PAY_TO and X402_NETWORK go together, and the other X402_ settings with them.',
    );
    return undefined;
  }
  const oldNetwork = networkNamed(given.X402_NETWORK);
  if (!isAddress(payTo)) problems.push('X402_PAY_TO must be an address: 0x and 40 hexadecimal digits.');
  if (!oldNetwork) problems.push(`X402_NETWORK must be ${Object.keys(NETWORKS).join(' or ')}.`);
  if (coin.includes(undefined) && coin.some((each) => each !== undefined))
    problems.push('X402_ASSET, X402_ASSET_NAME and X402_ASSET_VERSION go together: set all or none.');
  if (!isAddress(given.X402_ASSET))
    problems.push('X402_ASSET must be an address: 0x and 40 hexadecimal digits.');
  for (const name of ['X402_FACILITATOR_URL', 'X402_RPC_URL'] as const)
    if (!isSafeUrl(given[name], baseUrl))
      problems.push(`${name} must be an https address without a password.`);
  if (!oldNetwork) return undefined;
  const { network, live, ...usdc } = NETWORKS[oldNetwork];
  // Credits that cost nothing must not stand beside credits that were paid for.
  if (payments.mode !== 'off' && live !== (payments.stripe?.live ?? false)) {
    const other =
      payments.mode === 'sandbox' ? 'the sandbox’s play money' : 'the money of this STRIPE_SECRET_KEY';
    problems.push(
      `X402_NETWORK=${oldNetwork} moves ${live ? 'real' : 'play'} money, which must not stand beside ${other}.`,
    );
  }
  const [asset = usdc.asset, assetName = usdc.assetName, assetVersion = usdc.assetVersion] = coin;
  return { facilitatorUrl, payTo, network, oldNetwork, asset, assetName, assetVersion, rpcUrl, live };
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

function readMpp(given: GivenSettings, payments: PaymentsConfig, baseUrl: URL, problems: string[]) {
  const { MPP_SECRET_KEY: secret, MPP_REALM: realm, MPP_STRIPE_NETWORK_ID: stripeNetworkId } = given;
  if (secret === undefined && realm === undefined && stripeNetworkId === undefined) return undefined;
  if (secret === undefined || stripeNetworkId === undefined) {
    problems.push(
      'MPP_SECRET_KEY and MPP_STRIPE_NETWORK_ID go together: set both or neither, and no MPP_REALM without them.',
    );
    return undefined;
  }
  if (Buffer.byteLength(secret) < 32) problems.push('MPP_SECRET_KEY must be at least 32 bytes long.');
  if (!/^[\w-]{1,100}$/.test(stripeNetworkId))
    problems.push('MPP_STRIPE_NETWORK_ID must be the id of a Stripe profile.');
  if (realm !== undefined && !/^[\w.:-]{1,200}$/.test(realm)) problems.push('MPP_REALM must be a host name.');
  if (!isOff(payments) && !payments.stripe)
    problems.push('MPP_STRIPE_NETWORK_ID needs Stripe: STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.');
  return { secret, realm: realm ?? baseUrl.host, stripeNetworkId };
}
