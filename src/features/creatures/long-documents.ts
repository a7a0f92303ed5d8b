import type { CallingAgent } from '../../rules/agents.ts';
import type { Instant } from '../../rules/base/clock.ts';
import type { Creature } from '../../rules/lives/creature.ts';
import type { Stage } from '../../rules/vocabulary.ts';

/** Writes long replies, and reads long logs, in another thread. */
export interface LongDocuments {
  write(order: DocumentOrder): AsyncIterable<string | Uint8Array>;
  close(): Promise<void>;
}

interface TimeSpan {
  readonly from: Instant;
  readonly until: Instant;
}

/** What is written, as plain data that another thread can be given. */
export type DocumentOrder =
  | {
      readonly kind: 'export';
      readonly agent: CallingAgent;
      readonly entries: number;
      readonly now: Instant;
    }
  | {
      readonly kind: 'log';
      readonly last: {
        readonly previousAt: Instant | undefined;
        readonly previousId: string | undefined;
      };
      readonly archivedUntil: Instant | undefined;
    }
  | LogOrder;

/** What a page shows of a log that may be long, as JSON. */
export type LogOrder =
  | {
      readonly kind: 'counts';
      readonly creatureId: string;
      readonly days: Instant;
      readonly parts: readonly [Instant, Instant, Instant];
    }
  | {
      readonly kind: 'charts';
      readonly creatureId: string;
      readonly until: Instant;
      readonly stages: readonly (TimeSpan & { readonly stage: Stage })[];
      readonly dead: readonly TimeSpan[];
    };

interface ReadingHouse {
  readonly documents?: LongDocuments | undefined;
}

// A log of so many acts is read faster than another thread is asked.
const FEW_ACTS = 200;
const DECODER = new TextDecoder();

/** Reads a long log in another thread, a short one by `readHere`. What is found must survive JSON. */
export async function readLog<Found>(
  { documents }: ReadingHouse,
  { record }: Pick<Creature, 'record'>,
  order: LogOrder,
  readHere: () => Promise<Found>,
): Promise<Found> {
  if (!documents || record.careActions <= FEW_ACTS) return readHere();
  let text = '';
  for await (const piece of documents.write(order))
    text += typeof piece === 'string' ? piece : DECODER.decode(piece);
  return JSON.parse(text) as Found;
}
