import type { ChildProcess } from 'node:child_process';
import crypto from 'node:crypto';
import { once } from 'node:events';
import type { WriteStream } from 'node:fs';
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';

import type { Service } from '../support/service.ts';
import { seededRandom } from './preload.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Integrities, hashes in the addresses of assets, and long words: keys, tokens, cursors, digests, or words with a UUID in them. */
const RANDOM = /sha256-[\w+/]{43}=|(?<=\/assets\/[\w-]{1,20}-)[0-9a-f]{12}(?=\.)|[\w-]{24,}={0,2}/g;

/** Renames random values to `<call.n>`, after the call in which they first appeared: one more value does not rename later ones. */
export class Names {
  readonly #names = new Map<string, string>();
  #call = 0;
  #inCall = 0;

  beginCall(): void {
    this.#call += 1;
    this.#inCall = 0;
  }

  rename(text: string): string {
    return text.replaceAll(RANDOM, (value) =>
      isRandom(value) ? this.nameOf(value) : value.replaceAll(UUID, (id) => this.nameOf(id)),
    );
  }

  nameOf(value: string): string {
    if (!this.#names.has(value)) this.#names.set(value, `<${this.#call}.${++this.#inCall}>`);
    return this.#names.get(value) ?? '';
  }
}

function isRandom(value: string): boolean {
  if (value.length < 24 || value.startsWith('sha256-') || /^[0-9a-f]{32,}$/.test(value)) return true;
  return /[0-9]/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value);
}

/** Of no interest, or different in every run. */
const LEFT_OUT = 'date connection keep-alive transfer-encoding content-length x-request-id'.split(' ');

export function normaliseHeaders(headers: IncomingHttpHeaders, names: Names): Record<string, string> {
  const kept = Object.entries(headers)
    .filter(([name]) => !LEFT_OUT.includes(name))
    .map(([name, value]) => [name, names[name === 'etag' ? 'nameOf' : 'rename'](String(value))] as const);
  return Object.fromEntries(kept.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Text with random values renamed; a digest of other types. Metrics without their values. */
export function normaliseBody(type: string, body: Buffer, names: Names): string {
  const isText = /^text\/|json|xml|svg|javascript|calendar/.test(type);
  if (!isText) return `sha256 ${crypto.hash('sha256', body)} of ${body.length} bytes`;
  const text = body.toString();
  const isMetrics = text.startsWith('# HELP ');
  return names.rename(isMetrics ? text.replaceAll(/^(arkhouse_|process_|nodejs_)(\S+).*$/gm, '$1$2') : text);
}

export interface Ask {
  readonly key?: string | undefined;
  readonly body?: unknown;
  /** Sent as it is, in place of `body`. */
  readonly raw?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** The caller's address; another one for every call unless given. */
  readonly ip?: string;
}

/** The address of the service in requests and replies, which both recordings need to have the same. */
export const ORIGIN = 'http://127.0.0.1:41717';

export const SECRETS = {
  adminKey: 'corpus-admin-key-0123456789abcdefghij',
  metricsToken: 'corpus-metrics-token-0123456789abcdef',
  sandboxToken: 'corpus-sandbox-token-0123456789abcdef',
};

export class Recorder {
  readonly chance: () => number;
  readonly #out: WriteStream;
  readonly #service: ChildProcess;
  readonly #address: URL;
  readonly #names = new Names();
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  calls = 0;

  constructor(service: Service, out: WriteStream, seed: number) {
    this.#service = service.process;
    this.#out = out;
    this.#address = new URL(service.address);
    this.chance = seededRandom(seed);
  }

  pick<T>(list: readonly T[]): T {
    // The index is always within the list.
    return list[Math.floor(this.chance() * list.length)] as T;
  }

  async call(method: string, path: string, ask: Ask = {}) {
    this.calls += 1;
    this.#names.beginCall();
    const payload = ask.raw ?? (ask.body === undefined ? undefined : JSON.stringify(ask.body));
    const headers: Record<string, string> = {
      host: new URL(ORIGIN).host,
      'x-forwarded-for': ask.ip ?? `10.${this.calls >> 16}.${(this.calls >> 8) & 255}.${this.calls & 255}`,
      ...(ask.key !== undefined && { authorization: `Bearer ${ask.key}` }),
      ...(ask.raw === undefined && ask.body !== undefined && { 'content-type': 'application/json' }),
      ...(payload !== undefined && { 'content-length': String(Buffer.byteLength(payload)) }),
      ...ask.headers,
    };
    const { reply, body } = await this.#send(method, path, headers, payload);
    const type = reply.headers['content-type'] ?? '';
    const status = reply.statusCode ?? 0;
    const { authorization: _, 'x-forwarded-for': __, host: ___, ...shown } = headers;
    const line = {
      call: this.calls,
      method,
      path: this.#names.rename(path),
      sent: { ...shown, ...(payload !== undefined && { body: this.#shown(payload) }) },
      status,
      headers: normaliseHeaders(reply.headers, this.#names),
      body: normaliseBody(reply.headers['content-encoding'] === undefined ? type : '', body, this.#names),
    };
    if (!this.#out.write(`${JSON.stringify(line)}\n`)) await once(this.#out, 'drain');
    const text = body.toString();
    return { status, headers: reply.headers, text, json: readJson(type, text) };
  }

  get(path: string, ask?: Ask) {
    return this.call('GET', path, ask);
  }

  async getAll(paths: Iterable<string>, ask?: Ask): Promise<void> {
    for (const path of paths) await this.get(path, ask);
  }

  post(path: string, body: unknown, ask?: Ask) {
    return this.call('POST', path, { ...ask, body });
  }

  postForm(path: string, fields: Record<string, string>, cookie = '') {
    return this.call('POST', path, {
      raw: new URLSearchParams(fields).toString(),
      headers: {
        origin: ORIGIN,
        ...(cookie !== '' && { cookie }),
        'content-type': 'application/x-www-form-urlencoded',
      },
    });
  }

  mcp(method: string, params: unknown, key?: string) {
    const headers = { accept: 'application/json, text/event-stream', ...this.sandbox };
    return this.post('/mcp', { jsonrpc: '2.0', id: 1, method, params }, { key, headers });
  }

  get sandbox() {
    return { 'x-sandbox-token': SECRETS.sandboxToken };
  }

  async pass(hours: number): Promise<void> {
    await this.post('/api/sandbox/clock', { advance_hours: hours }, { headers: this.sandbox });
    await this.runJobs();
  }

  async runJobs(): Promise<void> {
    this.#service.send('tick');
    await once(this.#service, 'message');
  }

  #shown(payload: string | Buffer): string {
    const text = this.#names.rename(payload.toString());
    return text.length > 2000 ? `${text.length} characters` : text;
  }

  /** Of streams the first line is kept. */
  async #send(method: string, path: string, headers: Record<string, string>, payload?: string | Buffer) {
    const isStream = path.startsWith('/live');
    const { hostname, port } = this.#address;
    const agent = isStream ? undefined : this.#agent;
    const request = http.request({ hostname, port, agent, method, path, headers });
    request.setTimeout(20_000, () =>
      request.destroy(new Error(`No answer to ${method} ${path.slice(0, 100)}`)),
    );
    request.on('error', () => {});
    request.end(payload);
    const [reply] = (await once(request, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of reply) {
      chunks.push(chunk as Buffer);
      if (isStream && reply.headers['content-type']?.startsWith('text/event-stream')) break;
    }
    const body = Buffer.concat(chunks);
    // The first event of a stream depends on when the last one was closed.
    return { reply, body: isStream ? Buffer.from(body.toString().split('\n')[0] ?? '') : body };
  }
}

function readJson(type: string, text: string): unknown {
  const source = type.startsWith('text/event-stream') ? (/^data: (.*)$/m.exec(text)?.[1] ?? '') : text;
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}
