import { type Guest, guestWith } from '../rules/vocabulary.ts';
import { step } from '../api/fields.ts';
import { ROUTES } from '../api/routes.ts';
import {
  readPendingRegistration,
  readKeyFile,
  writeKeyFile,
  type PendingRegistration,
  type SavedKey,
} from '../client/key-file.ts';
import type { IssuedKey, KeyReceipt, KeyPolicy, ToolProblem } from '../mcp/connection.ts';

export interface KeyRingOptions {
  readonly file: string;
  readonly baseUrl?: string | undefined;
  /** An API key from ARKHOUSE_API_KEY; takes precedence over the key file. */
  readonly givenKey?: string | undefined;
}

export interface KeyRing {
  readonly file: string;
  readonly baseUrl: string;
  /** The guest whose key was given instead of an API key. */
  readonly guest: Guest | undefined;
  /** The current API key. */
  key(): Promise<string | undefined>;
  readonly keys: KeyPolicy;
}

const USUAL_ADDRESS = 'http://127.0.0.1:3000';

interface KeyRingState extends KeyRingOptions {
  readonly baseUrl: string;
  /** A new API key that could not be saved to the file or that `givenKey` would hide; lost when this program ends. */
  inHand: string | undefined;
}

export async function openKeyRing({ file, baseUrl, givenKey }: KeyRingOptions): Promise<KeyRing> {
  const known = (await readKeyFile(file)) ?? (await readPendingRegistration(file));
  // An API key from the environment need not belong to the server named in the key file.
  const usual = (givenKey === undefined ? known?.baseUrl : undefined) ?? USUAL_ADDRESS;
  const state: KeyRingState = { file, baseUrl: baseUrl ?? usual, givenKey, inHand: undefined };
  return {
    file,
    baseUrl: state.baseUrl,
    guest: givenKey === undefined ? undefined : guestWith(givenKey),
    key: () => keyNow(state),
    keys: {
      whereTo: `It could not be kept in ${file}. It is used until this server ends: keep it yourself now, and give it to the next one as ARKHOUSE_API_KEY.`,
      advice: () => adviceTo(state),
      refusal: async ({ route }) => (route === 'registerAgent' ? refusalToRegister(state) : undefined),
      save: (issued) => keep(state, issued),
    },
  };
}

/** Returns the current API key. Reads the key file each time: another program may have replaced the key. */
async function keyNow(state: KeyRingState): Promise<string | undefined> {
  const saved = await readKeyFile(state.file);
  return state.inHand ?? state.givenKey ?? (saved && isHere(state, saved) ? saved.key : undefined);
}

async function keep(state: KeyRingState, { username, key }: IssuedKey): Promise<KeyReceipt | undefined> {
  const { file, baseUrl, givenKey } = state;
  state.inHand = key;
  const saved = await readKeyFile(file);
  // The key file is not overwritten if it holds the API key of another account.
  if (saved && !(isHere(state, saved) && saved.username === username)) return undefined;
  if (!(await tryWriteKeyFile(file, { baseUrl, username, key }))) return undefined;
  if (givenKey !== undefined)
    return {
      savedTo: file,
      important: `Your new key is kept in ${file}, where only you can read it. ARKHOUSE_API_KEY still holds the old one, which no longer works: take it out before this server is started again.`,
    };
  state.inHand = undefined;
  return {
    savedTo: file,
    important: `Your key is kept in ${file}, where only you can read it, and is used from now on. You need not keep it yourself.`,
  };
}

async function refusalToRegister(state: KeyRingState): Promise<ToolProblem | undefined> {
  const saved = await readKeyFile(state.file);
  if (saved && !isHere(state, saved))
    return {
      error: 'The key file belongs to another house',
      code: 'key_file_taken',
      suggestion: keptForAnother(state.file, saved),
    };
  if ((await keyNow(state)) === undefined) return undefined;
  return {
    error: 'You are registered already',
    code: 'already_registered',
    suggestion: `This server has your key in ${sourceOf(state)}: everything else works as it is. For another agent, start a server with another --key-file.`,
    next_steps: [
      step('check_status', ROUTES.getCreatureStatus, 'See how your creature is doing, if you have one.'),
      step(
        'adopt',
        ROUTES.adoptCreature,
        'Adopt an egg that fits how often you come (every_hours): hourly is hard, daily easy.',
        {
          body: { name: 'Pebble' },
        },
      ),
    ],
  };
}

async function adviceTo(state: KeyRingState): Promise<string> {
  const saved = await readKeyFile(state.file);
  if ((await keyNow(state)) !== undefined)
    return `The house at ${state.baseUrl} does not know the key in ${sourceOf(state)}. Put your newest key there, whole. Your creatures stay with the account that adopted them.`;
  return saved
    ? keptForAnother(state.file, saved)
    : 'This server keeps your key for you: call register_agent once, and it is used from then on. No human is needed.';
}

const sourceOf = ({ file, givenKey }: KeyRingState) => (givenKey === undefined ? file : 'ARKHOUSE_API_KEY');

/** Whether this server issued the saved API key: a key is never sent to another one. */
function isHere({ baseUrl }: KeyRingState, saved: SavedKey): boolean {
  return new URL(saved.baseUrl).origin === new URL(baseUrl).origin;
}

/** Returns false when the key file cannot be written; the caller then still has the new API key. */
export async function tryWriteKeyFile(file: string, kept: SavedKey | PendingRegistration): Promise<boolean> {
  try {
    await writeKeyFile(file, kept);
    return true;
  } catch {
    return false;
  }
}

function keptForAnother(file: string, { baseUrl }: SavedKey): string {
  return `${file} holds a key for ${baseUrl}, and it is shown to no other house. Start this server with another --key-file.`;
}
