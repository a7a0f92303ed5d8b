// Agent code keeps to the library of Node 20 (tsconfig.agent.json), and the shipped types of the client are those of the contract.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';

import { clientDeclarations } from '../build/client-declarations.ts';

const CACHE = 'node_modules/.cache/arkhouse-agent';

const SAME_TYPES = `import type * as Shipped from './client.js';
import type * as Source from '../../../src/client/client.ts';

type Group = { [K in keyof Source.Client]: Source.Client[K] extends (...options: never) => unknown ? never : K }[keyof Source.Client];
type Clients = { client: Shipped.Client; sandbox: Shipped.SandboxClient } & Pick<Shipped.Client, Group>;
type Ours = { client: Source.Client; sandbox: Source.SandboxClient } & Pick<Source.Client, Group>;
// The client accepts all inputs of the shipped types, and its replies are assignable to the shipped replies.
declare const ours: Ours;
export const shipped: Clients = ours;

// The shipped replies are assignable to the contract's replies: they are as exact.
type Answer<Method> = Method extends (...options: never) => Promise<infer Reply> ? Reply : never;
type Answers<Methods> = { [Name in keyof Methods]: Answer<Methods[Name]> };
declare const answers: { [K in keyof Clients]: Answers<Clients[K]> };
export const told: { [K in keyof Ours]: Answers<Ours[K]> } = answers;

// No field that can be sent is missing.
type Options<Method> = Method extends (...options: infer Given) => unknown ? NonNullable<Given[0]> : never;
type Named<Field> = string extends Field ? never : Field;
type Sent<Method, Part> = Part extends keyof Options<Method> ? Named<keyof NonNullable<Options<Method>[Part]>> : never;
type Part = 'body' | 'query' | 'params';
type Missing<Whole, Methods extends { [Name in keyof Whole]: unknown }> = {
  [Name in keyof Whole]: { [P in Part]: Exclude<Sent<Whole[Name], P>, Sent<Methods[Name], P>> }[Part];
}[keyof Whole];
declare const missing: Missing<Source.Client, Shipped.Client> | Missing<Source.SandboxClient, Shipped.SandboxClient>;
export const nothing: never = missing;

type WithoutClients<Module> = Omit<Module, 'connect' | 'createHouseClient' | 'createSandboxClient'>;
declare const source: WithoutClients<typeof Source>;
export const rest: WithoutClients<typeof Shipped> = source;
declare const out: WithoutClients<typeof Shipped>;
export const all: WithoutClients<typeof Source> = out;
`;

mkdirSync(CACHE, { recursive: true });
writeFileSync(`${CACHE}/client.d.ts`, await clientDeclarations());
writeFileSync(`${CACHE}/same-types.ts`, SAME_TYPES);
const incremental = ['--incremental', '--tsBuildInfoFile', `${CACHE}/tsc.tsbuildinfo`];
const args = ['-p', 'tsconfig.agent.json', '--singleThreaded', ...incremental];
const { status } = spawnSync('tsc', args, { stdio: 'inherit' });
process.exitCode = status ?? 1;
