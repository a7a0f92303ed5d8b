import type { FastifyInstance } from 'fastify';
import { readdir, readFile } from 'node:fs/promises';

import { AGENT_PACKAGE_PATH } from '../api/documents.ts';
import { limitedBy } from '../http/limits.ts';
import { type EtaggedBody, integrityOf, sendCacheable, withEtag } from '../http/send.ts';
import type { StatsHouse } from '../features/stats/health.ts';

/** A program for agents in the version of this service, as the build packed it. */
interface AgentPackage extends EtaggedBody {
  readonly path: string;
  readonly type: string;
  /** Subresource integrity with SHA-512, as in `package-lock.json`. */
  readonly integrity: string;
}

export interface AgentPackages {
  readonly npm: AgentPackage;
  /** Undefined if the build had no Python. */
  readonly wheel: AgentPackage | undefined;
}

const FOLDER = new URL('../../dist/packages/', import.meta.url);

let reading: Promise<AgentPackages> | undefined;

export function readAgentPackages(): Promise<AgentPackages> {
  return (reading ??= readBuilt());
}

async function readBuilt(): Promise<AgentPackages> {
  const wheel = (await readdir(FOLDER)).find((name) => name.endsWith('.whl'));
  return {
    npm: await readPackage(AGENT_PACKAGE_PATH, 'application/gzip'),
    wheel: wheel === undefined ? undefined : await readPackage(`/${wheel}`, 'application/zip'),
  };
}

async function readPackage(path: string, type: string): Promise<AgentPackage> {
  const body = await readFile(new URL(`.${path}`, FOLDER));
  return { path, type, integrity: integrityOf(body, 'sha512'), ...withEtag(body) };
}

export function addAgentPackages(
  app: FastifyInstance,
  house: StatsHouse,
  { npm, wheel }: AgentPackages,
): void {
  for (const { path, ...file } of wheel === undefined ? [npm] : [npm, wheel]) {
    app.get(path, limitedBy(house, 'pages'), async (request, reply) => {
      request.context.headers['cache-control'] = 'public, max-age=300';
      sendCacheable(request, reply, file);
    });
  }
}
