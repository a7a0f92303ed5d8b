import type { Env } from '../../config/settings.ts';
import type { Diagnosis } from './diagnosis.ts';

// Shorter ones would be found in ordinary words.
const SHORTEST = 6;

/** Errors quote what they were given, and that may be a key: none leaves here. */
export function withoutSecrets(env: Env): (finding: Diagnosis) => Diagnosis {
  const secrets = Object.entries(env)
    .flatMap(([name, value = '']) => [
      ...passwordsIn(value),
      ...(/KEY|SECRET|TOKEN|PASSWORD/.test(name) ? [value.trim()] : []),
    ])
    .filter(({ length }) => length >= SHORTEST);
  const hide = (text: string) => secrets.reduce((said, secret) => said.replaceAll(secret, '***'), text);
  return ({ found, remedy, ...rest }) => ({
    ...rest,
    found: hide(found),
    ...(remedy !== undefined && { remedy: hide(remedy) }),
  });
}

function passwordsIn(address: string): string[] {
  const [, password] = /^\w+:\/\/[^:@/]*:([^@]+)@/.exec(address.trim()) ?? [];
  return password === undefined ? [] : [password, decoded(password)];
}

function decoded(password: string): string {
  try {
    return decodeURIComponent(password);
  } catch {
    return password;
  }
}
