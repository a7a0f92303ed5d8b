import { Connections, type Driven } from '../bench/load.ts';
import type { ServerProcess } from '../bench/servers/server-process.ts';
import { counting, inTurn } from '../bench/subjects/next-request.ts';
import { askStatus } from '../bench/subjects/requests.ts';
import { inColumns } from '../bench/tables/columns.ts';
import { askNewRegistration, startNode, type FilledHouse } from './houses.ts';

const CROWD = 150;
const LOOKING = 10;
const WARM_UP = { ms: 15_000, most: 2000 };
const LASTS = { ms: 10_000, most: 50_000 };

/** So many register at once, and others look at their creatures meanwhile. */
export async function crowdTable(house: FilledHouse): Promise<string> {
  const node = await startNode(house, { settles: true });
  try {
    const looks = { status: 200, next: inTurn(house.keys.map((key) => askStatus(key, 'full'))) };
    const registrations = { status: 201, next: counting(askNewRegistration) };
    await drive(node, LOOKING, { ...looks, ...WARM_UP });
    await drive(node, LOOKING, { ...registrations, ...WARM_UP });
    const alone = await drive(node, LOOKING, { ...looks, ...LASTS });
    const [registered, meanwhile] = await Promise.all([
      drive(node, CROWD, { ...registrations, ...LASTS }),
      drive(node, LOOKING, { ...looks, ...LASTS }),
    ]);
    return inColumns([
      [`${CROWD} register at once`, 'req/s', 'p50 ms', 'p99 ms'],
      ['status, nobody registers', ...figuresOf(alone)],
      ['status meanwhile', ...figuresOf(meanwhile)],
      ['registration', ...figuresOf(registered)],
    ]);
  } finally {
    await node.stop();
  }
}

async function drive(
  { port }: ServerProcess,
  connections: number,
  load: Parameters<Connections['drive']>[0],
): Promise<Driven> {
  const callers = await Connections.open(port, connections);
  try {
    return await callers.drive(load);
  } finally {
    callers.close();
  }
}

function figuresOf({ answered, ms, latenciesMs }: Driven): string[] {
  const at = (share: number) => (latenciesMs[Math.floor(answered * share)] ?? NaN).toFixed(1);
  return [((answered / ms) * 1000).toFixed(0), at(0.5), at(0.99)];
}
