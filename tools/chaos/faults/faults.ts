import type { Fault } from '../fault.ts';
import { CLOCKS_APART } from './clocks-apart.ts';
import { CUT_AFTER_COMMIT, CUT_BEFORE_COMMIT } from './cut-off.ts';
import { NODE_KILLED } from './node-killed.ts';
import { PGBOUNCER_RESTARTED } from './pgbouncer-restarted.ts';
import { POSTGRES_FAILOVER } from './postgres-failover.ts';
import { POSTGRES_FROZEN } from './postgres-frozen.ts';
import { POSTGRES_FULL } from './postgres-full.ts';
import { POSTGRES_FAST, POSTGRES_IMMEDIATE } from './postgres-stopped.ts';
import { REDIS_FROZEN, REDIS_KILLED } from './redis.ts';
import { ROLLING_RESTART } from './rolling-restart.ts';
import { TWO_VERSIONS } from './two-versions.ts';

/** In the order in which they are tried. */
export const FAULTS: readonly Fault[] = [
  NODE_KILLED,
  ROLLING_RESTART,
  POSTGRES_FAST,
  POSTGRES_IMMEDIATE,
  POSTGRES_FROZEN,
  POSTGRES_FULL,
  POSTGRES_FAILOVER,
  CUT_BEFORE_COMMIT,
  CUT_AFTER_COMMIT,
  PGBOUNCER_RESTARTED,
  REDIS_FROZEN,
  REDIS_KILLED,
  CLOCKS_APART,
  TWO_VERSIONS,
];
