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
  /** For play money in a sandbox. */
  readonly sandboxToken?: string | undefined;
}

/** A typed client for the house at an address, with retries. */
export function connect(baseUrl: string, { key, sandboxToken, ...policy }: ConnectOptions = {}): Client {
  return createHouseClient(withRetries(httpTransport(baseUrl, key, sandboxToken), policy));
}
