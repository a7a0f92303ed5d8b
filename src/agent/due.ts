import { open, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { HOUR, SECOND } from '../rules/base/clock.ts';
import type { DueReason } from '../rules/vocabulary.ts';
import { AGENT_DOCUMENTS, DUE_PATH } from '../api/documents.ts';
import { withFile, writePrivateText } from '../client/private-file.ts';
import { type Given, type OptionValues, UsageError } from '../command-line/command.ts';
import { systemClock } from '../outside/clock.ts';
import type { DUE_OPTIONS } from './agent-commands.ts';

// docs/examples/due.sh does and says the same; test/program/due.test.ts runs both.

type DueValues = OptionValues<typeof DUE_OPTIONS>;

export async function run({ values }: Given<typeof DUE_OPTIONS>): Promise<void> {
  const origin = new URL(values['base-url']).origin;
  const token = await tokenFrom(values);
  const asked = await askPatiently(origin, token, Number(values.patience));
  const verdict = 'reason' in asked ? await failOpen(origin, asked.reason, values) : verdictOf(asked);
  const out = outputOf(verdict, origin, values.print);
  process.stdout.write(out.map((line) => `${line}\n`).join(''));
  // Hermes heeds the last line of a script only if the script succeeds.
  process.exitCode = values.print === 'hermes' ? 0 : EXIT_CODES[verdict.kind];
}

type GateVerdict =
  | {
      readonly kind: 'due' | 'not_due';
      readonly text: string;
      readonly why: string;
      readonly at: string | null;
    }
  /** The house did not say; the agent may wake. */
  | { readonly kind: 'open' | 'unknown'; readonly reason: string };

const EXIT_CODES: Record<GateVerdict['kind'], number> = { due: 0, not_due: 1, open: 0, unknown: 2 };

const OTHERS_READ = 0o044;
const TOKEN = /^ah[os]_[\w-]+$/;

async function tokenFrom(values: DueValues): Promise<string> {
  const file = values['token-file'] ?? join(homedir(), '.arkhouse', 'owner-token');
  const token = values.token ?? (await readToken(file));
  if (token === undefined)
    throw new UsageError(
      `There is no token: ARKHOUSE_OWNER_TOKEN and ${file} are empty. create_owner_link gives one.`,
    );
  if (!TOKEN.test(token))
    throw new UsageError('That is not the token of create_owner_link, which begins with aho_.');
  return token;
}

async function readToken(path: string): Promise<string | undefined> {
  try {
    return await withFile(open(path, 'r'), async (file) => {
      const { mode } = await file.stat();
      // Windows has no file mode bits to check.
      if (process.platform !== 'win32' && (mode & OTHERS_READ) !== 0)
        complain(`Others on this machine can read ${path}: chmod 600 ${path}`);
      return (await file.readFile('utf8')).split('\n', 1)[0]?.trim() || undefined;
    });
  } catch {
    return undefined;
  }
}

type Asked = { readonly text: string } | { readonly reason: string; readonly passes: boolean };

/** Asks again after 1, 2, 4 … seconds while the house is away. */
async function askPatiently(origin: string, token: string, patienceSeconds: number): Promise<Asked> {
  for (let wait = 1, waited = 0; ; waited += wait, wait *= 2) {
    const asked = await ask(origin, token);
    if ('text' in asked || !asked.passes || waited + wait > patienceSeconds) return asked;
    await pause(wait * SECOND);
  }
}

const ANSWERS_WITHIN_MS = 10 * SECOND;
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

async function ask(origin: string, token: string): Promise<Asked> {
  try {
    const response = await fetch(new URL(DUE_PATH, origin), {
      // A redirect may lead to another origin, which must not see the token.
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
      headers: {
        authorization: `Bearer ${token}`,
        'user-agent': 'arkhouse-agent (due)',
      },
    });
    const { status } = response;
    const text = await response.text();
    if (status === 401 || status === 403) return { reason: 'the token is refused', passes: false };
    if (status !== 200) return { reason: `it answered ${status}`, passes: PASSING.has(status) };
    return hasDueFields(text) ? { text } : { reason: 'it answered something else', passes: false };
  } catch {
    return { reason: 'no answer', passes: true };
  }
}

interface DueFields {
  readonly due: boolean;
  readonly at: string | null;
  readonly why: string;
}

function hasDueFields(text: string): boolean {
  try {
    const { due, why } = JSON.parse(text) as Partial<DueFields>;
    return typeof due === 'boolean' && typeof why === 'string';
  } catch {
    return false;
  }
}

function verdictOf({ text }: { readonly text: string }): GateVerdict {
  const { due, at, why } = JSON.parse(text) as DueFields;
  return { kind: due ? 'due' : 'not_due', text, at, why };
}

/** Lets the agent wake without an answer, at most once an hour. */
async function failOpen(origin: string, reason: string, values: DueValues): Promise<GateVerdict> {
  const file =
    values['state-file'] ?? join(homedir(), '.arkhouse', 'due', new URL(origin).host.replaceAll(':', '_'));
  const now = Math.floor(systemClock().now() / SECOND);
  const opened = await readSeconds(file);
  const said = `${origin} did not say whether a visit is due: ${reason}.`;
  if (opened !== undefined && opened <= now && now - opened < HOUR / SECOND) {
    complain(`${said} The agent was woken for that within the last hour.`);
    return { kind: 'unknown', reason };
  }
  try {
    await writePrivateText(file, `${now}\n`);
  } catch {
    complain(`${said} The agent is not woken, since ${file} cannot be written.`);
    return { kind: 'unknown', reason };
  }
  complain(`${said} The agent is woken, at most once an hour.`);
  return { kind: 'open', reason };
}

async function readSeconds(file: string): Promise<number | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return /^\d{1,12}$/.test(text.trim()) ? Number(text) : undefined;
}

function outputOf(verdict: GateVerdict, origin: string, format: string | undefined): readonly string[] {
  const wakes = EXIT_CODES[verdict.kind] === 0;
  if (format === 'json') return ['text' in verdict ? verdict.text : unknownAsJson(verdict.reason, wakes)];
  const prompt = wakes ? [promptFor(verdict, origin)] : [];
  if (format === 'prompt') return prompt;
  if (format === 'hermes') return [...prompt, `{"wakeAgent": ${wakes}}`];
  return verdict.kind === 'not_due' ? [whenNext(verdict.at)] : prompt;
}

const unknownAsJson = (reason: string, wakes: boolean) =>
  `{"due":${wakes ? 'true' : 'null'},"why":"unknown","reason":"${reason}"}`;

const WAITS: Record<Extract<DueReason, 'danger' | 'visit' | 'egg'>, string> = {
  danger: 'A creature of yours in Arkhouse is in danger',
  visit: 'A creature of yours in Arkhouse waits for a visit',
  egg: 'An egg of yours in Arkhouse can hatch',
};

/** Fixed words: what a house answers must not become part of a prompt. */
function promptFor(verdict: GateVerdict, origin: string): string {
  const follow = `: follow ${origin}${AGENT_DOCUMENTS.heartbeat.path}`;
  if ('reason' in verdict) return `Arkhouse did not say whether a visit is due (${verdict.reason})${follow}`;
  const { why } = verdict;
  return `${why === 'danger' || why === 'egg' ? WAITS[why] : WAITS.visit}${follow}`;
}

const MOMENT = /^[\d:.TZ-]{20,30}$/;

function whenNext(at: string | null): string {
  return at !== null && MOMENT.test(at) ? `Nothing is due before ${at}` : 'No creature of yours is alive';
}

function complain(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
