import { closest } from '../../command-line/did-you-mean.ts';
import { readConfig, SettingsError, type Config } from '../../config/config.ts';
import { SETTINGS, type Env, type SettingName } from '../../config/settings.ts';
import { fine, note, wrong, type Diagnosis } from './diagnosis.ts';

interface SettingsRead {
  /** Without what cannot be read, so that everything else can still be looked at. */
  readonly config: Config;
  readonly findings: readonly Diagnosis[];
}

/** Every problem of the settings at once, each with what the setting is for. */
export function checkSettings(env: Env): SettingsRead {
  const { config, problems, ignored } = readWhatFits(env);
  if (problems.length === 0) return { config, findings: [fine('settings', describe(env))] };
  const told = problems.map((problem) => wrong('settings', problem, remedyFor(problem, env)));
  const names = ignored.join(', ');
  const rest = note(
    'settings',
    `Everything below was looked at as if these were not set: ${names}.`,
    'Mend them, and run this again.',
  );
  return { config, findings: ignored.length === 0 ? told : [...told, rest] };
}

function describe(env: Env): string {
  const n = Object.keys(SETTINGS).filter((name) => env[name]?.trim()).length;
  return n === 0
    ? 'None is made, and none is needed.'
    : `${n} ${n === 1 ? 'is' : 'are'} made, and all can be read.`;
}

interface PartlyRead {
  readonly config: Config;
  readonly problems: readonly string[];
  readonly ignored: readonly string[];
}

function readWhatFits(env: Env, ignored: readonly string[] = []): PartlyRead {
  const left = Object.fromEntries(Object.entries(env).filter(([name]) => !ignored.includes(name)));
  try {
    return { config: readConfig(left), problems: [], ignored };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const { problems } = error;
    const blamed = problems.flatMap(namesIn).filter((name) => left[name] !== undefined);
    // What is complained about may follow from something that the sentence does not name.
    const next = blamed.length > 0 ? blamed : Object.keys(left).filter((name) => name in SETTINGS);
    return { ...readWhatFits(env, [...new Set([...ignored, ...next])]), problems };
  }
}

function namesIn(problem: string): string[] {
  return problem.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? [];
}

/** What is missing is to be set; otherwise what is there is to be changed. */
function remedyFor(problem: string, env: Env): string {
  const names = namesIn(problem).filter((name): name is SettingName => name in SETTINGS);
  const missing = names.find((name) => !env[name]?.trim());
  if (missing) return `Set ${missing}. ${SETTINGS[missing][1]}`;
  const [name] = names;
  if (!name) return `${meantBy(problem)}arkhouse help settings lists those there are.`;
  const [usual, meaning] = SETTINGS[name];
  return `Change ${name}, or leave it out (then it is: ${usual}). ${meaning}`;
}

function meantBy(problem: string): string {
  const [wish = ''] = namesIn(problem);
  const meant = closest(wish, Object.keys(SETTINGS));
  return meant === undefined ? 'Take it out; ' : `Is it ${meant} that was meant? `;
}
