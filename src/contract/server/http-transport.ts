/** One request; the transport adds the address and the key. */
export interface TransportRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface TransportResponse {
  readonly status: number;
  /** Parsed JSON, or the text where it is something else. */
  readonly body: unknown;
  /** By their names in lower case, where the transport knows them. */
  readonly headers?: Readonly<Record<string, unknown>>;
}

export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/** Nothing came back, or nothing that the house could have said. Whether the request was done is not known. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/** A redirect that must not be followed: to another origin, in circles, or one that changes the request. Nothing was done. */
export class RedirectError extends Error {
  override readonly name = 'RedirectError';
}

const MAX_REDIRECTS = 5;
const METHOD_PRESERVING_STATUSES: ReadonlySet<number> = new Set([307, 308]);

/** Sends with fetch, once, with the key as a bearer token; the sandbox token is for houses that are being tried out. */
export function httpTransport(baseUrl: string, key?: string, sandboxToken?: string): Transport {
  const credentials = {
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
    ...(sandboxToken !== undefined && { 'x-sandbox-token': sandboxToken }),
  };
  return async (request) => {
    let url = new URL(request.path, baseUrl);
    for (let hops = 0; hops < MAX_REDIRECTS; hops += 1) {
      const response = await fetchOnce(url, request, credentials);
      const next = redirectTarget(response, url);
      if (!next) return readResponse(response);
      await response.body?.cancel();
      url = next;
    }
    throw new RedirectError(`${new URL(baseUrl).origin} sends requests round in circles.`);
  };
}

async function fetchOnce(
  url: URL,
  { method, headers, body, signal }: TransportRequest,
  credentials: Readonly<Record<string, string>>,
): Promise<Response> {
  try {
    return await fetch(url, {
      method,
      headers: { ...headers, ...credentials },
      // Followed by hand: the key must not go to another origin.
      redirect: 'manual',
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new NoAnswerError(`${url.origin} does not answer.`, { cause: error });
  }
}

/** Where the house says the request should have gone; the same request goes there, key and all, if it is the same house. */
function redirectTarget({ status, headers }: Response, from: URL): URL | undefined {
  if (status < 300 || status >= 400 || status === 304) return undefined;
  const location = headers.get('location') ?? '';
  const to = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (!to || !METHOD_PRESERVING_STATUSES.has(status))
    throw new RedirectError(`${from.origin} answered ${status} and did not say where to send the request.`);
  if (to.origin !== from.origin)
    throw new RedirectError(
      `${from.origin} sends requests on to ${to.origin}, which is another house: neither key nor request went there. Connect to it directly if you trust it.`,
    );
  return to;
}

async function readResponse(response: Response): Promise<TransportResponse> {
  const { status } = response;
  const headers = Object.fromEntries(response.headers);
  try {
    const text = await response.text();
    const isJson = /^application\/(?:\w+\+)?json\b/.test(headers['content-type'] ?? '');
    return { status, headers, body: isJson ? (JSON.parse(text) as unknown) : text };
  } catch (error) {
    if (error instanceof DOMException) throw error;
    throw new NoAnswerError(`The answer of ${new URL(response.url).origin} broke off.`, { cause: error });
  }
}
