import { lstat, mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

export class DesktopError extends Error {
  override readonly name = 'DesktopError';
}

type HomeVariables = Readonly<Record<string, string | undefined>>;

/** Programs that show pets of this format: where each of them keeps its files. */
const PROGRAMS: readonly ((env: HomeVariables, home: string) => string)[] = [
  ({ CODEX_HOME: moved }, home) => moved || join(home, '.codex'),
  (_env, home) => join(home, '.petdex'),
  ({ DSH_HOME: moved }, home) => moved || join(home, '.dsh'),
];

/** The pets folders of the programs that are installed. */
export async function findPetFolders(env: HomeVariables, home: string): Promise<readonly string[]> {
  const homes = PROGRAMS.map((folderOf) => folderOf(env, home));
  const installed = await Promise.all(
    homes.map(async (folder) => (await lookAt(folder))?.isDirectory() === true),
  );
  return homes.filter((_, nth) => installed[nth]).map((folder) => join(folder, 'pets'));
}

/** Follows no link: what is outside of a pets folder is not written to. */
async function lookAt(path: string) {
  return lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

const OURS = /^arkhouse-[0-9a-f]{8}$/;
export const petIdOf = (creatureId: string): string => `arkhouse-${creatureId.slice(0, 8)}`;

const SHEET = 'spritesheet.png';
const MANIFEST = 'pet.json';

const Manifest = z.object({
  id: z.string().regex(OURS),
  displayName: z.string(),
  description: z.string(),
  spritesheetPath: z.literal(SHEET),
});
export type PetManifest = z.infer<typeof Manifest>;

const MAX_MANIFEST_BYTES = 65_536;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const WIDTH = 1536;
const HEIGHTS: ReadonlySet<number> = new Set([1872, 2288]);

/** Reads a manifest from a house; throws on anything that is none, or that of another pet. */
export function readManifest(bytes: Buffer, petId: string): PetManifest {
  const parsed = Manifest.safeParse(parseJson(bytes));
  if (bytes.length > MAX_MANIFEST_BYTES || parsed.data?.id !== petId)
    throw new DesktopError('The house answered with something that is no pet.');
  return parsed.data;
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

export function checkSheet(png: Buffer): void {
  const isSheet =
    png.length > 33 &&
    png.subarray(0, PNG.length).equals(PNG) &&
    png.readUInt32BE(16) === WIDTH &&
    HEIGHTS.has(png.readUInt32BE(20));
  if (!isSheet) throw new DesktopError('The house answered with something that is no sheet of a pet.');
}

type PetFiles = Readonly<Record<'sheet' | 'manifest', Buffer>>;

/** Writes a pet so that a program never reads half of a file; a new pet appears whole. */
export async function writePet(
  folder: string,
  petId: string,
  { sheet, manifest }: PetFiles,
): Promise<string> {
  const place = join(folder, petId);
  const files = [
    [SHEET, sheet],
    [MANIFEST, manifest],
  ] as const;
  const known = await lookAt(place);
  if (known) {
    if (!(await isOurs(folder, petId)))
      throw new DesktopError(`${place} is there already, and is no pet of an Arkhouse.`);
    for (const [name, bytes] of files) await replaceFile(join(place, name), bytes);
    return place;
  }
  const beside = join(folder, `.${petId}.${process.pid}`);
  await rm(beside, { recursive: true, force: true });
  await mkdir(beside, { recursive: true });
  try {
    for (const [name, bytes] of files) await writeFile(join(beside, name), bytes);
    await rename(beside, place);
  } catch (error) {
    await rm(beside, { recursive: true, force: true });
    throw error;
  }
  return place;
}

async function replaceFile(path: string, bytes: Buffer): Promise<void> {
  const beside = `${path}.${process.pid}`;
  try {
    await writeFile(beside, bytes);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

/** True for a folder that this program has made: its manifest has its name. */
async function isOurs(folder: string, petId: string): Promise<boolean> {
  const place = join(folder, petId);
  if (!OURS.test(petId) || (await lookAt(place))?.isDirectory() !== true) return false;
  const manifest = await readFile(join(place, MANIFEST)).catch(() => Buffer.alloc(0));
  return Manifest.safeParse(parseJson(manifest)).data?.id === petId;
}

/** Removes pets of Arkhouses, or one of them; returns their folders. What else is in such a folder stays. */
export async function removePets(folder: string, petId?: string): Promise<readonly string[]> {
  const names = petId === undefined ? await readdir(folder).catch(() => []) : [petId];
  const removed: string[] = [];
  for (const name of names) {
    if (!(await isOurs(folder, name))) continue;
    const place = join(folder, name);
    for (const file of [MANIFEST, SHEET]) await rm(join(place, file), { force: true });
    await rmdir(place).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
    removed.push(place);
  }
  return removed;
}
