import { client, overHttp, type Client } from '../contract/client.ts';
import { patiently, type Patience } from './patiently.ts';

export {
  client,
  LedAway,
  NoAnswer,
  overHttp,
  Refused,
  sandboxClient,
  type Client,
  type Incoming,
  type Outgoing,
  type SandboxClient,
  type Send,
} from '../contract/client.ts';
export { defaultKeyFile, readKeyFile, writeKeyFile, type SavedKey } from './key-file.ts';
export { patiently, type Patience, type Wait } from './patiently.ts';

export interface Connection extends Partial<Patience> {
  readonly key?: string | undefined;
}

/** The house at an address, as typed functions that try again where that is safe and wait where they are asked to. */
export function connect(baseUrl: string, { key, ...patience }: Connection = {}): Client {
  return client(patiently(overHttp(baseUrl, key), patience));
}
