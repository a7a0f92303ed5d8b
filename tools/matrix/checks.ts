import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { createSandboxClient, httpTransport, RefusedError } from '../../src/client/client.ts';
import { liveALittle } from '../../test/upgrades/live-a-little.ts';
import { startService } from '../support/service.ts';
import { expectThat, install, runProgram, type Installed } from './installed.ts';
import { stdioInput } from './mcp-clients.ts';
import { compilerArguments, TYPED_PROGRAM } from './typed-program.ts';

export type Checks = Readonly<Record<string, (installed: Installed) => Promise<void>>>;

/** Steps of an agent with its package: `address` is of a running service, each compiler in a folder of its own. */
export const AGENT_CHECKS = (address: string, compilers: readonly Installed[]): Checks => ({
  async help(agent) {
    const ended = await runProgram(agent, 'arkhouse-agent', ['help']);
    expectThat(ended.code === 0 && /keep[\s\S]*mcp/.test(ended.out), ended);
  },
  async 'keep --once'(agent) {
    const args = ['keep', '--once', '--json', '--base-url', address];
    const ended = await runProgram(agent, 'arkhouse-agent', args);
    expectThat(ended.code === 0 && ended.out.includes('"kind":"adopted"'), ended);
  },
  async 'MCP over stdio'(agent) {
    const input = stdioInput({ id: 1, method: 'tools/list' });
    const until = /"serverInfo"[\s\S]*"name":"register_agent"/;
    const ended = await runProgram(agent, 'arkhouse-agent', ['mcp', '--base-url', address], { input, until });
    expectThat(ended.code === 0 && until.test(ended.out), ended);
  },
  async 'client in JS'(agent) {
    copyFileSync(join(import.meta.dirname, 'visit-by-client.mjs'), join(agent.folder, 'program.mjs'));
    const username = `wren-${process.pid}-${agent.folder.replace(/\D/g, '').slice(-2)}`;
    const ended = await runProgram(agent, 'node', ['program.mjs', address, username]);
    expectThat(ended.code === 0 && ended.out === 'baby\n', ended);
  },
  async 'client in TS'(agent) {
    writeFileSync(join(agent.folder, 'program.mts'), TYPED_PROGRAM);
    for (const compiler of compilers)
      for (const resolution of ['node16', 'nodenext', 'bundler'] as const) {
        const tsc = join(compiler.folder, 'node_modules/typescript/bin/tsc');
        const ended = await runProgram(agent, 'node', [tsc, ...compilerArguments(resolution), 'program.mts']);
        expectThat(ended.code === 0, ended);
      }
  },
});

export const HOUSE_CHECKS: Checks = {
  async 'serve, a whole life'(house) {
    const { address, close } = await openInstalled(house);
    try {
      const page = await fetch(address);
      if (!page.ok || !(await page.text()).includes('</html>'))
        throw new Error(`its page answered ${page.status}`);
      await liveALittle(address, { adminKey: ADMIN_KEY, sandboxToken: SANDBOX_TOKEN });
    } catch (error) {
      throw error instanceof RefusedError
        ? new Error(JSON.stringify(error.problem), { cause: error })
        : error;
    } finally {
      await close();
    }
  },
  async backup(house) {
    const copy = join(house.folder, 'copy.sqlite');
    const env = { ARKHOUSE_DATA_DIR: join(house.folder, 'data') };
    const ended = await runProgram(house, 'arkhouse', ['backup', copy], { env });
    expectThat(ended.code === 0 && existsSync(copy), ended);
  },
};

/** Its error is one line with the required Node and the npx command that runs the same program with it. */
export const OLD_NODE_CHECKS: Checks = {
  async 'says what it needs'(house) {
    const ended = await runProgram(house, 'arkhouse', ['serve'], { env: { PORT: '0' } });
    const isSentence = WAY_OUT.test(ended.err);
    expectThat(ended.code === 1 && ended.out === '' && isSentence, ended);
  },
  async 'the way out'(house) {
    const { err } = await runProgram(house, 'arkhouse', ['serve'], { env: { PORT: '0' } });
    const [, file = ''] = WAY_OUT.exec(err) ?? [];
    const env = {
      ARKHOUSE_DATA_DIR: join(house.folder, 'data-by-npx'),
      HOME: process.env['HOME'] ?? house.folder,
    };
    const ended = await runProgram(
      { ...house, folder: join(house.folder, '..') },
      'npx',
      ['-y', 'node@26', file, 'migrate'],
      {
        env,
      },
    );
    expectThat(ended.code === 0, ended);
  },
};

const WAY_OUT = /^[^\n]*Node[^\n]*npx -y node@26 (\S+) …\n$/;

const GENERATORS = ['openapi-typescript@7.13.0', '@hey-api/openapi-ts@0.99.0', 'typescript@5.9.3'];

/** One check of `alive` narrows a creature, and `behavior` tells the full view from the brief one. */
const GENERATED_PROGRAM = `import type { paths } from './api.d.ts';
import type { GetCreatureStatusResponse } from './client/types.gen.ts';

type Status = paths['/api/house/status']['get']['responses'][200]['content']['application/json'];
export function told({ creature }: Status | GetCreatureStatusResponse): number | null | string {
  if (creature.alive && 'behavior' in creature) return creature.behavior;
  return creature.alive ? creature.hunger : creature.cause;
}
// @ts-expect-error: the dead have no mood.
export const mood = ({ creature }: Status): string => creature.mood;
`;

/** Other tools read the OpenAPI document of an installed house. */
export const DOCUMENT_CHECKS: Checks = {
  async 'types by openapi-typescript and @hey-api/openapi-ts'(house) {
    const tool = await install(join(house.folder, 'generators'), GENERATORS);
    const document = join(house.folder, 'node_modules/arkhouse/openapi.json');
    const types = await runProgram(tool, 'openapi-typescript', [document, '-o', 'api.d.ts']);
    expectThat(types.code === 0, types);
    const client = await runProgram(tool, 'openapi-ts', ['-i', document, '-o', 'client']);
    expectThat(client.code === 0, client);
    writeFileSync(join(tool.folder, 'program.mts'), GENERATED_PROGRAM);
    const own = ['--skipLibCheck', '--allowImportingTsExtensions', '--lib', 'es2022,dom,dom.iterable'];
    const compiled = await runProgram(tool, 'tsc', [...compilerArguments('bundler'), ...own, 'program.mts']);
    expectThat(compiled.code === 0, compiled);
  },
};

const [SANDBOX_TOKEN, ADMIN_KEY] = [randomBytes(24).toString('hex'), randomBytes(24).toString('hex')];

export function openInstalled({ folder, env }: Installed) {
  return startService([join(folder, 'node_modules/.bin/arkhouse'), 'serve'], {
    cwd: folder,
    env: {
      ...env,
      PORT: '0',
      ARKHOUSE_DATA_DIR: join(folder, 'data'),
      ARKHOUSE_CLOCK: 'sandbox',
      ARKHOUSE_SANDBOX_TOKEN: SANDBOX_TOKEN,
      ARKHOUSE_ADMIN_KEY: ADMIN_KEY,
    },
  });
}

export async function turnClock(address: string, hours: number): Promise<void> {
  const clock = createSandboxClient(httpTransport(address, undefined, SANDBOX_TOKEN));
  await clock.turnSandboxClock({ body: { advance_hours: hours } });
}
