// Favourites are kept in local storage: a heart button beside each creature's window, and a link to all of them.
import type { FavouriteNews } from '../../rules/live.ts';
import { find, make, recall, remember } from './dom.ts';
import { nameLink } from './stream.ts';
import { storeView } from './visits.ts';

const KEPT_AS = 'favourites';
/** Most favourites that their page shows. */
const MOST = 48;
const CREATURE_PATH = /^\/creatures\/([0-9a-f-]{36})$/;
const HEART =
  'M12 20.5C5 15 2.5 11.5 2.5 8.2 2.5 5.3 4.7 3.5 7 3.5c2 0 3.8 1.1 5 3 1.2-1.9 3-3 5-3 2.3 0 4.5 1.8 4.5 4.7 0 3.3-2.5 6.8-9.5 12.3z';

/** Adds favourite buttons; does nothing if the page has no label for them, or if local storage is denied. */
export function offerFavourites(): void {
  const label = find('#main')?.getAttribute('data-favourite');
  const kept = label ? read() : undefined;
  if (!label || !kept) return;
  addHearts(label, new Set(kept));
  updateLink(kept);
}

/** The ids of the favourites, oldest first; undefined if local storage is denied. */
function read(): readonly string[] | undefined {
  const kept = recall(KEPT_AS);
  if (kept === undefined) return undefined;
  try {
    const ids: unknown = JSON.parse(kept ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return undefined;
  }
}

/** Adds or removes a favourite. Reads the ids again: another tab may have changed them. */
function toggle(id: string): readonly string[] {
  const before = read() ?? [];
  const without = before.filter((each) => each !== id);
  const after = without.length < before.length ? without : [...without, id].slice(-MOST);
  return remember(KEPT_AS, JSON.stringify(after)) ? after : before;
}

function addHearts(words: string, ids: ReadonlySet<string>): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.window > a.window-link')) {
    const id = idIn(link.pathname);
    const name = link.querySelector('.window-name')?.textContent;
    if (id && name) link.after(heart(`${words} ${name}`, id, ids.has(id)));
  }
  const id = idIn(location.pathname);
  const name = find('h1')?.textContent;
  if (id && name) find('.creature-window')?.append(heart(`${words} ${name}`, id, ids.has(id)));
}

function idIn(path: string): string | undefined {
  return CREATURE_PATH.exec(path)?.[1];
}

function heart(name: string, id: string, pressed: boolean): HTMLButtonElement {
  const button = make('button', { type: 'button', className: 'favourite' }, heartDrawing());
  button.setAttribute('aria-label', name);
  button.setAttribute('aria-pressed', String(pressed));
  button.addEventListener('click', () => {
    const ids = toggle(id);
    button.setAttribute('aria-pressed', String(ids.includes(id)));
    updateLink(ids);
  });
  return button;
}

function heartDrawing(): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', HEART);
  svg.append(path);
  return svg;
}

const VIEWED_AS = 'looked';
const MOST_ASKED = 12;
const MOST_SHOWN = 5;

/** Shows on the home page what happened to favourites since the previous visit. */
export async function showNews(now: number): Promise<void> {
  const place = find('#since');
  const ids = read() ?? [];
  // Without favourites no page view is stored.
  const since = ids.length > 0 ? storeView(VIEWED_AS, now) : undefined;
  if (!place || since === undefined) return;
  try {
    const answer = await fetch(`/favourites.json?ids=${ids.slice(-MOST_ASKED).toReversed().join()}`);
    if (!answer.ok) return;
    const news = (await answer.json()) as readonly FavouriteNews[];
    const fresh = news.filter(({ at }) => at > since).slice(0, MOST_SHOWN);
    const lines = fresh.map(({ words, page }) => make('li', {}, nameLink({ name: words, page })));
    place.querySelector('ul')?.replaceChildren(...lines);
    place.toggleAttribute('hidden', fresh.length === 0);
  } catch {
    // The request failed, so no news is shown.
  }
}

function updateLink(ids: readonly string[]): void {
  const way = find('#favourites');
  way?.toggleAttribute('hidden', ids.length === 0);
  way?.querySelector('a')?.setAttribute('href', `/creatures?ids=${ids.toReversed().join()}`);
}
