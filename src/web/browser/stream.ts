import { formatAgo } from '../../rules/format-numbers.ts';
import {
  LIVE_EVENTS,
  type LiveCounts,
  type LiveHappening,
  partsOfLine,
  placeOfPage,
} from '../../rules/live.ts';
import { make } from './dom.ts';

// Listens to what happens in the house, for as long as somebody looks at the page.

interface StreamListener {
  happened(happening: LiveHappening): void;
  counted?(counts: LiveCounts): void;
  /** Something was missed: whatever is shown should be asked for again. */
  missed(): void;
}

interface StreamOptions {
  /** Whom to hear of; of everybody, when it is missing. */
  readonly creatureId?: string;
  /** When the page was made, by the clock of the house. */
  readonly madeAt: number;
}

// The house is full, or cannot be reached: meanwhile the page asks now and then.
const COME_BACK_MS = 60_000;

/** Whoever is not looked at lets go of the connection: browsers have few for one house. Returns whether it is held now. */
export function listen({ creatureId, madeAt }: StreamOptions, listener: StreamListener): () => boolean {
  let place = placeOfPage(madeAt);
  let source: EventSource | undefined;

  const hear = (name: string, tell: (data: string) => void) =>
    source?.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) => {
      if (lastEventId !== '') place = lastEventId;
      tell(data);
    });

  const close = () => {
    source?.close();
    source = undefined;
  };

  const open = () => {
    if (source || document.hidden) return;
    const query = new URLSearchParams({
      after: place,
      ...(creatureId !== undefined && { creature: creatureId }),
    });
    source = new EventSource(`/live?${query}`);
    hear(LIVE_EVENTS.happening, (data) => listener.happened(JSON.parse(data) as LiveHappening));
    hear(LIVE_EVENTS.counts, (data) => listener.counted?.(JSON.parse(data) as LiveCounts));
    hear(LIVE_EVENTS.more, () => listener.missed());
    hear(LIVE_EVENTS.reload, () => listener.missed());
    source.addEventListener('error', () => {
      // Otherwise the browser comes back by itself.
      if (source?.readyState !== EventSource.CLOSED) return;
      close();
      setTimeout(open, COME_BACK_MS);
    });
  };

  document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()));
  addEventListener('pagehide', close);
  addEventListener('pageshow', open);
  open();
  return () => source?.readyState === EventSource.OPEN;
}

/** The sentence about it as plain text. */
export function plainWords({ words, keeper, creature }: LiveHappening): string {
  return partsOfLine(words)
    .map((part) => (part === '{keeper}' ? keeper.name : part === '{creature}' ? creature.name : part))
    .join('');
}

/** A line of the list, made as the house makes them. Names are strangers' words, and stay text. */
export function happeningLine(happening: LiveHappening): HTMLLIElement {
  const { key, at, words, keeper, creature } = happening;
  const said = partsOfLine(words).map((part) => {
    if (part === '{keeper}') return nameLink(keeper);
    return part === '{creature}' ? nameLink(creature) : part;
  });
  const dateTime = new Date(at).toISOString();
  const time = make('time', { dateTime, title: dateTime }, formatAgo(0));
  const line = make(
    'li',
    { className: `happening family-${creature.family}` },
    portraitOf(creature.picture),
    make('p', {}, ...said, ' ', time),
  );
  line.dataset['key'] = key;
  return line;
}

export function nameLink({ name, page }: LiveHappening['keeper']): HTMLAnchorElement {
  return make('a', { href: page }, make('bdi', {}, name));
}

function portraitOf(picture: string): HTMLImageElement {
  return Object.assign(new Image(56, 56), {
    className: 'portrait small',
    alt: '',
    decoding: 'async',
    src: picture,
  });
}
