import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';

import type { Cut } from '../../test/support/servers/cutting-proxy.ts';
import { runProgram } from '../../test/support/servers/house-node.ts';
import { HERE } from '../support/report.ts';
import type { World, WorldOptions } from './world.ts';

type End = () => Promise<unknown>;

export interface Fault {
  readonly name: string;
  readonly description: string;
  readonly world?: WorldOptions;
  /** Commands it needs besides those that every world needs. */
  readonly needs?: readonly string[];
  /** Invisible fault: no request may fail or stay without a response. */
  readonly unnoticed?: boolean;
  /** Failed requests that this fault may cause, and no other. */
  readonly expected?: RegExp;
  /** Creatures die, and must. */
  readonly kills?: boolean;
  /** The section of docs/run/troubleshoot.md about it, and what its first command shows; `fixes`: its last command ends the fault. */
  readonly runbook?: { readonly section: string; readonly shows: RegExp; readonly fixes?: boolean };
  /** What must be so while it lasts; returns complaints. */
  readonly check?: (world: World) => Promise<string[]>;
  /** Eight seconds unless given. */
  readonly lastsMs?: number;
  /** Starts the fault; returns a function that ends it. Then everything must be as before, but for what needs a moment to recover. */
  start(world: World): Promise<End | void>;
}

export async function runFault(fault: Fault, world: World, meanwhile?: () => Promise<unknown>) {
  const end = await fault.start(world);
  try {
    await Promise.all([pause(fault.lastsMs ?? LASTS_MS), meanwhile?.()]);
  } finally {
    await end?.();
  }
}

export const LASTS_MS = 8000;
const DATABASE_AWAY = { section: 'Database away', shows: /no response|rejecting connections/ };
const SQLITE: WorldOptions = { sqlite: true };
const REDIS_AWAY = { section: 'Redis away', shows: /^(?!.*PONG)/s };

export const FAULTS: readonly Fault[] = [
  nodeKilled('node-killed'),
  {
    name: 'rolling-restart',
    description: 'one node after the other is closed with SIGTERM and started again, and no request fails',
    unnoticed: true,
    // Until the balancer has found a node again.
    start: (world) => replacingNodes(world, 2000),
  },
  partAway('postgres-fast', 'PostgreSQL is shut down in order, its clients cut off, and started again', {
    runbook: DATABASE_AWAY,
    stop: ({ primary }) => primary.stop('fast'),
    goOn: ({ primary }) => primary.start(),
  }),
  partAway('postgres-immediate', 'PostgreSQL stops as in a power failure, and recovers from its log', {
    runbook: DATABASE_AWAY,
    stop: ({ primary }) => primary.stop('immediate'),
    goOn: ({ primary }) => primary.start(),
  }),
  partAway('postgres-frozen', 'every process of PostgreSQL hangs; connections stay, and nothing answers', {
    runbook: DATABASE_AWAY,
    stop: async ({ primary }) => primary.freeze(),
    goOn: async ({ primary }) => primary.thaw(),
  }),
  diskFull('postgres-full', 'the disk of the database', 'Database disk full'),
  {
    name: 'postgres-failover',
    description:
      'the primary is killed and its synchronous standby promoted; the nodes find it by themselves',
    world: { bothHosts: true },
    lastsMs: 0,
    async start(world) {
      await world.parts.primary.kill();
      return () => world.failOver();
    },
  },
  commitsCut('before commit', 'is cut off before PostgreSQL hears of it'),
  commitsCut('after commit', 'is done, and its answer is cut off on the way back'),
  partAway('pgbouncer-restarted', 'pgbouncer, between nodes and PostgreSQL, is away for two seconds', {
    needs: ['pgbouncer'],
    world: { through: 'pgbouncer' },
    lastsMs: 2000,
    stop: async ({ pgbouncer }) => pgbouncer?.process.end('SIGTERM'),
    goOn: async ({ pgbouncer }) => pgbouncer?.restart(),
  }),
  partAway('redis-frozen', 'Redis hangs: each node counts limits for itself', {
    unnoticed: true,
    runbook: REDIS_AWAY,
    stop: async ({ redis }) => redis.process.signal('SIGSTOP'),
    goOn: async ({ redis }) => redis.process.signal('SIGCONT'),
  }),
  partAway('redis-killed', 'Redis is killed and comes back empty', {
    unnoticed: true,
    runbook: REDIS_AWAY,
    stop: async ({ redis }) => redis.process.end('SIGKILL'),
    goOn: async ({ redis }) => redis.restart(),
  }),
  {
    name: 'clocks-apart',
    description: 'the clock of one node is 25 seconds ahead, that of another 25 seconds behind',
    needs: ['faketime'],
    world: { clockOffsets: ['+25s', '-25s', '+0'] },
    unnoticed: true,
    start: async () => undefined,
  },
  wrongClock('clock-plus-3d', '+3d', 'jumps three days ahead'),
  wrongClock('clock-plus-10d', '+10d', 'is ten days ahead when it starts'),
  wrongClock('clock-minus-1d', '-1d', 'jumps back by a day'),
  unreadableRow('unreadable-row'),
  tenDaysPass('settling-paused', 'the clocks of all nodes were ten days behind and are set right', {
    runbook: { section: 'Settling backlog', shows: /settling is paused since/, fixes: true },
    start: async (world) => setClocksRight(world),
  }),
  tenDaysPass('settling-backlog', 'all nodes are closed for ten days', {
    async start(world) {
      await world.close();
      setClocksRight(world);
      return async () => {
        for (const nth of world.nodePorts.keys()) await world.startNode(nth);
      };
    },
  }),
  lockHeld('table-locked', 'the creatures', 'lock table creatures in access exclusive mode'),
  lockHeld('rows-locked', 'half of the creatures', `select from creatures where id < '8' for update`),
  partAway('pool-exhausted', 'care takes two seconds, and each node has two connections: requests queue', {
    world: {
      env: { DATABASE_POOL: '2', DATABASE_WAIT_SECONDS: '2' },
      postgres: { shared_preload_libraries: 'pg_stat_statements' },
    },
    runbook: { section: 'Slow statements', shows: /insert into care_log/ },
    stop: async ({ primary }) => primary.query(SLOW_CARE),
    goOn: async ({ primary }) => primary.query('drop function slow cascade'),
  }),
  {
    name: 'two-versions',
    description:
      'nodes of the release before this one are replaced one by one: both versions serve the same database',
    needs: ['git', 'tar', 'npm'],
    world: { previousRelease: true },
    // Pause after each replaced node, in which both versions run.
    start: (world) => replacingNodes(world, 4000),
  },
  nodeKilled('sqlite-killed', SQLITE),
  diskFull('sqlite-full', 'the disk of the data folder', 'Data folder full', SQLITE),
  wrongClock('sqlite-clock-plus-3d', '+3d', 'jumps three days ahead', SQLITE),
  wrongClock('sqlite-clock-minus-1d', '-1d', 'is a day behind when it starts', SQLITE),
  unreadableRow('sqlite-unreadable-row', SQLITE),
  {
    name: 'sqlite-second-serve',
    description: 'a second service is started on the same data folder, and refuses',
    world: SQLITE,
    unnoticed: true,
    async start(world) {
      const env = { ...(await world.envOf(world.sick)), PORT: '0' };
      const { code, said } = await runProgram(HERE, ['serve'], env);
      if (code === 0 || !said.includes(`(process ${world.pidOf(world.sick)})`))
        throw new Error(`The second service ended with ${code}: ${said}`);
    },
  },
];

const SLOW_CARE = `
  create extension if not exists pg_stat_statements;
  create function slow() returns trigger language plpgsql as 'begin perform pg_sleep(2); return null; end';
  create trigger slow after insert on care_log for each statement execute function slow()`;

async function replacingNodes(world: World, pauseMs: number): Promise<End> {
  const replace = async () => {
    for (const nth of world.nodePorts.keys()) {
      await world.endNode(nth, 'SIGTERM');
      await world.startNode(nth);
      await world.ready();
      await pause(pauseMs);
    }
  };
  const replacing = replace();
  // A failure is thrown when the fault is ended; unhandled until then, it would end the process.
  replacing.catch(() => undefined);
  return () => replacing;
}

type Parts = World['parts'];

/** A part of the cluster stops, or becomes slow, and goes on when the fault ends. */
function partAway(
  name: string,
  description: string,
  {
    stop,
    goOn,
    ...fault
  }: Omit<Fault, 'name' | 'description' | 'start'> &
    Readonly<Record<'stop' | 'goOn', (parts: Parts) => Promise<unknown>>>,
): Fault {
  const start = async ({ parts }: World) => {
    await stop(parts);
    return () => goOn(parts);
  };
  return { name, description, ...fault, start };
}

function commitsCut(where: Cut, what: string): Fault {
  return {
    name: `cut-${where.replace(' ', '-')}`,
    description: `one commit of four ${what}`,
    world: { through: 'proxy' },
    async start({ parts: { proxy } }) {
      proxy?.cut({ where, every: 4 });
      return async () => {
        proxy?.mend();
        if (!proxy?.cuts) throw new Error('Nothing was cut: the proxy no longer sees how transactions end.');
      };
    },
  };
}

function nodeKilled(name: string, world: WorldOptions = {}): Fault {
  return {
    name,
    description: 'a node is killed with SIGKILL and started again three seconds later',
    world,
    lastsMs: 3000,
    async start(where) {
      await where.endNode(where.sick, 'SIGKILL');
      return () => where.startNode(where.sick);
    },
  };
}

function diskFull(name: string, what: string, section: string, world: WorldOptions = {}): Fault {
  return {
    name,
    description: `${what} is full: reads go on, and nothing can be written`,
    needs: ['mount', 'umount', 'df'],
    world: { ...world, smallDisk: true },
    runbook: { section, shows: /100%/ },
    // While some writes still fit into existing pages, three in a row fail late; but readiness must not come back.
    async check(where) {
      const looks: string[][] = [];
      for (let nth = 0; nth < 8; nth += 1) {
        looks.push(await expectAnswers(where, ['/readyz'], 503));
        await pause(500);
      }
      const back = looks.flatMap((found, nth) =>
        found.filter((each) => looks[nth - 1]?.includes(each) === false),
      );
      return [...back, ...(looks.at(-1) ?? [])];
    },
    async start({ smallFolder = '' }) {
      const ballast = join(smallFolder, 'ballast');
      fillUp(ballast);
      // Repeated every second, to fill space that was freed meanwhile.
      const filling = setInterval(() => fillUp(ballast), 1000);
      return async () => {
        clearInterval(filling);
        rmSync(ballast);
      };
    },
  };
}

/** One node has a wrong clock: it must neither write nor be ready, and the others must not notice. */
function wrongClock(name: string, offset: string, what: string, world: WorldOptions = {}): Fault {
  return {
    name,
    description: `the clock of one node ${what}: it writes nothing, and no creature dies`,
    needs: ['faketime'],
    world: { ...world, clockOffsets: ['+0', '+0', '+0'] },
    runbook: { section: 'Wrong clock', shows: /arkhouse_clock_offset_seconds -?\d{5}/ },
    async check(where) {
      const { sick } = where;
      const others = [...where.nodePorts.keys()].filter((nth) => nth !== sick);
      return [
        ...(await expectAnswers(where, ['/readyz', 'POST /api/auth/register'], 503, [sick])),
        ...(await expectAnswers(where, ['/api/house/hall'], 200, [sick])),
        ...(await expectAnswers(where, ['/readyz'], 200, others)),
        // Refused because of the body, and not because of the clock.
        ...(await expectAnswers(where, ['POST /api/auth/register'], 400, others)),
      ];
    },
    async start(where) {
      where.setClock(where.sick, offset);
      if (what.endsWith('starts')) {
        await where.endNode(where.sick, 'SIGTERM');
        await where.startNode(where.sick);
      }
      return async () => where.setClock(where.sick, '+0');
    },
  };
}

/** The nodes run ten days in the past, with unchecked clocks, until the fault sets them right: then every creature is due to die. */
function tenDaysPass(name: string, what: string, fault: Pick<Fault, 'start' | 'runbook'>): Fault {
  return {
    name,
    description: `${what}: every creature is due to die`,
    needs: ['faketime'],
    world: { clockOffsets: ['-10d', '-10d', '-10d'], env: { ARKHOUSE_CLOCK: 'unchecked' } },
    kills: true,
    ...fault,
  };
}

function setClocksRight(world: World): void {
  for (const nth of world.nodePorts.keys()) world.setClock(nth, '+0');
}

function unreadableRow(name: string, world: WorldOptions = {}): Fault {
  return {
    name,
    description:
      'the stored body of a creature is cut off: it is left out, until it is repaired from its log',
    world,
    expected: /^500 damaged_record$/,
    runbook: { section: 'Damaged rows', shows: /body/, fixes: true },
    check: (where) => expectAnswers(where, ['/', '/hall', '/graveyard', '/api/house/hall', '/readyz'], 200),
    async start(where) {
      const chosen = `(select id from creatures where stage = 'baby' order by id limit 1)`;
      // Repeated: an act of care that read the body before this update overwrites it with a valid one.
      for (let cut = 0; cut < 3; cut += 1) {
        const [row] = await where.current.query<{ id: string }>(
          `update creatures set body = substr(body, 1, 200) where id = ${chosen} returning id`,
        );
        where.damaged = row?.id;
        await pause(200);
      }
    },
  };
}

async function expectAnswers(
  { nodePorts }: World,
  calls: readonly string[],
  status: number,
  nodes: readonly number[] = [...nodePorts.keys()],
): Promise<string[]> {
  const post = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
  const answer = async (nth: number, call: string) => {
    const url = `http://127.0.0.1:${nodePorts[nth]}${call.replace('POST ', '')}`;
    const reply = await fetch(url, call.startsWith('POST ') ? post : {});
    return reply.status === status ? [] : [`node ${nth + 1} answers ${call} with ${reply.status}`];
  };
  const answers = nodes.flatMap((nth) => calls.map((call) => answer(nth, call)));
  return (await Promise.all(answers)).flat();
}

/** A session holds the lock in a transaction that it never ends. */
function lockHeld(name: string, what: string, sql: string): Fault {
  return {
    name,
    description: `a session locks ${what} for longer than a statement may take`,
    world: { env: { DATABASE_STATEMENT_SECONDS: '2' } },
    runbook: { section: 'Held locks', shows: /forgotten.*idle in transaction/, fixes: true },
    async start({ parts: { primary } }) {
      const client = new Client({ connectionString: primary.url, application_name: 'forgotten' });
      client.on('error', () => undefined);
      await client.connect();
      await client.query(`begin; ${sql}`);
      // The runbook has ended the session by then.
      return () => client.end().catch(() => undefined);
    },
  };
}

/** Makes a file as large as there is room, coarsely at first. */
function fillUp(path: string): void {
  const file = openSync(path, 'a');
  for (const chunk of [Buffer.alloc(1 << 20), Buffer.alloc(1 << 12)]) {
    try {
      while (writeSync(file, chunk) > 0);
    } catch {
      // There is no room for another one.
    }
  }
  closeSync(file);
}
