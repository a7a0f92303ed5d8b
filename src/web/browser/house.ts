// Keeps the home page current: recent events, counts and the time that creatures in need have left.
import { describeBriefly, formatAgo, formatBrieflyUntil, formatCount } from '../../rules/format-numbers.ts';
import type { LiveCounts, LiveHappening, LiveHouse } from '../../rules/live.ts';
import { chance, find, monotonicMs, readData, setText } from './dom.ts';
import { showLocalTimes } from './local-times.ts';
import { happeningLine, listen, plainWords } from './stream.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const SHOWN = 6;
const LIT_MS = 8 * SECOND;
/** Delay before a new picture is loaded: the server caches pictures for this long. */
const REDRAWN_AFTER_MS = 2.5 * SECOND;
/** Random delay and lowest interval of refreshes: all open pages get the same events, and the delay spreads their requests. */
const REFRESH_WITHIN_MS = 6 * SECOND;
const REFRESH_EVERY_MS = 30 * SECOND;
const REFRESH_OFFLINE_MS = 60 * SECOND;

/** Selectors of the page parts that a refresh replaces. */
const PARTS = ['.home-strip', '.windows', '.counts', '#now', '#needs', '#lately', '#said'];

export function watchHouse(first: LiveHouse): void {
  let house = { ...first, receivedAt: monotonicMs() };
  const now = () => house.at + (monotonicMs() - house.receivedAt) * house.scale;

  let refreshedAt = monotonicMs() - REFRESH_EVERY_MS;
  let isWaiting = false;

  const refresh = async () => {
    isWaiting = false;
    refreshedAt = monotonicMs();
    try {
      const answer = await fetch('/');
      if (answer.ok) house = { ...takeParts(await answer.text(), house), receivedAt: monotonicMs() };
    } catch {
      // The server is unreachable: the page stays as it is.
    }
  };

  const refreshSoon = () => {
    if (isWaiting) return;
    isWaiting = true;
    const rest = Math.max(0, refreshedAt + REFRESH_EVERY_MS - monotonicMs());
    setTimeout(() => void refresh(), rest + SECOND + chance() * REFRESH_WITHIN_MS);
  };

  const isConnected = listen(
    { madeAt: first.at },
    {
      happened(happening) {
        // The server's sandbox clock may have been turned forward.
        if (happening.at > now()) house = { ...house, at: happening.at, receivedAt: monotonicMs() };
        if (!addLine(happening)) return;
        showInNeed(happening);
        if (!showAtWindow(happening) || happening.kind !== 'cared') refreshSoon();
      },
      counted: showCounts,
      missed: refreshSoon,
    },
  );

  const tick = () => {
    if (document.hidden) return;
    showTimes(now());
    if (!isConnected() && monotonicMs() - refreshedAt >= REFRESH_OFFLINE_MS) refreshSoon();
  };
  setInterval(tick, SECOND);
  document.addEventListener('visibilitychange', tick);
}

/** Inserts an event in order of time; false if the page already shows it or newer events only. */
function addLine(happening: LiveHappening): boolean {
  const list = find('#now .happenings');
  if (!list) return true;
  const lines = [...list.children].filter((line) => line instanceof HTMLElement);
  if (lines.some((line) => line.dataset['key'] === happening.key)) return false;
  const later = lines.filter((line) => momentOf(line) > happening.at).length;
  if (later >= SHOWN) return false;
  find('#now .empty')?.remove();
  list.insertBefore(happeningLine(happening), lines[later] ?? null);
  for (const line of lines.slice(SHOWN - 1)) line.remove();
  return true;
}

function momentOf(line: Element): number {
  return Date.parse(line.querySelector('time')?.dateTime ?? '');
}

/** Highlights the creature's window on the page; false if it has none. */
function showAtWindow({ creature, kind }: LiveHappening): boolean {
  const link = [...document.querySelectorAll('.windows .window-link')].find(
    (each) => each.getAttribute('href') === creature.page,
  );
  const pane = link?.closest('.window');
  if (!link || !pane) return false;
  if (kind === 'died' || kind === 'released') {
    pane.classList.replace('awake', 'gone');
    return true;
  }
  pane.classList.add('lit');
  setTimeout(() => pane.classList.remove('lit'), LIT_MS);
  setTimeout(() => link.querySelector('.portrait')?.setAttribute('src', creature.picture), REDRAWN_AFTER_MS);
  return true;
}

function showInNeed(happening: LiveHappening): void {
  const { id } = happening.creature;
  const counted = find(`.home-strip [data-creature="${id}"]`);
  if (counted) counted.textContent = plainWords(happening);
  const words = find(`[data-creature="${id}"] [data-dies-at]`);
  if (!words) return;
  words.removeAttribute('data-dies-at');
  words.textContent = plainWords(happening);
}

function showCounts({ totals, lastDay }: LiveCounts): void {
  for (const [name, count] of Object.entries(totals)) setText(`[data-count="${name}"]`, formatCount(count));
  setText('[data-live="last-day"]', lastDay);
}

function showTimes(now: number): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>('main time[title]'))
    setText(time, formatAgo(Math.max(0, now - Date.parse(time.dateTime))));
  for (const span of document.querySelectorAll<HTMLElement>('[data-dies-at]')) {
    const { diesAt, words = '' } = span.dataset;
    const left = Math.max(0, Number(diesAt) - now);
    setText(
      span,
      words.replace('{when}', formatBrieflyUntil(left / HOUR)).replace('{left}', describeBriefly(left)),
    );
  }
}

/** Replaces changed parts of the page, except those under the pointer or with focus. */
function takeParts(html: string, known: LiveHouse): LiveHouse {
  const newer = new DOMParser().parseFromString(html, 'text/html');
  showLocalTimes(newer);
  for (const part of PARTS) {
    const [old, fresh] = [find(part), newer.querySelector(part)];
    if (!old || !fresh || old.matches(':hover, :focus-within') || old.innerHTML === fresh.innerHTML) continue;
    old.replaceWith(document.adoptNode(fresh));
  }
  return (readData('#house-facts', newer) as LiveHouse | undefined) ?? known;
}
