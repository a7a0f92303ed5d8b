import { createHouseClient, httpTransport, type Client } from '../api/client.ts';
import { withRetries, type RetryPolicy } from './retry.ts';

export {
  ArkhouseError,
  createHouseClient,
  RedirectError,
  NoAnswerError,
  httpTransport,
  RefusedError,
  createSandboxClient,
  type Client,
  type ErrorCode,
  type TransportResponse,
  type TransportRequest,
  type SandboxClient,
  type Transport,
} from '../api/client.ts';
export { defaultKeyFile, readKeyFile, writeKeyFile, type SavedKey } from './key-file.ts';
export { withRetries, type RetryPolicy, type RetryWait } from './retry.ts';

export interface ConnectOptions extends Partial<RetryPolicy> {
  readonly key?: string | undefined;
  /** Sandbox token: allows play money on a server with a sandbox. */
  readonly sandboxToken?: string | undefined;
}

export function connect(baseUrl: string, { key, sandboxToken, ...policy }: ConnectOptions = {}): Client {
  return createHouseClient(withRetries(httpTransport(baseUrl, key, sandboxToken), policy));
}
