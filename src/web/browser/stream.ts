import { formatAgo } from '../../rules/format-numbers.ts';
import {
  LIVE_EVENTS,
  type LiveCounts,
  type LiveHappening,
  partsOfLine,
  placeOfPage,
} from '../../rules/live.ts';
import { make } from './dom.ts';

interface StreamListener {
  happened(happening: LiveHappening): void;
  counted?(counts: LiveCounts): void;
  /** Called when events were lost: the page should refresh. */
  missed(): void;
}

interface StreamOptions {
  /** The creature whose events are wanted; undefined for all creatures. */
  readonly creatureId?: string;
  /** When the page was rendered, by the server's clock. */
  readonly madeAt: number;
}

// Delay of reconnecting after the server has refused the stream; meanwhile the page polls.
const RECONNECT_MS = 60_000;

/**
 * Opens the event stream; it is closed while the page is hidden, since browsers limit connections per host.
 * The returned function tells whether it is open.
 */
export function listen({ creatureId, madeAt }: StreamOptions, listener: StreamListener): () => boolean {
  let place = placeOfPage(madeAt);
  let source: EventSource | undefined;

  const on = (name: string, handle: (data: string) => void) =>
    source?.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) => {
      if (lastEventId !== '') place = lastEventId;
      handle(data);
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
    on(LIVE_EVENTS.happening, (data) => listener.happened(JSON.parse(data) as LiveHappening));
    on(LIVE_EVENTS.counts, (data) => listener.counted?.(JSON.parse(data) as LiveCounts));
    on(LIVE_EVENTS.more, () => listener.missed());
    on(LIVE_EVENTS.reload, () => listener.missed());
    source.addEventListener('error', () => {
      // Unless the stream is closed, the browser reconnects by itself.
      if (source?.readyState !== EventSource.CLOSED) return;
      close();
      setTimeout(open, RECONNECT_MS);
    });
  };

  document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()));
  addEventListener('pagehide', close);
  addEventListener('pageshow', open);
  open();
  return () => source?.readyState === EventSource.OPEN;
}

export function plainWords({ words, keeper, creature }: LiveHappening): string {
  return partsOfLine(words)
    .map((part) => (part === '{keeper}' ? keeper.name : part === '{creature}' ? creature.name : part))
    .join('');
}

/** A live event as HTML, with the same markup as `HappeningLine` of the home page. */
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
    Object.assign(new Image(56, 56), {
      className: 'portrait small',
      alt: '',
      decoding: 'async',
      src: creature.picture,
    }),
    make('p', {}, ...said, ' ', time),
  );
  line.dataset['key'] = key;
  return line;
}

export function nameLink({ name, page }: LiveHappening['keeper']): HTMLAnchorElement {
  return make('a', { href: page }, make('bdi', {}, name));
}
