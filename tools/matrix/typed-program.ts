/** A program that must compile with the typed client, and lines that must not; detects `any` in place of a type. */
export const TYPED_PROGRAM = `import { connect, RefusedError, type Client } from 'arkhouse-agent';

const house: Client = connect('http://127.0.0.1:3000', { key: 'ah_1', timeoutMs: 1000 });
const { creature } = await house.getCreatureStatus({ query: { view: 'brief' } });
export const name: string = creature.name;
export const page: string = await house.getCareHistory({ query: { format: 'markdown' } });
export const hunger: number | null = (await house.creatures.status()).creature.hunger;
const { creature: named } = await house.creatures.status({ creature_id: creature.id });
export const cause: string = named.alive ? named.behavior : named.cause;
export const epitaphs: string[] = [];
for await (const stone of house.graveyard.list({ per_page: 10 })) epitaphs.push(stone.epitaph);
await house.care.feed({ item: 'tuna' });
// @ts-expect-error: a named creature may be dead.
named.behavior;
// @ts-expect-error: there is no such action.
await house.careForCreature({ body: { action: 'tickle' } });
// @ts-expect-error: a creature needs a name.
await house.adoptCreature();
// @ts-expect-error: a stage is a word.
export const stage: number = creature.stage;
export const why = (error: RefusedError): boolean => error.code === 'creature_asleep';
`;

/** The compiler at its strictest, as every version since 5 takes it; declarations of packages are read as well. */
export function compilerArguments(resolution: 'node16' | 'nodenext' | 'bundler'): string[] {
  const module = resolution === 'bundler' ? 'esnext' : resolution;
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
  return ['--noEmit', ...strict, '--target', 'es2022', '--module', module, '--moduleResolution', resolution];
}
