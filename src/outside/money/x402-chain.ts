import { fetchJson, asRecord } from '../engine/fetch-json.ts';
import type { Settlement } from './payment-rail.ts';

/** A transfer as its payer signed it (EIP-3009). */
export interface TokenTransfer {
  readonly asset: string;
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
  readonly nonce: string;
  /** In seconds; after that nobody can carry it out. */
  readonly validBefore: number;
}

/** The chain itself, read only. */
export interface ChainReader {
  /** Whether a transfer took place, can still, or never will. */
  find(transfer: TokenTransfer): Promise<Settlement>;
}

const TIMEOUT_MS = 10_000;
// As far back as most nodes let one look at once: five hours of Base.
const BLOCKS_BACK = 9000n;
const AUTHORIZATION_USED = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5';
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const AUTHORIZATION_STATE = '0xe94a0102';
const FINAL_AFTER_SECONDS = 600;

export function chainReader(url: string): ChainReader {
  let asked = 0;
  const ask = async (method: string, ...params: readonly unknown[]): Promise<unknown> => {
    asked += 1;
    const question = JSON.stringify({ jsonrpc: '2.0', id: asked, method, params });
    const { body } = await fetchJson(url, TIMEOUT_MS, question);
    if (body['error'] !== undefined || !('result' in body)) throw new Error(`the node refused ${method}`);
    return body['result'];
  };
  return {
    async find(transfer) {
      try {
        return await findSettlement(ask, transfer);
      } catch (error) {
        return { outcome: 'unclear', reason: error instanceof Error ? error.message : 'no answer' };
      }
    },
  };
}

type JsonRpcCall = (method: string, ...params: readonly unknown[]) => Promise<unknown>;

async function findSettlement(ask: JsonRpcCall, transfer: TokenTransfer): Promise<Settlement> {
  const latest = asRecord(await ask('eth_getBlockByNumber', 'latest', false));
  const reference = await transactionOf(ask, transfer, BigInt(String(latest['number'])));
  if (reference !== undefined) return { outcome: 'settled', reference };
  const over = Number(BigInt(String(latest['timestamp']))) > transfer.validBefore + FINAL_AFTER_SECONDS;
  if (over && !(await isUsed(ask, transfer))) return { outcome: 'refused', reason: 'never carried out' };
  return { outcome: 'unclear', reason: 'no transfer found yet' };
}

/** The payer could have used the same nonce for something else: only the transfer itself counts. */
async function transactionOf(
  ask: JsonRpcCall,
  transfer: TokenTransfer,
  latest: bigint,
): Promise<string | undefined> {
  const back = latest > BLOCKS_BACK ? latest - BLOCKS_BACK : 0n;
  const uses = await ask('eth_getLogs', {
    address: transfer.asset,
    topics: [AUTHORIZATION_USED, abiWord(transfer.from), transfer.nonce],
    fromBlock: `0x${back.toString(16)}`,
    toBlock: 'latest',
  });
  for (const use of Array.isArray(uses) ? uses : []) {
    const hash = asRecord(use)['transactionHash'];
    const { status, logs } = asRecord(await ask('eth_getTransactionReceipt', hash));
    const moved = Array.isArray(logs) && logs.some((log) => isTransfer(asRecord(log), transfer));
    if (status === '0x1' && moved) return String(hash);
  }
  return undefined;
}

function isTransfer(
  log: Readonly<Record<string, unknown>>,
  { asset, from, to, value }: TokenTransfer,
): boolean {
  const { address, topics, data } = log;
  if (!Array.isArray(topics) || typeof address !== 'string' || typeof data !== 'string') return false;
  const told = [address, ...topics.map(String)].map((each) => each.toLowerCase());
  const expected = [asset, TRANSFER, abiWord(from), abiWord(to)].map((each) => each.toLowerCase());
  return told.join() === expected.join() && BigInt(data) === value;
}

async function isUsed(ask: JsonRpcCall, { asset, from, nonce }: TokenTransfer): Promise<boolean> {
  const data = AUTHORIZATION_STATE + abiWord(from).slice(2) + nonce.slice(2);
  return BigInt(String(await ask('eth_call', { to: asset, data }, 'latest'))) !== 0n;
}

function abiWord(address: string): string {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
}
