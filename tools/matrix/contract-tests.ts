import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { createHouseClient, httpTransport, type Client, type Transport } from '../../src/client/client.ts';
import { openInstalled, type Checks } from './checks.ts';
import { expectThat, install, runProgram, type Installed } from './installed.ts';
import { compilerArguments } from './typed-program.ts';

const SPECMATIC = 'specmatic@2.55.1';
const GENERATOR = ['openapi-typescript@7.13.0', 'typescript@5.9.3'];

/** Other tools read the OpenAPI document of an installed house. */
export const DOCUMENT_CHECKS: Checks = {
  async 'contract tests by Specmatic'(house) {
    const env = { ARKHOUSE_LIMITS: 'off', ARKHOUSE_DATA_DIR: join(house.folder, 'data-of-contract-tests') };
    const { address, close } = await openInstalled(house, env);
    try {
      await runSpecmatic(address, await install(join(house.folder, 'specmatic'), [SPECMATIC]));
    } finally {
      await close();
    }
  },
  async 'types by openapi-typescript'(house) {
    const tool = await install(join(house.folder, 'generator'), GENERATOR);
    const document = join(house.folder, 'node_modules/arkhouse/openapi.json');
    const generated = await runProgram(tool, 'openapi-typescript', [document, '-o', 'api.d.ts']);
    expectThat(generated.code === 0, generated);
    writeFileSync(join(tool.folder, 'program.mts'), GENERATED_PROGRAM);
    const args = [...compilerArguments('bundler'), '--skipLibCheck', 'program.mts'];
    const compiled = await runProgram(tool, 'tsc', args);
    expectThat(compiled.code === 0, compiled);
  },
};

const GENERATED_PROGRAM = `import type { paths } from './api.d.ts';

type Status = paths['/api/house/status']['get']['responses'][200]['content']['application/json'];
export function told({ creature }: Status): number | null | string {
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
    readonly responses: Readonly<
      Record<string, { readonly content?: Readonly<Record<string, { examples?: unknown }>> }>
    >;
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
