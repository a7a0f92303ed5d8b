import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { SETTINGS, type Env, type GivenSettings, type SettingName } from './settings.ts';

const NAMES = Object.keys(SETTINGS) as SettingName[];

/**
 * Every setting that was made: as itself, as the file that NAME_FILE names (secrets of Docker and Kubernetes), or as a
 * credential of systemd. No problem repeats what was given: in place of a file's name it may be the secret itself.
 */
export function findGiven(env: Env, problems: string[]): GivenSettings {
  return Object.fromEntries(NAMES.map((name) => [name, findOne(name, env, problems)]));
}

/** Whether it is the name of a setting, or says where one is kept. */
export function isSettingName(name: string): boolean {
  return name.replace(/_FILE$/, '') in SETTINGS;
}

function findOne(name: SettingName, env: Env, problems: string[]): string | undefined {
  const folder = env['CREDENTIALS_DIRECTORY'];
  const found = [
    { place: name, text: env[name]?.trim() },
    { place: `${name}_FILE`, text: readIfNamed(`${name}_FILE`, env[`${name}_FILE`]?.trim(), problems) },
    { place: 'a credential', text: folder ? readCredential(name, folder, problems) : undefined },
  ].filter(({ text }) => text);
  if (found.length > 1)
    problems.push(`${name} is given as ${found.map(({ place }) => place).join(' and as ')}: keep one.`);
  return found[0]?.text;
}

function readIfNamed(place: string, file: string | undefined, problems: string[]): string | undefined {
  return file ? readSecret(`The file of ${place}`, file, problems) : undefined;
}

function readCredential(name: SettingName, folder: string, problems: string[]): string | undefined {
  return readSecret(`The credential ${name}`, join(folder, name), problems, 'ENOENT');
}

function readSecret(place: string, file: string, problems: string[], fine?: string): string | undefined {
  try {
    const text = readFileSync(file, 'utf8').trim();
    if (text === '') problems.push(`${place} is empty.`);
    return text;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== fine) problems.push(`${place} cannot be read (${code}).`);
    return undefined;
  }
}
