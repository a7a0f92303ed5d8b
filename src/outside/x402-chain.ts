import { askJson, record } from './json-post.ts';
import type { Settlement } from './rail.ts';

/** A transfer as its payer signed it (EIP-3009). */
export interface Transfer {
  readonly asset: string;
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
  readonly nonce: string;
  /** In seconds; after that nobody can carry it out. */
  readonly validBefore: number;
}

/** The chain itself, read only. */
export interface Chain {
  /** Whether a transfer took place, can still, or never will. */
  find(transfer: Transfer): Promise<Settlement>;
}

const TIMEOUT_MS = 10_000;
// As far back as most nodes let one look at once: five hours of Base.
const BLOCKS_BACK = 9000n;
const AUTHORIZATION_USED = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5';
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const AUTHORIZATION_STATE = '0xe94a0102';
const FINAL_AFTER_SECONDS = 600;

export function chainAt(url: string): Chain {
  let asked = 0;
  const ask = async (method: string, ...params: readonly unknown[]): Promise<unknown> => {
    asked += 1;
    const question = JSON.stringify({ jsonrpc: '2.0', id: asked, method, params });
    const { body } = await askJson(url, TIMEOUT_MS, question);
    if (body['error'] !== undefined || !('result' in body)) throw new Error(`the node refused ${method}`);
    return body['result'];
  };
  return {
    async find(transfer) {
      try {
        return await look(ask, transfer);
      } catch (error) {
        return { outcome: 'unclear', reason: error instanceof Error ? error.message : 'no answer' };
      }
    },
  };
}

type Ask = (method: string, ...params: readonly unknown[]) => Promise<unknown>;

async function look(ask: Ask, transfer: Transfer): Promise<Settlement> {
  const latest = record(await ask('eth_getBlockByNumber', 'latest', false));
  const reference = await transactionOf(ask, transfer, BigInt(String(latest['number'])));
  if (reference !== undefined) return { outcome: 'settled', reference };
  const over = Number(BigInt(String(latest['timestamp']))) > transfer.validBefore + FINAL_AFTER_SECONDS;
  if (over && !(await isUsed(ask, transfer))) return { outcome: 'refused', reason: 'never carried out' };
  return { outcome: 'unclear', reason: 'no transfer found yet' };
}

/** The payer could have used the same nonce for something else: only the transfer itself counts. */
async function transactionOf(ask: Ask, transfer: Transfer, latest: bigint): Promise<string | undefined> {
  const back = latest > BLOCKS_BACK ? latest - BLOCKS_BACK : 0n;
  const uses = await ask('eth_getLogs', {
    address: transfer.asset,
    topics: [AUTHORIZATION_USED, word(transfer.from), transfer.nonce],
    fromBlock: `0x${back.toString(16)}`,
    toBlock: 'latest',
  });
  for (const use of Array.isArray(uses) ? uses : []) {
    const hash = record(use)['transactionHash'];
    const { status, logs } = record(await ask('eth_getTransactionReceipt', hash));
    const moved = Array.isArray(logs) && logs.some((log) => isTransfer(record(log), transfer));
    if (status === '0x1' && moved) return String(hash);
  }
  return undefined;
}

function isTransfer(log: Readonly<Record<string, unknown>>, { asset, from, to, value }: Transfer): boolean {
  const { address, topics, data } = log;
  if (!Array.isArray(topics) || typeof address !== 'string' || typeof data !== 'string') return false;
  const told = [address, ...topics.map(String)].map((each) => each.toLowerCase());
  const expected = [asset, TRANSFER, word(from), word(to)].map((each) => each.toLowerCase());
  return told.join() === expected.join() && BigInt(data) === value;
}

async function isUsed(ask: Ask, { asset, from, nonce }: Transfer): Promise<boolean> {
  const data = AUTHORIZATION_STATE + word(from).slice(2) + nonce.slice(2);
  return BigInt(String(await ask('eth_call', { to: asset, data }, 'latest'))) !== 0n;
}

function word(address: string): string {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
}
