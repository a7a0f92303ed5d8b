import { asRecord, readLimited, trimSlashes } from '../engine/fetch-json.ts';
import { fetchPicture } from './fetch-picture.ts';
import { toPictureError, errorForStatus, parseRetryAfter, tooLarge } from './picture-errors.ts';
import { recognizePicture } from './picture-format.ts';
import { PictureError, type Picture, type PictureMaker } from './picture-maker.ts';

interface ImagesApiSettings {
  readonly url: string;
  readonly key: string | undefined;
  readonly model: string;
  readonly perAgentDaily: number;
  readonly daily?: number | undefined;
}

export interface ImagesApiLimits {
  /** For the whole of one picture: drawing takes a service up to two minutes. */
  readonly timeoutMs: number;
  readonly mostBytes: number;
}

const USUAL: ImagesApiLimits = { timeoutMs: 150_000, mostBytes: 8 * 1024 * 1024 };
const SIZE = '1024x1024';
const MOST_COMPLAINT_BYTES = 64 * 1024;

/** A model behind an address, spoken to as OpenAI's are. What it sends is believed only after a look. */
export function imagesApi(
  api: ImagesApiSettings,
  { timeoutMs, mostBytes }: ImagesApiLimits = USUAL,
): PictureMaker {
  const { url, key, model, perAgentDaily, daily } = api;
  const address = url.endsWith('/images/generations') ? url : `${trimSlashes(url)}/images/generations`;
  let knowsSizes = true;

  function post(order: object, signal: AbortSignal): Promise<Response> {
    return fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify(order),
      // Nobody else is to be shown the key: a redirect is an answer like any other that is no success.
      redirect: 'manual',
      signal,
    });
  }

  async function ask(prompt: string, signal: AbortSignal): Promise<unknown> {
    const sized = knowsSizes;
    // Newer models refuse `response_format`, older ones send an address without it: both answers are understood.
    const reply = await post({ model, prompt, n: 1, ...(sized && { size: SIZE }) }, signal);
    // In base64 a picture is a third larger.
    const most = Math.ceil(mostBytes * 1.4);
    if (reply.ok) return parseJson(await readLimited(most, reply.body ?? [], tooLarge(most)));
    const complaint = await readErrorBody(reply);
    // Some draw in one size only, and will not hear of another.
    if (sized && [400, 422].includes(reply.status) && /\bsize\b/i.test(complaint)) {
      knowsSizes = false;
      return ask(prompt, signal);
    }
    throw errorForStatus('the images service', reply.status, {
      why: errorCodeIn(complaint),
      retryAfterMs: parseRetryAfter(reply.headers),
    });
  }

  async function draw(prompt: string, closing: AbortSignal | undefined): Promise<Picture> {
    const time = AbortSignal.timeout(timeoutMs);
    const signal = closing ? AbortSignal.any([time, closing]) : time;
    try {
      const sent = pictureIn(await ask(prompt, signal));
      const bytes =
        'base64' in sent
          ? await readLimited(mostBytes, [Buffer.from(sent.base64, 'base64')], tooLarge(mostBytes))
          : await fetchPicture(sent.address, { service: new URL(address), mostBytes, signal });
      return recognizePicture(bytes);
    } catch (error) {
      throw toPictureError(error, time, closing);
    }
  }

  return {
    name: model,
    perAgentDaily,
    daily,
    portrait: ({ prompt }, closing) => draw(prompt, closing),
    avatar: ({ prompt }, closing) => draw(prompt, closing),
  };
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw new PictureError('the images service answered something that is no JSON', { retry: true });
  }
}

function pictureIn(answer: unknown): { readonly base64: string } | { readonly address: string } {
  const rows = asRecord(answer)['data'];
  const { b64_json: base64, url: address } = asRecord(Array.isArray(rows) ? rows[0] : undefined);
  // Some put the type before it.
  if (typeof base64 === 'string' && base64 !== '') return { base64: base64.replace(/^data:[^,]{0,60},/, '') };
  if (typeof address === 'string' && address !== '') return { address };
  throw new PictureError('the images service answered without a picture', { retry: true });
}

/** What a service says of why it will not; nothing when it says too much. */
async function readErrorBody(reply: Response): Promise<string> {
  try {
    return (
      await readLimited(MOST_COMPLAINT_BYTES, reply.body ?? [], tooLarge(MOST_COMPLAINT_BYTES))
    ).toString();
  } catch {
    return '';
  }
}

/** The word a service has for what is wrong; its sentences may repeat what strangers asked for. */
function errorCodeIn(complaint: string): string | undefined {
  try {
    const { code, type } = asRecord(asRecord(JSON.parse(complaint))['error']);
    return [code, type].find(
      (word): word is string => typeof word === 'string' && /^[a-z_]{3,60}$/.test(word),
    );
  } catch {
    return undefined;
  }
}
