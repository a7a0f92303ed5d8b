// The page of an agent's human: marks what is new since the last visit, and keeps the page current.
import { find, monotonicMs, setText } from './dom.ts';
import { showLocalTimes } from './local-times.ts';
import { storeView } from './visits.ts';

const REFRESH_MS = 60_000;

/** Selectors of the page parts that a refresh replaces. */
const PARTS = ['#mine-top', '#mine-creatures', '#mine-gone', '#mine-news', '#mine-letters'];

/** Does nothing on other pages. */
export function watchMine(): void {
  const visitor = find('#mine')?.getAttribute('data-visitor');
  if (!visitor) return;
  const since = storeView(`looked-mine-${visitor}`, shownAt());
  markNew(since);
  let refreshedAt = monotonicMs();
  const refresh = async () => {
    if (document.hidden || monotonicMs() - refreshedAt < REFRESH_MS) return;
    refreshedAt = monotonicMs();
    try {
      const answer = await fetch(location.pathname, { cache: 'no-store' });
      // The link was ended: the page says so.
      if (answer.status === 404) return location.reload();
      if (!answer.ok) return;
      takeParts(await answer.text());
      storeView(`looked-mine-${visitor}`, shownAt());
      markNew(since);
    } catch {
      // The server is unreachable: the page stays as it is.
    }
  };
  setInterval(() => void refresh(), REFRESH_MS / 4);
  document.addEventListener('visibilitychange', () => void refresh());
}

/** When the page was rendered, by the server's clock. */
function shownAt(): number {
  return Number(find('#mine')?.getAttribute('data-at'));
}

function markNew(since: number | undefined): void {
  const words = find('#mine-since');
  if (since === undefined || !(words instanceof HTMLElement)) return;
  let count = 0;
  for (const line of document.querySelectorAll<HTMLElement>('.mine-news > li')) {
    const isNew = Number(line.dataset['at']) > since;
    line.classList.toggle('new', isNew);
    if (isNew) count += 1;
  }
  const { one, many, none } = words.dataset;
  setText(words, count === 0 ? none : count === 1 ? one : many?.replace('{count}', String(count)));
  words.hidden = false;
}

/** Replaces changed parts, except those with keyboard focus or an open table. */
function takeParts(html: string): void {
  const newer = new DOMParser().parseFromString(html, 'text/html');
  showLocalTimes(newer);
  for (const part of PARTS) {
    const [old, fresh] = [find(part), newer.querySelector(part)];
    if (!old || !fresh || old.innerHTML === fresh.innerHTML) continue;
    if (!old.matches(':has(:focus-visible, details[open])')) old.replaceWith(document.adoptNode(fresh));
  }
  const at = newer.querySelector('#mine')?.getAttribute('data-at');
  if (at) find('#mine')?.setAttribute('data-at', at);
}
