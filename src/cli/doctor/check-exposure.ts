import type { Config } from '../../config/config.ts';
import { isLoopbackHost } from '../../config/payments.ts';
import { fine, note, wrong, type Diagnosis } from './diagnosis.ts';

const FRESH_KEY = 'openssl rand -base64 32';

/** Whom the house is open to, and whether the settings say so with one voice. */
export function checkExposure(config: Config): Diagnosis[] {
  return [checkAddress(config), checkProxy(config), checkSandbox(config), ...checkKeys(config)].filter(
    (each) => each !== undefined,
  );
}

function isPublic({ baseUrl }: Config): boolean {
  return !isLoopbackHost(baseUrl.hostname);
}

function checkAddress(config: Config): Diagnosis {
  const { baseUrl, host, production } = config;
  const { origin } = baseUrl;
  if (!isPublic(config)) {
    if (isLoopbackHost(host) || host === '::1')
      return fine('address', `The house is for this machine: ${origin}.`);
    return note(
      'address',
      `It listens at ${host}, for other machines, and its links say ${origin}.`,
      'Set ARKHOUSE_BASE_URL to the address the others know it by, or HOST=127.0.0.1.',
    );
  }
  if (baseUrl.protocol === 'http:')
    return (production ? wrong : note)(
      'address',
      `${origin} is for other machines, and everything travels there in the open, keys among it.`,
      'Put a proxy with TLS in front, and set ARKHOUSE_BASE_URL to its https:// address.',
    );
  if (!production)
    return note(
      'address',
      `${origin} is for others, and NODE_ENV does not say that it is in earnest.`,
      'Set NODE_ENV=production.',
    );
  return fine('address', `The world knows it by ${origin}.`);
}

/** The house speaks no TLS itself, so an https address has a proxy. */
function checkProxy({ baseUrl, trustedProxies }: Config): Diagnosis | undefined {
  if (baseUrl.protocol !== 'https:' || trustedProxies !== 0) return undefined;
  return note(
    'proxy',
    'Behind a proxy that is not named, all callers look like one, and share one set of limits.',
    'Set ARKHOUSE_TRUST_PROXY to the number of your proxies (mostly 1), or to their addresses.',
  );
}

function checkSandbox({ clock, payments, sandboxFor, trustedProxies }: Config): Diagnosis | undefined {
  if (clock !== 'sandbox' && payments.mode !== 'sandbox') return undefined;
  const remedy = `Set ARKHOUSE_SANDBOX_TOKEN (${FRESH_KEY} makes one), and send it as X-Sandbox-Token.`;
  if (sandboxFor === 'nobody')
    return wrong(
      'sandbox',
      'It is for nobody: ARKHOUSE_BASE_URL is not this machine, and there is no token.',
      remedy,
    );
  if (sandboxFor === 'this machine' && trustedProxies !== 0)
    return wrong(
      'sandbox',
      'It is for programs on this machine, and a proxy on this machine may make everybody look like one.',
      remedy,
    );
  const whom = sandboxFor === 'token' ? 'whoever sends the token' : 'programs on this machine';
  return fine('sandbox', `Its clock and play money are for ${whom}.`);
}

function checkKeys(config: Config): Diagnosis[] {
  const { adminKey, sandboxToken, metrics } = config;
  const found: Diagnosis[] = [];
  if (adminKey !== undefined) found.push(checkSecret('admin key', 'ARKHOUSE_ADMIN_KEY', adminKey));
  else if (isPublic(config))
    found.push(
      note(
        'admin key',
        'There is none: nobody can moderate, and /admin does not exist.',
        `Set ARKHOUSE_ADMIN_KEY; ${FRESH_KEY} makes one.`,
      ),
    );
  if (sandboxToken !== undefined)
    found.push(checkSecret('sandbox token', 'ARKHOUSE_SANDBOX_TOKEN', sandboxToken));
  if (metrics && !isLoopbackHost(metrics.host) && metrics.host !== '::1')
    found.push(
      note(
        'metrics',
        `Whoever reaches ${metrics.host}:${metrics.port} may read them, without a key.`,
        'Leave ARKHOUSE_METRICS_HOST out, or see that only Prometheus gets there.',
      ),
    );
  return found;
}

function checkSecret(name: string, setting: string, secret: string): Diagnosis {
  if (!isGuessable(secret)) return fine(name, 'It is set, and hard to guess.');
  return wrong(name, `${setting} is long enough, and easy to guess.`, `Set it to what ${FRESH_KEY} makes.`);
}

// Of 32 random hexadecimal digits fourteen are different; fewer than nine are never seen.
const FEWEST_CHARACTERS = 9;

export function isGuessable(secret: string): boolean {
  const isPoor = new Set(secret).size < FEWEST_CHARACTERS;
  return isPoor || /change.?me|password|secret|example|arkhouse|12345|qwert|abcdef/i.test(secret);
}
