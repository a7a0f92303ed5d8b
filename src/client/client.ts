import { createHouseClient, httpTransport, type Client } from '../api/client.ts';
import { withRetries, type RetryPolicy } from './retry.ts';

export {
  createHouseClient,
  RedirectError,
  NoAnswerError,
  httpTransport,
  RefusedError,
  createSandboxClient,
  type Client,
  type TransportResponse,
  type TransportRequest,
  type SandboxClient,
  type Transport,
} from '../api/client.ts';
export { defaultKeyFile, readKeyFile, writeKeyFile, type SavedKey } from './key-file.ts';
export { withRetries, type RetryPolicy, type RetryWait } from './retry.ts';

export interface ConnectOptions extends Partial<RetryPolicy> {
  readonly key?: string | undefined;
  /** For play money, in a house that is being tried out. */
  readonly sandboxToken?: string | undefined;
}

/** The house at an address, as typed functions that try again where that is safe and wait where they are asked to. */
export function connect(baseUrl: string, { key, sandboxToken, ...policy }: ConnectOptions = {}): Client {
  return createHouseClient(withRetries(httpTransport(baseUrl, key, sandboxToken), policy));
}
