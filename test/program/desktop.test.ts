import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { watchPets, type ShownPet } from '../../src/agent/desktop.ts';
import { findPetFolders, writePet } from '../../src/agent/pet-folders.ts';
import { aListeningHouse } from '../mcp/listening.ts';
import { petFaults } from '../pictures/pet-format.ts';
import { kept } from '../support/keeping.ts';
import { localServer, sendJson } from '../support/local-server.ts';
import { aFolder, arkhouse, begin } from './arkhouse.ts';

/** All files below a folder. */
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();

/** A home in which Codex is installed, with another pet. */
function aDesk() {
  const home = aFolder();
  const pets = join(home, '.codex', 'pets');
  mkdirSync(join(pets, 'rocky'), { recursive: true });
  writeFileSync(join(pets, 'rocky', 'pet.json'), '{"id":"rocky"}');
  return { home, pets, env: { HOME: home } };
}

test('a creature is installed for Codex without a key, again when it is there, and removed; nothing else is written', async () => {
  const house = await aListeningHouse();
  const { id } = await kept(house, 'tabby');
  const petId = `arkhouse-${id.slice(0, 8)}`;
  const { home, pets, env } = aDesk();
  const args = ['desktop', '--base-url', house.address, '--creature', id];
  const place = join(pets, petId);
  for (const looks of [[], ['--looks'], []]) {
    const { code, out, err } = await arkhouse([...args, ...looks], env);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.split('\n')).toEqual([expect.stringMatching(/^Bo: Tabby, baby: /), `  ${place}`, '']);
    expect(filesIn(home)).toEqual(
      [`${petId}/pet.json`, `${petId}/spritesheet.png`, 'rocky/pet.json'].map(
        (file) => `.codex/pets/${file}`,
      ),
    );
    expect(petFaults(readFileSync(join(place, 'spritesheet.png')), looks.length === 0 ? 1 : 2)).toEqual([]);
    expect(JSON.parse(readFileSync(join(place, 'pet.json'), 'utf8'))).toMatchObject({
      id: petId,
      displayName: 'Bo',
    });
  }
  const removed = await arkhouse(['desktop', '--remove'], env);
  expect(removed).toEqual({ code: 0, out: `Removed ${place}\n`, err: '' });
  expect(filesIn(home)).toEqual(['.codex/pets/rocky/pet.json']);
  const nothing = 'There is no pet of an Arkhouse to remove.\n';
  expect(await arkhouse(['desktop', '--remove'], env)).toEqual({ code: 0, out: nothing, err: '' });
});

test('without --creature the account of the key file is shown; without both it says what is missing', async () => {
  const house = await aListeningHouse();
  const { id, key } = await kept(house, 'tabby');
  const { env } = aDesk();
  const into = join(aFolder(), 'pets');
  const args = ['desktop', '--base-url', house.address, '--into', into];
  const told = await arkhouse([...args, '--key-file', join(aFolder(), 'key.json')], env);
  expect(told).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^Whose pet\? Name a creature with --creature/),
  });
  expect(existsSync(into)).toBe(false);
  expect(await arkhouse(args, { ...env, ARKHOUSE_API_KEY: key })).toMatchObject({ code: 0, err: '' });
  expect(filesIn(into)).toHaveLength(2);
  const nowhere = await arkhouse(['desktop', '--creature', id], { HOME: aFolder() });
  expect(nowhere).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^No program that shows pets is installed/),
  });
  const none = await arkhouse([...args, '--creature', '0f0f0f0f-0000-4000-8000-000000000000'], env);
  expect(none).toMatchObject({ code: 1, err: expect.stringMatching(/^There is no creature/) });
});

test('CODEX_HOME moves the pets of Codex, and other programs are found by their folders', async () => {
  const [home, moved] = [aFolder(), aFolder()];
  expect(await findPetFolders({}, home)).toEqual([]);
  for (const name of ['.codex', '.petdex', '.dsh']) mkdirSync(join(home, name));
  const [, ...others] = ['.codex', '.petdex', '.dsh'].map((name) => join(home, name, 'pets'));
  expect(await findPetFolders({}, home)).toEqual([join(home, '.codex', 'pets'), ...others]);
  expect(await findPetFolders({ CODEX_HOME: moved }, home)).toEqual([join(moved, 'pets'), ...others]);
});

test('it stays until it is asked to leave', async () => {
  const house = await aListeningHouse();
  const { id } = await kept(house, 'tabby');
  const { env } = aDesk();
  const { child, ended, seen } = begin(
    ['desktop', '--watch', '--base-url', house.address, '--creature', id],
    env,
  );
  await seen(/(arkhouse-[0-9a-f]{8})/);
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 0, err: '' });
});

test('a watched pet is renewed when its state changes and left alone otherwise, also after the house was away', async () => {
  const house = await aListeningHouse();
  const { id } = await kept(house, 'tabby');
  const folder = aFolder();
  const pet: ShownPet = { house: house.address, id, query: '', etag: undefined };
  const sheet = join(folder, `arkhouse-${id.slice(0, 8)}`, 'spritesheet.png');
  const lines: string[] = [];
  const leaving = new AbortController();
  const toldAfter = async (count: number) => {
    while (lines.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const away: ShownPet = { ...pet, house: 'http://127.0.0.1:1' };
  const pets = [pet];
  const watching = watchPets(pets, [folder], {
    everyMs: 5,
    print: (line) => void lines.push(line),
    signal: leaving.signal,
  });
  await toldAfter(2);
  const [first, written] = [readFileSync(sheet), statSync(sheet).mtimeMs];
  pets.push(away);
  await toldAfter(3);
  expect(lines[2]).toBe('The house at http://127.0.0.1:1 does not answer.');
  // Many rounds later nothing more was told or written.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(lines).toHaveLength(3);
  expect(statSync(sheet).mtimeMs).toBe(written);
  pets.pop();
  house.clock.forward('15h');
  await toldAfter(5);
  expect(lines[3]).toContain('waiting for its meal');
  expect(readFileSync(sheet).equals(first)).toBe(false);
  leaving.abort();
  await watching;
});

test('what a house answers is written only if it is the pet that was asked for', async () => {
  const id = '0c4f9a52-7c1e-4c0a-9a53-2f8d5d0f6b11';
  const manifest = {
    id: 'arkhouse-0c4f9a52',
    displayName: 'Bo',
    description: 'x',
    spritesheetPath: 'spritesheet.png',
  };
  const answers = [
    { ...manifest, id: '../../.ssh' },
    { ...manifest, id: 'arkhouse-ffffffff' },
    { ...manifest, spritesheetPath: '../sheet.png' },
    { ...manifest, description: 'x'.repeat(70_000) },
    'no object',
    manifest,
  ];
  for (const answer of answers) {
    const { url } = await localServer(async (request, _body, response) =>
      request.url?.endsWith('pet.json')
        ? sendJson(response, 200, answer as object)
        : void response.end('no sheet'),
    );
    const { home, env } = aDesk();
    const { code, out, err } = await arkhouse(['desktop', '--base-url', url, '--creature', id], env);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^The house answered with something that is no (?:pet|sheet of a pet)\.\n$/);
    expect(filesIn(home)).toEqual(['.codex/pets/rocky/pet.json']);
  }
});

test('a folder of that name which it did not make, and a link, are left alone', async () => {
  const files = { sheet: Buffer.from('sheet'), manifest: Buffer.from('{}') };
  const [folder, elsewhere] = [aFolder(), aFolder()];
  const [linked, foreign] = ['arkhouse-00000001', 'arkhouse-00000002'];
  symlinkSync(elsewhere, join(folder, linked));
  mkdirSync(join(folder, foreign));
  writeFileSync(join(folder, foreign, 'notes.txt'), 'mine');
  for (const petId of [linked, foreign])
    await expect(writePet(folder, petId, files)).rejects.toThrow('is there already');
  expect(lstatSync(join(folder, linked)).isSymbolicLink()).toBe(true);
  expect([filesIn(elsewhere), filesIn(join(folder, foreign))]).toEqual([[], ['notes.txt']]);
  cpSync(join(folder, foreign), join(folder, 'arkhouse-00000003'), { recursive: true });
  await arkhouse(['desktop', '--remove', '--into', folder], { HOME: aFolder() });
  expect(filesIn(folder)).toContain('arkhouse-00000003/notes.txt');
});
