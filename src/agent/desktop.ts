import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { SECOND } from '../rules/base/clock.ts';
import { connect } from '../client/client.ts';
import { defaultKeyFile, readKeyFile } from '../client/key-file.ts';
import type { Given, OptionValues } from '../command-line/command.ts';
import { escapeControls } from '../command-line/escape-controls.ts';
import type { DESKTOP_OPTIONS } from './agent-commands.ts';
import {
  checkSheet,
  DesktopError,
  findPetFolders,
  petIdOf,
  readManifest,
  removePets,
  writePet,
} from './pet-folders.ts';

type Values = OptionValues<typeof DESKTOP_OPTIONS>;

export async function run({ values }: Given<typeof DESKTOP_OPTIONS>): Promise<void> {
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  process.once('SIGINT', leave).once('SIGTERM', leave);
  process.stdout.on('error', leave);
  const folders = await foldersFor(values);
  if (values.remove) return removeFrom(folders, values.creature);
  const pets = (await petsFor(values)).map((pet) => ({ ...pet, etag: undefined }));
  await renewAll(pets, folders, printLine);
  if (!values.watch) return;
  const { signal } = leaving;
  await watchPets(pets, folders, { everyMs: LOOKS_EVERY_MS, print: printLine, signal });
}

async function foldersFor({ into }: Values): Promise<readonly string[]> {
  if (into !== undefined) return [resolve(into)];
  const found = await findPetFolders(process.env, homedir());
  if (found.length > 0) return found;
  throw new DesktopError(
    'No program that shows pets is installed here: there is no CODEX_HOME, ~/.codex, ~/.petdex or ~/.dsh. Name the folder of its pets with --into.',
  );
}

async function removeFrom(folders: readonly string[], creature: string | undefined): Promise<void> {
  const petId = creature && petIdOf(creature);
  const removed = (await Promise.all(folders.map((folder) => removePets(folder, petId)))).flat();
  for (const place of removed) printLine(`Removed ${place}`);
  if (removed.length === 0) printLine('There is no pet of an Arkhouse to remove.');
}

/** A creature to show. */
export interface ShownPet {
  readonly house: string;
  readonly id: string;
  readonly query: string;
  /** Of the manifest that was written last; it changes with the sheet as well. */
  etag: string | undefined;
}

const printLine = (line: string): void => void process.stdout.write(`${escapeControls(line)}\n`);

const USUAL_HOUSE = 'http://127.0.0.1:3000';

/** The creature that was named, or all living ones of the account that the key file is of. */
async function petsFor(values: Values): Promise<readonly Pick<ShownPet, 'house' | 'id' | 'query'>[]> {
  const { creature, 'base-url': given, 'key-file': file = defaultKeyFile(), looks } = values;
  const query = looks ? '?v=2' : '';
  const saved = creature === undefined || given === undefined ? await readKeyFile(file) : undefined;
  const house = new URL(given ?? saved?.baseUrl ?? USUAL_HOUSE).origin;
  if (creature !== undefined) return [{ house, id: creature, query }];
  const key = process.env['ARKHOUSE_API_KEY'] || (isOf(saved?.baseUrl, house) ? saved?.key : undefined);
  if (key === undefined)
    throw new DesktopError(
      'Whose pet? Name a creature with --creature: its id is in the address of its page.',
    );
  const { creatures } = await connect(house, { key }).whoAmI();
  if (creatures.length === 0) throw new DesktopError('You have no living creature in this house.');
  return creatures.map(({ id }) => ({ house, id, query }));
}

const isOf = (baseUrl: string | undefined, house: string) =>
  baseUrl !== undefined && new URL(baseUrl).origin === house;

async function renewAll(
  pets: readonly ShownPet[],
  folders: readonly string[],
  print: (line: string) => void,
): Promise<void> {
  for (const pet of pets) {
    for (const line of await renew(pet, folders)) print(line);
  }
}

/** Writes a pet if it has changed, and returns the lines to tell about it. */
async function renew(pet: ShownPet, folders: readonly string[]): Promise<readonly string[]> {
  const petId = petIdOf(pet.id);
  const described = await fetchFile(pet, 'pet.json', pet.etag);
  if (!described) return [];
  const manifest = readManifest(described.bytes, petId);
  const sheet = await fetchFile(pet, 'spritesheet.png', undefined);
  if (!sheet) return [];
  checkSheet(sheet.bytes);
  const files = { sheet: sheet.bytes, manifest: described.bytes };
  const places = await Promise.all(folders.map((folder) => writePet(folder, petId, files)));
  pet.etag = described.etag;
  return [`${manifest.displayName}: ${manifest.description}`, ...places.map((place) => `  ${place}`)];
}

const PATIENCE_MS = 30 * SECOND;
const MAX_BYTES = 20 * 1024 * 1024;

/** A file of a pet; undefined if the house still has the version of the ETag. */
async function fetchFile({ house, id, query }: ShownPet, file: string, etag: string | undefined) {
  const url = new URL(`/creatures/${encodeURIComponent(id)}/${file}${query}`, house);
  const response = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
    headers: {
      'user-agent': 'arkhouse-agent (desktop)',
      ...(etag !== undefined && { 'if-none-match': etag }),
    },
  }).catch((cause: unknown) => {
    throw new DesktopError(`The house at ${house} does not answer.`, { cause });
  });
  if (response.status === 304) return undefined;
  if (response.status === 404) throw new DesktopError(`There is no creature ${id} in the house at ${house}.`);
  if (!response.ok) throw new DesktopError(`The house at ${house} refuses for now (${response.status}).`);
  return { etag: response.headers.get('etag') ?? undefined, bytes: await readBody(response) };
}

async function readBody(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > MAX_BYTES) throw new DesktopError('The house answered with too much for a pet.');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const LOOKS_EVERY_MS = 60 * SECOND;

interface PetWatch {
  readonly everyMs: number;
  readonly print: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Renews the pets until the signal. Prints an error once, and tries again. */
export async function watchPets(
  pets: readonly ShownPet[],
  folders: readonly string[],
  { everyMs, print, signal }: PetWatch,
): Promise<void> {
  let trouble: string | undefined;
  while (!signal.aborted) {
    await pause(everyMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    try {
      await renewAll(pets, folders, print);
      trouble = undefined;
    } catch (error) {
      if (!(error instanceof DesktopError)) throw error;
      if (error.message !== trouble) print(error.message);
      trouble = error.message;
    }
  }
}
