import { parseArgs } from 'node:util';

import { defaultKeyFile } from '../client/key-file.ts';
import { SECOND } from '../core/engine/clock.ts';
import { FAMILIES, type Family } from '../core/vocabulary.ts';
import { KeeperError } from './keeper-context.ts';
import type { KeeperOptions } from './run-keeper.ts';

const OPTIONS = {
  'base-url': { type: 'string' },
  'key-file': { type: 'string' },
  username: { type: 'string' },
  timezone: { type: 'string' },
  name: { type: 'string' },
  species: { type: 'string' },
  family: { type: 'string' },
  once: { type: 'boolean', default: false },
  again: { type: 'boolean', default: false },
  diary: { type: 'string' },
  json: { type: 'boolean', default: false },
  patience: { type: 'string', default: '30' },
  'fast-forward': { type: 'boolean', default: false },
} as const;

/** Every option of `arkhouse keep`. */
export const OPTION_NAMES: readonly string[] = Object.keys(OPTIONS);

export function parseKeeperOptions(args: readonly string[], usualBaseUrl: string | undefined): KeeperOptions {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const { name, species, username, timezone, once, again, json } = values;
  return {
    keyFile: values['key-file'] ?? defaultKeyFile(),
    baseUrl: addressFrom(values['base-url'] ?? usualBaseUrl),
    username,
    timezone,
    wishes: {
      name,
      species,
      family: familyFrom(values.family),
      afterDeath: again ? 'adopt_again' : 'stop',
    },
    diary: { file: values.diary, format: json ? 'json' : 'words' },
    rounds: once ? 'one' : 'many',
    time: values['fast-forward'] ? 'fast_forward' : 'patient',
    patienceMs: secondsFrom(values.patience) * SECOND,
  };
}

function addressFrom(given: string | undefined): string | undefined {
  if (given === undefined || /^https?:$/.test(URL.parse(given)?.protocol ?? '')) return given;
  throw new KeeperError('--base-url is the http or https address of a house, such as http://127.0.0.1:3000.');
}

function secondsFrom(given: string): number {
  const seconds = Number(given);
  if (seconds > 0 && seconds <= 3600) return seconds;
  throw new KeeperError('--patience is a number of seconds, up to 3600.');
}

function familyFrom(given: string | undefined): Family | undefined {
  const family = FAMILIES.find((each) => each === given);
  if (given !== undefined && !family) throw new KeeperError(`--family is one of ${FAMILIES.join(', ')}.`);
  return family;
}
