import { env } from 'node:process';

import { readConfig } from '../src/config/config.ts';
import { apiSeer } from '../src/outside/tastes-api.ts';
import { localSeer } from '../src/outside/tastes-local.ts';
import { broughtFor } from '../src/outside/tastes-open.ts';
import { recall } from '../src/outside/tastes-recall.ts';
import { labelledCases, type Case } from './tastes-labelled.ts';

const NO_MEMORY = { read: async () => undefined, write: async () => undefined };

/** The labelled items through the model the settings name: the local one, or EMBEDDINGS_URL's. */
export async function seenCases(): Promise<{ readonly model: string; readonly cases: readonly Case[] }> {
  const { embeddings } = readConfig(env);
  const seer = embeddings ? apiSeer(embeddings, 30_000) : localSeer();
  try {
    const known = recall({ seer, memory: NO_MEMORY, brought: await broughtFor(seer.model) });
    return { model: seer.model, cases: await labelledCases(known) };
  } finally {
    await seer.close();
  }
}
