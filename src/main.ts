import type { FastifyInstance } from 'fastify';

import { banner } from './banner.ts';
import { readConfig, type Config } from './config/config.ts';
import type { Env } from './config/settings.ts';
import { CannotStart, closeHouse, openHouse } from './context.ts';
import { openDoor } from './http/open-door.ts';
import { startDrawing } from './jobs/draw-pictures.ts';
import { followPayments } from './jobs/follow-payments.ts';
import { keepHouse } from './jobs/keep-house.ts';
import { startReconciling } from './jobs/reconcile.ts';
import { startSettler } from './jobs/settler.ts';
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
  try {
    const app = await openDoor(house, { ...config, ...options, log });
    const listening = await listen(app, config);
    // Only now is it known which port it was to be, and links are made of it.
    if (config.baseUrl.port === '0') config.baseUrl.port = new URL(listening).port;
    const address = config.port === 0 ? listening : config.baseUrl.origin;
    const resting = keepHouse(house, log);
    const settler = startSettler(house, log);
    const drawing = startDrawing(house, log);
    const reconciler = startReconciling(house, log);
    const follower = followPayments(house, log);
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
        await follower?.stop();
        await closeWithin(app, PATIENCE_MS);
        await closeHouse(house);
        log.flush();
      },
    };
  } catch (error) {
    await closeHouse(house);
    throw error;
  }
}

async function listen(app: FastifyInstance, { port, host }: Config): Promise<string> {
  try {
    return await app.listen({ port, host });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new CannotStart(`Something is already listening at ${host}:${port}. Choose another PORT.`, {
        cause: error,
      });
    }
    throw error;
  }
}

async function closeWithin(app: FastifyInstance, ms: number): Promise<void> {
  const impatience = setTimeout(() => app.server.closeAllConnections(), ms);
  await app.close();
  clearTimeout(impatience);
}
