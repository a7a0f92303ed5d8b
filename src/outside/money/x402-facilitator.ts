import { fetchJson, asRecord, trimSlashes, type JsonReply } from '../engine/fetch-json.ts';
import type { Settlement } from './payment-rail.ts';

/** The server that checks x402 payments and brings them to the chain. */
export interface Facilitator {
  /** The kinds of payment it can settle. */
  kinds(): Promise<readonly FacilitatorKind[]>;
  verify(evidence: string): Promise<'good' | 'refused' | 'unclear'>;
  settle(evidence: string): Promise<Settlement>;
}

export interface FacilitatorKind {
  readonly x402Version: unknown;
  readonly scheme: unknown;
  readonly network: unknown;
}

export interface FacilitatorTimeouts {
  readonly verifyMs: number;
  readonly settleMs: number;
}

const USUAL: FacilitatorTimeouts = { verifyMs: 10_000, settleMs: 45_000 };

export function facilitatorClient(url: string, patience: FacilitatorTimeouts = USUAL): Facilitator {
  const base = trimSlashes(url);
  return {
    async kinds() {
      const { status, body } = await fetchJson(`${base}/supported`, patience.verifyMs);
      if (status !== 200 || !Array.isArray(body['kinds']))
        throw new Error(`the facilitator answered ${status}`);
      return body['kinds'].map((kind) => asRecord(kind) as unknown as FacilitatorKind);
    },
    async verify(evidence) {
      try {
        return verdictIn(await fetchJson(`${base}/verify`, patience.verifyMs, evidence));
      } catch {
        return 'unclear';
      }
    },
    async settle(evidence) {
      try {
        return settlementIn(await fetchJson(`${base}/settle`, patience.settleMs, evidence));
      } catch (error) {
        return { outcome: 'unclear', reason: error instanceof Error ? error.name : 'no answer' };
      }
    },
  };
}

function verdictIn({ status, body }: JsonReply): 'good' | 'refused' | 'unclear' {
  if (body['isValid'] === true) return 'good';
  // A refusal comes with 200 or with a 4xx; only its body tells.
  return body['isValid'] === false && status < 500 ? 'refused' : 'unclear';
}

// Facilitators word their reasons as they like; these were seen after money had moved.
const MAY_HAVE_MOVED = /pending|time.?out|unexpected/i;

function settlementIn({ status, body }: JsonReply): Settlement {
  const { success, transaction, errorReason } = body;
  const hash = typeof transaction === 'string' && /^0x[0-9a-f]{64}$/i.test(transaction) ? transaction : '';
  const reason = typeof errorReason === 'string' ? loggable(errorReason) : `answered ${status}`;
  if (success === true && hash !== '') return { outcome: 'settled', reference: hash };
  const nothing = transaction === undefined || transaction === null || transaction === '';
  if (success === false && nothing && status < 500 && !MAY_HAVE_MOVED.test(reason))
    return { outcome: 'refused', reason };
  return { outcome: 'unclear', reason };
}

function loggable(reason: string): string {
  return reason.replace(/[^\w .:-]/g, ' ').slice(0, 100);
}
