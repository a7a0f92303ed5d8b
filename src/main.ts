import type { FastifyInstance } from 'fastify';

import { banner } from './banner.ts';
import { readConfig } from './config/config.ts';
import type { Env } from './config/settings.ts';
import { CannotStart, closeHouse, openHouse } from './context.ts';
import { openMetricsDoor, type MetricsDoor } from './http/metrics-door.ts';
import { openDoor } from './http/open-door.ts';
import { startDrawing } from './jobs/draw-pictures.ts';
import { newProcessWatch } from './http/watch.ts';
import { followOperator } from './jobs/follow-operator.ts';
import { followPayments } from './jobs/follow-payments.ts';
import { keepHouse } from './jobs/keep-house.ts';
import { startReconciling } from './jobs/reconcile.ts';
import { startSettler } from './jobs/settler.ts';
import { watchLedger } from './jobs/watch-ledger.ts';
import { openLog } from './log.ts';

const PATIENCE_MS = 10_000;

export interface Running {
  readonly address: string;
  /** Settles when the house can only be helped by a restart. */
  readonly broken: Promise<Error>;
  /** Stops accepting, lets what runs finish for ten seconds, and closes the database. */
  stop(): Promise<void>;
}

/** Reads the settings, builds the house, opens the door. Nothing is left half-started when one of them fails. */
export async function main(env: Env, options: { readonly checkReplies?: boolean } = {}): Promise<Running> {
  const config = readConfig(env);
  const forPeople = process.stdout.isTTY;
  const log = openLog(config.logLevel ?? (forPeople ? 'warn' : 'info'));
  const house = await openHouse(config, log);
  const watch = newProcessWatch(house);
  let metrics: MetricsDoor | undefined;
  try {
    const app = await openDoor(house, { ...config, ...options, log, watch });
    metrics = await opened('ARKHOUSE_METRICS_PORT', openMetricsDoor(house, watch, config.metrics));
    if (metrics) log.info({ metrics: metrics.address }, 'metrics have a door of their own');
    const listening = await opened('PORT', app.listen({ port: config.port, host: config.host }));
    // Only now is it known which port it was to be, and links are made of it.
    if (config.baseUrl.port === '0') config.baseUrl.port = new URL(listening).port;
    const address = config.port === 0 ? listening : config.baseUrl.origin;
    const resting = keepHouse(house, log);
    const settler = startSettler(house, log);
    const drawing = startDrawing(house, log);
    const reconciler = startReconciling(house, log);
    const watchers = [followPayments(house, log), followOperator(house, log), watchLedger(house, log)];
    if (forPeople) process.stdout.write(banner(config, address, house.store.label));
    else
      log.info(
        { address, database: house.store.label, payments: config.payments.mode, clock: config.clock },
        'open',
      );
    return {
      address,
      broken: house.store.broken,
      async stop() {
        log.info('closing');
        resting.stop();
        await settler.stop();
        await drawing.stop();
        await reconciler.stop();
        for (const watcher of watchers) await watcher?.stop();
        await metrics?.close();
        await closeWithin(app, PATIENCE_MS);
        await closeHouse(house);
        log.flush();
      },
    };
  } catch (error) {
    await metrics?.close();
    await closeHouse(house);
    throw error;
  }
}

/** Opens a port, or says in a sentence that somebody else has it. */
async function opened<T>(setting: 'PORT' | 'ARKHOUSE_METRICS_PORT', door: Promise<T>): Promise<T> {
  try {
    return await door;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    const { address, port } = error as Error & { address?: string; port?: number };
    throw new CannotStart(
      `Something is already listening at ${address}:${port}. Choose another ${setting}.`,
      {
        cause: error,
      },
    );
  }
}

async function closeWithin(app: FastifyInstance, ms: number): Promise<void> {
  const impatience = setTimeout(() => app.server.closeAllConnections(), ms);
  await app.close();
  clearTimeout(impatience);
}
