import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { createHouseClient, httpTransport, type Client, type Transport } from '../../src/client/client.ts';
import { SANDBOX_TOKEN, withHouse, type Checks } from './checks.ts';
import { seedOfRun } from '../support/report.ts';
import { fuzz, FUZZ_PACKAGES } from './fuzz.ts';
import { expectThat, install, runProgram, type Installed } from './installed.ts';
import { compilerArguments } from './typed-program.ts';

const GENERATORS = ['openapi-typescript@7.13.0', '@hey-api/openapi-ts@0.99.0', 'typescript@5.9.3'];

/** Other tools read the OpenAPI document of an installed house. */
export const DOCUMENT_CHECKS: Checks = {
  async 'contract tests by Specmatic'(house) {
    const specmatic = await install(join(house.folder, 'specmatic'), ['specmatic@2.55.1']);
    await withoutLimits(house, (address) => runSpecmatic(address, specmatic));
  },
  async 'random requests by json-schema-faker, judged by ajv'(house) {
    const tool = await install(join(house.folder, 'fuzz'), FUZZ_PACKAGES);
    const seed = seedOfRun();
    await withoutLimits(house, async (address) => {
      const options = { address, sandboxToken: SANDBOX_TOKEN, seed, rounds: 25 };
      const { requests, failures } = await fuzz(tool, options);
      console.log(`${requests} random requests, SEED=${seed}: ${failures.length} failures`);
      if (failures.length > 0) throw new Error(failures.join('\n'));
    });
  },
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

function withoutLimits(house: Installed, work: (address: string) => Promise<void>): Promise<void> {
  const folder = join(house.folder, `data-${randomUUID()}`);
  return withHouse(house, work, { ARKHOUSE_LIMITS: 'off', ARKHOUSE_DATA_DIR: folder });
}

/** One check of `alive` narrows a creature, and `behavior` tells the full view from the brief one. */
const GENERATED_PROGRAM = `import type { paths } from './api.d.ts';
import type { GetCreatureStatusResponse } from './client/types.gen.ts';

type Status = paths['/api/house/status']['get']['responses'][200]['content']['application/json'];
export function told({ creature }: Status): number | null | string {
  if (creature.alive && 'behavior' in creature) return creature.behavior;
  return creature.alive ? creature.hunger : creature.cause;
}
export function toldByClient({ creature }: GetCreatureStatusResponse): number | null | string {
  if (creature.alive && 'behavior' in creature) return creature.behavior;
  return creature.alive ? creature.hunger : creature.cause;
}
// @ts-expect-error: the dead have no mood.
export const mood = ({ creature }: Status): string => creature.mood;
`;

/** Sends recorded requests again and compares the replies with the document. Needs Java. */
async function runSpecmatic(address: string, specmatic: Installed): Promise<void> {
  const { key, recorded } = await recordExamples(address, join(specmatic.folder, 'examples'));
  const document = (await (await fetch(new URL('/openapi.json', address))).json()) as SharedResponses;
  // Specmatic pairs examples of responses with examples of requests by name; those of refusals have none.
  for (const { content = {} } of Object.values(document.components.responses))
    for (const media of Object.values(content)) delete media.examples;
  writeFileSync(join(specmatic.folder, 'openapi.json'), JSON.stringify(document));
  const jar = join(specmatic.folder, 'node_modules/specmatic/specmatic.jar');
  const args = ['test', '--strict', '--examples=examples', `--testBaseURL=${address}`, 'openapi.json'];
  const ended = await runProgram(specmatic, 'java', ['-jar', jar, ...args], {
    env: { bearer: key, apiKey: key },
  });
  const successes = Number(/Successes: (\d+), Failures: 0/.exec(ended.out)?.[1] ?? 0);
  expectThat(ended.code === 0 && successes >= recorded, { ...ended, out: ended.out.slice(-2000) });
}

interface SharedResponses {
  readonly components: {
    readonly responses: Record<string, { content?: Record<string, { examples?: unknown }> }>;
  };
}

/** Records calls as examples of Specmatic. Changes carry an Idempotency-Key, so that they are answered the same again. */
async function recordExamples(address: string, folder: string) {
  mkdirSync(folder, { recursive: true });
  let recorded = 0;
  const recording =
    (key?: string): Transport =>
    async (asked) => {
      const named = asked.method === 'GET' ? {} : { 'idempotency-key': randomUUID() };
      const answer = await httpTransport(address, key)({ ...asked, headers: { ...asked.headers, ...named } });
      const { method, path, body } = asked;
      const headers = { ...named, ...(key !== undefined && { authorization: `Bearer ${key}` }) };
      const example = {
        'http-request': {
          method,
          path,
          headers,
          ...(body !== undefined && { body: JSON.parse(body) as unknown }),
        },
        'http-response': {
          status: answer.status,
          headers: { 'Content-Type': String(answer.headers?.['content-type']).split(';')[0] },
          body: answer.body,
        },
      };
      recorded += 1;
      writeFileSync(join(folder, `${recorded}.json`), JSON.stringify(example));
      return answer;
    };
  const visitor = createHouseClient(recording());
  const { your_token: key } = await visitor.agents.register({ username: 'contract' });
  await readPublicly(visitor);
  await keepCreatures(createHouseClient(recording(key)));
  return { key, recorded };
}

// Not the registration schema: Specmatic takes the first item of a free list for the type of all.
async function readPublicly(client: Client): Promise<void> {
  await client.species.list({ family: 'cat' });
  await client.species.get({ slug: 'tabby' });
  await client.graveyard.list();
  await client.hall.list({ category: 'most_consistent' });
  await client.house.routes();
  await client.house.index();
  await client.house.health();
  await client.house.stats();
}

async function keepCreatures(client: Client): Promise<void> {
  const { creature } = await client.creatures.adopt({ name: 'Pebble', species_slug: 'tabby' });
  const target = { creature_id: creature.id };
  await client.creatures.status();
  await client.creatures.status({ ...target, view: 'brief' });
  await client.care.reflect({ ...target, notes: 'It leaned against me.' });
  await client.care.history(target);
  await client.creatures.preferences(target);
  await client.letters.list(target);
  await client.agents.me();
  await client.agents.update({ bio: 'Keeps one tabby.' });
  await client.agents.export();
  await client.credits.balance();
  await client.calendar.create();
  await client.calendar.revoke();
  const { creature: second } = await client.creatures.adopt({ name: 'Moss' });
  await client.creatures.release({ creature_id: second.id });
}
