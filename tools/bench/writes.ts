import { join } from 'node:path';

import { Checkout } from './checkout.ts';
import { treesByPage, pagesWrittenDuring } from './frames.ts';
import { Connections } from './load.ts';
import { HERE } from './server-process.ts';
import { openCare, type WritingHouse } from './groups.ts';
import { askCare, askRegistration, counting, type Request } from './requests.ts';

// As many as a busy house keeps by one commit.
const AT_ONCE = 25;
const BATCHES = 12;
const AGENTS = 1000;
const WRITES = AT_ONCE * BATCHES;

export type Writes = Awaited<ReturnType<typeof countWrites>>;

/** The nth request of its kind, from an agent not used before. */
const KINDS: Readonly<Record<string, (stranger: () => string, nth: number) => Request>> = {
  feed: (stranger) => askCare(stranger(), 0),
  play: (stranger) => askCare(stranger(), 1),
  reflect: (stranger) => askCare(stranger(), 2),
  'all three': (stranger, nth) => askCare(stranger(), nth),
  registration: (_, nth) => askRegistration(nth),
};

/** Of a house in which many live, here and at another checkout if there is one to compare with. */
export async function countWritesOf({ folder, against }: { folder: string; against: string | undefined }) {
  const roots = against === undefined ? { '': HERE } : { before: against, after: HERE };
  const counted: Writes[] = [];
  for (const [name, root] of Object.entries(roots)) {
    const checkout = new Checkout({ root, folder: join(folder, `frames-${name}`), agents: AGENTS });
    try {
      const { writes } = await openCare(checkout);
      counted.push(await countWrites({ name, ...writes }));
    } finally {
      await checkout.stop();
    }
  }
  return counted;
}

/** Asks for every kind of write, so many at once, and counts what each of them adds to the log. */
export async function countWrites({ name, server, file, keys }: WritingHouse & { readonly name: string }) {
  // Keys are random: in key order, consecutive agents are stored in distant pages, as in production.
  const strangers = keys.toSorted();
  const stranger = () => strangers.pop() ?? '';
  const connections = await Connections.open(server.port, AT_ONCE);
  const counted: { name: string; pages: readonly number[]; commits: number }[] = [];
  try {
    for (const [kind, request] of Object.entries(KINDS)) {
      const status = kind === 'registration' ? 201 : 200;
      const next = counting((nth) => request(stranger, nth));
      const askTogether = () => connections.drive({ status, next, ms: Infinity, most: AT_ONCE });
      // The first ones are slow, and do not come together.
      await askTogether();
      const written = await pagesWrittenDuring(file, async () => {
        for (let batch = 0; batch < BATCHES; batch += 1) await askTogether();
      });
      counted.push({ name: kind, ...written });
    }
  } finally {
    connections.close();
  }
  const trees = treesByPage(file);
  const kinds = counted.map(({ pages, ...kind }) => {
    const perWrite = new Map<string, number>();
    for (const page of pages) {
      const tree = trees.get(page) ?? 'freed since';
      perWrite.set(tree, (perWrite.get(tree) ?? 0) + 1 / WRITES);
    }
    return { ...kind, perWrite, writes: WRITES };
  });
  return { name, kinds };
}
