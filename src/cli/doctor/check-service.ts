import { lookup } from 'node:dns/promises';

import { within } from '../../outside/engine/within.ts';
import { fine, reasonOf, wrong, type Diagnosis } from './diagnosis.ts';

const PATIENCE_MS = 3000;

/** Whether a service of somebody else has a name that is known. It is not asked: that may cost. */
export async function checkService(name: string, setting: string, url: string): Promise<Diagnosis> {
  const { hostname, host } = new URL(url);
  try {
    await within(PATIENCE_MS, lookup(hostname.replace(/^\[|\]$/g, '')));
    return fine(name, `${host} is set, and its name is known. It was not asked.`);
  } catch (error) {
    return wrong(
      name,
      `Nobody knows the way to ${host}: ${reasonOf(error)}.`,
      `See to the name in ${setting}, and to this machine’s DNS.`,
    );
  }
}
