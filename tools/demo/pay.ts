import { registerExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { Mppx, stripe } from 'mppx/client';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';

export interface Payer {
  readonly address: string;
  readonly key: string;
  readonly sandboxToken: string;
}

export async function payByX402(payer: Payer, path: string, body: object): Promise<void> {
  const signer = privateKeyToAccount(generatePrivateKey());
  const pay = wrapFetchWithPayment(fetch, registerExactEvmScheme(new x402Client(), { signer }));
  await send(pay, payer, path, body);
}

export async function payByMpp(payer: Payer, path: string, body: object): Promise<void> {
  const { address, sandboxToken } = payer;
  const wallet = `${address}/checkout/sandbox/wallet?sandbox_token=${sandboxToken}`;
  const card = stripe({
    paymentMethod: 'pm_card_visa',
    async createToken({ amount, currency, networkId }) {
      const order = JSON.stringify({ amount, currency, networkId });
      const { spt } = (await (await fetch(wallet, { method: 'POST', body: order })).json()) as {
        spt: string;
      };
      return spt;
    },
  });
  await send(Mppx.create({ methods: [card], polyfill: false }).fetch, payer, path, body);
}

async function send(
  pay: (url: string, request: RequestInit) => Promise<Response>,
  { address, key, sandboxToken }: Payer,
  path: string,
  body: object,
): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    'x-api-key': key,
    'x-sandbox-token': sandboxToken,
  };
  const response = await pay(address + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
}
