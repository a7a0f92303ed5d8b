import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';

import type { Cut } from '../../test/support/servers/cutting-proxy.ts';
import { runProgram } from '../../test/support/servers/house-node.ts';
import type { World, WorldOptions } from './world.ts';
import { HERE } from '../support/report.ts';

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
  readonly lastsMs: number;
  /** Starts the fault; returns a function that ends it. Then everything must be as before, but for what needs a moment to recover. */
  start(world: World): Promise<End | void>;
}

export async function runFault(fault: Fault, world: World, meanwhile?: () => Promise<unknown>) {
  const end = await fault.start(world);
  try {
    await Promise.all([pause(fault.lastsMs), meanwhile?.()]);
  } finally {
    await end?.();
  }
}

const DATABASE_AWAY = { section: 'Database away', shows: /no response|rejecting connections/ };
const SQLITE: WorldOptions = { sqlite: true };
const SQLITE_FULL = { section: 'Data folder full', shows: /100%/ };
const REDIS_AWAY = { section: 'Redis away', shows: /^(?!.*PONG)/s };

export const FAULTS: readonly Fault[] = [
  nodeKilled('node-killed'),
  {
    name: 'rolling-restart',
    description: 'one node after the other is closed with SIGTERM and started again, and no request fails',
    unnoticed: true,
    lastsMs: 0,
    // Until the balancer has found a node again.
    start: (world) => replacingNodes(world, 2000),
  },
  postgresStopped('fast', 'is shut down in order, its clients cut off, and started again'),
  postgresStopped(
    'immediate',
    'stops as if its power had failed, and recovers from its log when it is started',
  ),
  {
    name: 'postgres-frozen',
    description: 'every process of PostgreSQL hangs for ten seconds; connections stay, and nothing answers',
    runbook: DATABASE_AWAY,
    lastsMs: 10_000,
    async start({ parts: { primary } }) {
      primary.freeze();
      return async () => primary.thaw();
    },
  },
  diskFull('postgres-full', 'the disk of the database', { section: 'Database disk full', shows: /100%/ }),
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
  {
    name: 'pgbouncer-restarted',
    description:
      'the nodes reach PostgreSQL through pgbouncer in transaction mode, which is away for two seconds',
    needs: ['pgbouncer'],
    world: { through: 'pgbouncer' },
    lastsMs: 2000,
    async start({ parts: { pgbouncer } }) {
      await pgbouncer?.process.end('SIGTERM');
      return async () => pgbouncer?.restart();
    },
  },
  {
    name: 'redis-frozen',
    description: 'Redis hangs for six seconds: each node counts limits for itself',
    unnoticed: true,
    runbook: REDIS_AWAY,
    lastsMs: 6000,
    async start({ parts: { redis } }) {
      redis.process.signal('SIGSTOP');
      return async () => redis.process.signal('SIGCONT');
    },
  },
  {
    name: 'redis-killed',
    description: 'Redis is killed and comes back empty six seconds later',
    unnoticed: true,
    runbook: REDIS_AWAY,
    lastsMs: 6000,
    async start({ parts: { redis } }) {
      await redis.process.end('SIGKILL');
      return () => redis.restart();
    },
  },
  {
    name: 'clocks-apart',
    description: 'the clock of one node is 25 seconds ahead, that of another 25 seconds behind',
    needs: ['faketime'],
    world: { clockOffsets: ['+25s', '-25s', '+0'] },
    unnoticed: true,
    lastsMs: 12_000,
    start: async () => undefined,
  },
  wrongClock('clock-plus-3d', '+3d', 'jumps three days ahead'),
  wrongClock('clock-plus-10d', '+10d', 'is ten days ahead when it starts', { restarts: true }),
  wrongClock('clock-minus-1d', '-1d', 'jumps back by a day'),
  unreadableRow('unreadable-row'),
  tenDaysPass('settling-paused', 'the clocks of all nodes were ten days behind and are set right', {
    runbook: { section: 'Settling backlog', shows: /settling is paused since/, fixes: true },
    start: async (world) => setClocks(world, '+0'),
  }),
  tenDaysPass('settling-backlog', 'all nodes are closed for ten days', {
    async start(world) {
      await world.close();
      setClocks(world, '+0');
      return async () => {
        for (const nth of world.nodePorts.keys()) await world.startNode(nth);
      };
    },
  }),
  lockHeld('table-locked', 'the creatures', 'lock table creatures in access exclusive mode'),
  lockHeld('rows-locked', 'half of the creatures', `select from creatures where id < '8' for update`),
  {
    name: 'pool-exhausted',
    description: 'every act of care takes two seconds, and each node has two connections: requests queue',
    world: {
      env: { DATABASE_POOL: '2', DATABASE_WAIT_SECONDS: '2' },
      postgres: { shared_preload_libraries: 'pg_stat_statements' },
    },
    runbook: { section: 'Slow statements', shows: /insert into care_log/ },
    lastsMs: 10_000,
    async start({ parts: { primary } }) {
      await primary.query(SLOW_CARE);
      return () => primary.query('drop function slow cascade');
    },
  },
  {
    name: 'two-versions',
    description:
      'nodes of the release before this one are replaced one by one: both versions serve the same database',
    needs: ['git', 'tar', 'npm'],
    world: { previousRelease: true },
    lastsMs: 0,
    // Pause after each replaced node, in which both versions run.
    start: (world) => replacingNodes(world, 4000),
  },
  nodeKilled('sqlite-killed', SQLITE),
  diskFull('sqlite-full', 'the disk of the data folder', SQLITE_FULL, SQLITE),
  wrongClock('sqlite-clock-plus-3d', '+3d', 'jumps three days ahead', { world: SQLITE }),
  wrongClock('sqlite-clock-minus-1d', '-1d', 'is a day behind when it starts', {
    world: SQLITE,
    restarts: true,
  }),
  unreadableRow('sqlite-unreadable-row', SQLITE),
  {
    name: 'sqlite-second-serve',
    description: 'a second service is started on the same data folder, and refuses',
    world: SQLITE,
    unnoticed: true,
    lastsMs: 0,
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

function postgresStopped(how: 'fast' | 'immediate', what: string): Fault {
  return {
    name: `postgres-${how}`,
    description: `PostgreSQL ${what}`,
    runbook: DATABASE_AWAY,
    lastsMs: 4000,
    async start({ parts: { primary } }) {
      await primary.stop(how);
      return () => primary.start();
    },
  };
}

function commitsCut(where: Cut, what: string): Fault {
  return {
    name: `cut-${where.replace(' ', '-')}`,
    description: `for ten seconds one commit of four ${what}`,
    world: { through: 'proxy' },
    lastsMs: 10_000,
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

function diskFull(
  name: string,
  what: string,
  runbook: NonNullable<Fault['runbook']>,
  world: WorldOptions = {},
): Fault {
  return {
    name,
    description: `${what} is full for eight seconds: reads go on, and nothing can be written`,
    needs: ['mount', 'umount', 'df'],
    world: { ...world, smallDisk: true },
    runbook,
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
    lastsMs: 8000,
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
function wrongClock(
  name: string,
  offset: string,
  what: string,
  { world, restarts }: { readonly world?: WorldOptions; readonly restarts?: boolean } = {},
): Fault {
  return {
    name,
    description: `the clock of one node ${what}: it writes nothing, and no creature dies`,
    needs: ['faketime'],
    world: { ...world, clockOffsets: ['+0', '+0', '+0'] },
    runbook: { section: 'Wrong clock', shows: /arkhouse_clock_offset_seconds -?\d{5}/ },
    async check(where) {
      const { sick } = where;
      const others = [...where.nodePorts.keys()].filter((nth) => nth !== sick);
      const register = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
      return [
        ...(await expectAnswers(where, ['/readyz'], 503, [sick])),
        ...(await expectAnswers(where, ['/api/auth/register'], 503, [sick], register)),
        ...(await expectAnswers(where, ['/api/house/hall'], 200, [sick])),
        ...(await expectAnswers(where, ['/readyz'], 200, others)),
        // Refused because of the body, and not because of the clock.
        ...(await expectAnswers(where, ['/api/auth/register'], 400, others, register)),
      ];
    },
    lastsMs: 10_000,
    async start(where) {
      where.setClock(where.sick, offset);
      if (restarts === true) {
        await where.endNode(where.sick, 'SIGTERM');
        await where.startNode(where.sick);
      }
      return async () => where.setClock(where.sick, '+0');
    },
  };
}

/** The nodes run ten days in the past, with unchecked clocks, until the fault sets them right: then every creature is due to die. */
function tenDaysPass(
  name: string,
  what: string,
  fault: Pick<Fault, 'start'> & Partial<Pick<Fault, 'runbook'>>,
): Fault {
  return {
    name,
    description: `${what}: every creature is due to die`,
    needs: ['faketime'],
    world: { clockOffsets: ['-10d', '-10d', '-10d'], env: { ARKHOUSE_CLOCK: 'unchecked' } },
    kills: true,
    lastsMs: 8000,
    ...fault,
  };
}

function setClocks(world: World, offset: string): void {
  for (const nth of world.nodePorts.keys()) world.setClock(nth, offset);
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
    lastsMs: 8000,
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
  paths: readonly string[],
  status: number,
  nodes: readonly number[] = [...nodePorts.keys()],
  options: RequestInit = {},
): Promise<string[]> {
  const all = nodes.flatMap((nth) => paths.map((path) => ({ nth, path })));
  const found = await Promise.all(
    all.map(async ({ nth, path }) => {
      const answer = await fetch(`http://127.0.0.1:${nodePorts[nth]}${path}`, options);
      return answer.status === status ? [] : [`node ${nth + 1} answers ${path} with ${answer.status}`];
    }),
  );
  return found.flat();
}

/** A session holds the lock in a transaction that it never ends. */
function lockHeld(name: string, what: string, sql: string): Fault {
  return {
    name,
    description: `a session locks ${what} for longer than a statement may take`,
    world: { env: { DATABASE_STATEMENT_SECONDS: '2' } },
    runbook: { section: 'Held locks', shows: /forgotten.*idle in transaction/, fixes: true },
    lastsMs: 8000,
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
