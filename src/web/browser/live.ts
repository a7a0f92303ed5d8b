import { describeBriefly, formatDuration, formatTenths } from '../../rules/format-numbers.ts';
import { type LiveFacts, type LiveHouse, readGlimpse } from '../../rules/live.ts';
import { clockTone, lackOf, nextMoment } from '../../rules/situation.ts';
import { STATS } from '../../rules/vocabulary.ts';
import { chance, find, make, monotonicMs, readData, setBarWidth, setText, swapTone } from './dom.ts';
import { offerFavourites, showNews } from './favourites.ts';
import { watchHouse } from './house.ts';
import { showLocalTimes } from './local-times.ts';
import { watchMine } from './mine.ts';
import { startStirring } from './stirring.ts';
import { listen, plainWords } from './stream.ts';

// Adds a copy button to every element with `data-copy`, whose value completes the button's label.

const LABEL = 'Copy';
const DONE = 'Copied';
/** Label shown if the browser denies both ways of copying. */
const SELECTED = 'Selected: copy it with your keyboard';
const SHOWN_MS = 2500;

function offerCopies(): void {
  const marked = document.querySelectorAll<HTMLElement>('[data-copy]');
  if (marked.length === 0) return;
  const announce = liveRegion();
  for (const element of marked) offerCopy(element, announce);
}

function offerCopy(element: HTMLElement, announce: (words: string) => void): void {
  const what = element.dataset['copy'];
  const button = make('button', { type: 'button', className: 'copy' }, LABEL);
  if (what !== undefined && what !== '') button.setAttribute('aria-label', `${LABEL} ${what}`);
  let resting: ReturnType<typeof setTimeout> | undefined;
  const rest = () => {
    announce('');
    button.classList.remove('done');
    button.textContent = LABEL;
  };
  const copy = async () => {
    const copied = await copyText(element);
    announce(copied ? DONE : SELECTED);
    button.classList.toggle('done', copied);
    button.textContent = copied ? DONE : LABEL;
    clearTimeout(resting);
    resting = setTimeout(rest, SHOWN_MS);
  };
  button.addEventListener('click', () => void copy());
  const frame = make('div', { className: 'copyable' });
  element.replaceWith(frame);
  frame.append(element, button);
}

/** Copies an element's text; false if the text could only be selected. */
async function copyText(element: HTMLElement): Promise<boolean> {
  try {
    // The clipboard API exists only in secure contexts.
    await navigator.clipboard.writeText((element.textContent ?? '').trim());
    return true;
  } catch {
    getSelection()?.selectAllChildren(element);
    // execCommand is deprecated, but the only other way to copy.
    return document.execCommand('copy');
  }
}

/** Returns a function that announces text to screen readers. */
function liveRegion(): (words: string) => void {
  const region = make('p', { className: 'unseen' });
  region.setAttribute('role', 'status');
  document.body.append(region);
  return (words) => {
    region.textContent = words;
  };
}

// Extrapolates a creature's numbers on its page by the server's rules.

const SECOND = 1000;
const HOUR = 3600 * SECOND;
/** Poll interval of a creature's page; it polls sooner once it cannot extrapolate any further. */
const POLL_MS = 60 * SECOND;
const POLL_WHEN_OUTDATED_MS = 5 * SECOND;
/** Random delay of a reload: all open pages get the reload event at once, and the delay spreads the requests. */
const MISSED_WITHIN_MS = 6 * SECOND;

type PageWords = Readonly<
  Record<'appearance' | 'urgency' | 'lack' | 'next', Readonly<Record<string, string>>>
>;

type LivePageFacts = LiveFacts & { readonly words: PageWords };

showLocalTimes();
offerFavourites();
offerCopies();
startStirring();
watchMine();

const creatureFacts = readData('#live-facts') as LivePageFacts | undefined;
if (creatureFacts) watch(creatureFacts);

const houseFacts = readData('#house-facts') as LiveHouse | undefined;
if (houseFacts) {
  watchHouse(houseFacts);
  void showNews(houseFacts.at);
}

function watch({ words, ...first }: LivePageFacts): void {
  let facts: LiveFacts = first;
  let receivedAt = monotonicMs();
  let lastAskedAt = receivedAt;
  let asking = false;

  // The server's clock, independent of the visitor's.
  const now = () => facts.at + (monotonicMs() - receivedAt) * facts.scale;

  const show = () => {
    if (facts.living) showLiving(facts.living, words, now());
  };

  const receive = (news: LiveFacts) => {
    if (news.mark !== first.mark) find('#news')?.removeAttribute('hidden');
    if (news.living && news.living.look !== facts.living?.look) showLook(news.living, words);
    setText('[data-live="pose"]', news.pose);
    facts = news;
    receivedAt = monotonicMs();
    show();
  };

  const poll = async () => {
    if (asking) return;
    asking = true;
    try {
      const answer = await fetch(`${location.pathname}/now.json`);
      if (answer.ok) receive((await answer.json()) as LiveFacts);
    } catch {
      // The server is unreachable: the page stays as it is until the next poll.
    } finally {
      asking = false;
    }
  };

  const isOutdated = () => facts.living !== undefined && now() >= facts.living.glimpse.until;

  const tick = () => {
    if (document.hidden) return;
    show();
    if (monotonicMs() - lastAskedAt < (isOutdated() ? POLL_WHEN_OUTDATED_MS : POLL_MS)) return;
    lastAskedAt = monotonicMs();
    void poll();
  };

  listen(
    { creatureId: location.pathname.split('/').at(-1) ?? '', madeAt: first.at },
    {
      happened(happening) {
        void poll();
        // The page already shows events before this moment.
        if (happening.at < first.at) return;
        setText('[data-live="news"]', `${plainWords(happening)}.`);
        find('#news')?.removeAttribute('hidden');
      },
      missed: afterRandomDelay(() => void poll()),
    },
  );
  show();
  setInterval(tick, SECOND);
  document.addEventListener('visibilitychange', tick);
}

/** Runs `work` once within `MISSED_WITHIN_MS`, so that not all pages ask at once; further calls until then are ignored. */
function afterRandomDelay(work: () => void): () => void {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      work();
    }, chance() * MISSED_WITHIN_MS);
  };
}

function showLiving(living: NonNullable<LiveFacts['living']>, words: PageWords, now: number): void {
  const reading = readGlimpse(living.glimpse, now);
  for (const stat of STATS) {
    const value = reading.stats?.[stat] ?? living.shown[stat];
    if (value === undefined) continue;
    setText(`[data-stat="${stat}"]`, formatTenths(value));
    setBarWidth(`[data-bar="${stat}"]`, value);
  }
  const { death, feeding } = reading;
  const health = reading.stats?.health ?? living.shown.health;
  const urgency = death?.urgency ?? living.urgency;
  const tone = clockTone(feeding, health, urgency);
  if (death) {
    setText('[data-live="remaining"]', formatDuration(death.hoursRemaining));
    setBarWidth('[data-bar="remaining"]', (100 * death.hoursRemaining) / living.glimpse.thresholdHours);
  }
  setText('[data-live="without-care"]', formatDuration(reading.hoursWithoutCare));
  setText('[data-live="since-fed"]', formatDuration(reading.hoursSinceFed));
  const lack = lackOf(feeding, health, urgency);
  const { hoursSinceFed } = reading;
  const { feedingWindowHours } = living.glimpse;
  const next = nextMoment({ lack, hoursSinceFed, feedingWindowHours, hoursRemaining: death?.hoursRemaining });
  const time = next && describeBriefly(next.hours * HOUR);
  setText('[data-live="lack"]', words.lack[lack]);
  setText(
    '[data-live="next"]',
    next && time ? words.next[next.kind]?.replace('{time}', time) : words.lack[lack],
  );
  setText('[data-live="urgency"]', words.urgency[tone]);
  swapTone('[data-tone="urgency"]', 'urgency', tone);
  swapTone('[data-tone="remaining"]', 'bar', tone);
}

function showLook({ appearance, look }: NonNullable<LiveFacts['living']>, words: PageWords): void {
  setText('[data-live="appearance"]', words.appearance[appearance]);
  swapTone('[data-tone="appearance"]', 'appearance', appearance);
  find('#portrait')?.setAttribute('src', `${location.pathname}/picture.svg?look=${look}`);
}
