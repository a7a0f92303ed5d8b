import { drawAvatar, type AvatarFacts } from '../artist/avatar.ts';
import { drawPortrait, type PortraitFacts } from '../artist/portrait.ts';

export type PictureType = 'image/svg+xml' | 'image/png' | 'image/jpeg' | 'image/webp';

/** A picture as bytes, of a type that was looked at and not believed. */
export interface Picture {
  readonly type: PictureType;
  readonly bytes: Uint8Array;
}

/** A creature to be drawn: its facts for our own artist, and a sentence for a service. */
interface PortraitOrder {
  readonly portrayed: PortraitFacts;
  readonly prompt: string;
}

/** An agent to be drawn: seed and words for our own artist, and a sentence for a service. */
interface AvatarOrder {
  readonly sitter: AvatarFacts;
  readonly prompt: string;
}

/** Somebody who draws. They fail as `PictureError`. */
export interface PictureMaker {
  /** `own`, or the model's id. */
  readonly name: string;
  /** How many may be drawn in 24 hours, for one agent and for all together; undefined where a picture costs nothing. */
  readonly perAgentDaily: number | undefined;
  readonly daily?: number | undefined;
  portrait(order: PortraitOrder, closing?: AbortSignal): Promise<Picture>;
  avatar(order: AvatarOrder, closing?: AbortSignal): Promise<Picture>;
}

interface PictureErrorOptions {
  /** Whether it may work another time. */
  readonly retry: boolean;
  /** How long the service asked to be left alone. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** No picture came of it. The reason is for the operator: no key and no words of strangers are in it. */
export class PictureError extends Error {
  override readonly name = 'PictureError';
  readonly reason: string;
  readonly retry: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(reason: string, { retry, retryAfterMs, cause }: PictureErrorOptions) {
    super(reason, { cause });
    this.reason = reason;
    this.retry = retry;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Our own artist: it needs nobody, costs nothing, and draws the same facts the same way for ever. */
export const ownArtist: PictureMaker = {
  name: 'own',
  perAgentDaily: undefined,
  portrait: async ({ portrayed }) => toSvgPicture(drawPortrait(portrayed)),
  avatar: async ({ sitter }) => toSvgPicture(drawAvatar(sitter)),
};

function toSvgPicture(drawing: string): Picture {
  return { type: 'image/svg+xml', bytes: Buffer.from(drawing) };
}
