import { formatDuration, formatTenths } from '../../rules/format-numbers.ts';
import { type LiveFacts, type LiveHouse, readGlimpse } from '../../rules/live.ts';
import { clockTone, lackOf } from '../../rules/situation.ts';
import { STATS } from '../../rules/vocabulary.ts';
import { chance, find, make, monotonicMs, readData, setBarWidth, setText, swapTone } from './dom.ts';
import { offerFavourites, tellNews } from './favourites.ts';
import { watchHouse } from './house.ts';
import { startStirring } from './stirring.ts';
import { listen, plainWords } from './stream.ts';

// Gives everything marked with `data-copy` a button that copies its text: without this script the text can be selected
// as any other. What is marked says what it is, `data-copy="the link to this page"`, or nothing.

const LABEL = 'Copy';
const DONE = 'Copied';
/** Where neither way of copying is allowed, the text is selected, and the keyboard does the rest. */
const SELECTED = 'Selected: copy it with your keyboard';
const SHOWN_MS = 2500;

/** Adds the buttons, once, to a page that has been read. */
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

/** Whether the text is in the clipboard; if it cannot be put there, it is at least selected. */
async function copyText(element: HTMLElement): Promise<boolean> {
  try {
    // Only there where the page came over TLS, or from this machine.
    await navigator.clipboard.writeText((element.textContent ?? '').trim());
    return true;
  } catch {
    getSelection()?.selectAllChildren(element);
    // Deprecated, and the only way that is left.
    return document.execCommand('copy');
  }
}

/** A place whose words are read aloud when they change. */
function liveRegion(): (words: string) => void {
  const region = make('p', { className: 'unseen' });
  region.setAttribute('role', 'status');
  document.body.append(region);
  return (words) => {
    region.textContent = words;
  };
}

// Keeps the pages running while somebody watches, and the numbers of a creature by the same rules as in the house.

const SECOND = 1000;
/** The house is polled this often for news, and sooner once the page cannot extrapolate any further. */
const POLL_MS = 60 * SECOND;
const POLL_WHEN_OUTDATED_MS = 5 * SECOND;
/** Every open page gets the reload event at the same moment: a random delay spreads the requests. */
const MISSED_WITHIN_MS = 6 * SECOND;

/** The sentences of the page, by the word they stand for. */
type PageWords = Readonly<Record<'appearance' | 'urgency' | 'lack', Readonly<Record<string, string>>>>;

interface LivePageFacts extends LiveFacts {
  readonly words: PageWords;
}

offerFavourites();
offerCopies();
startStirring();

const creatureFacts = readData('#live-facts') as LivePageFacts | undefined;
if (creatureFacts) watch(creatureFacts);

const houseFacts = readData('#house-facts') as LiveHouse | undefined;
if (houseFacts) {
  watchHouse(houseFacts);
  void tellNews(houseFacts.at);
}

function watch({ words, ...first }: LivePageFacts): void {
  let facts: LiveFacts = first;
  let receivedAt = monotonicMs();
  let lastAskedAt = receivedAt;
  let asking = false;

  // The clock of the house, as the page was told it: what the visitor's own clock says does not matter.
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
      // The house cannot be reached: the page goes on with what it knows, and asks again in a minute.
    } finally {
      asking = false;
    }
  };

  let isWaiting = false;
  const pollSoon = () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      void poll();
    }, chance() * MISSED_WITHIN_MS);
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
        // What happened before the page was made is on it.
        if (happening.at < first.at) return;
        setText('[data-live="news"]', `${plainWords(happening)}.`);
        find('#news')?.removeAttribute('hidden');
      },
      missed: pollSoon,
    },
  );
  show();
  setInterval(tick, SECOND);
  document.addEventListener('visibilitychange', tick);
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
  setText('[data-live="lack"]', words.lack[lackOf(feeding, health, urgency)]);
  setText('[data-live="urgency"]', words.urgency[tone]);
  swapTone('[data-tone="urgency"]', 'urgency', tone);
  swapTone('[data-tone="remaining"]', 'bar', tone);
}

function showLook({ appearance, look }: NonNullable<LiveFacts['living']>, words: PageWords): void {
  setText('[data-live="appearance"]', words.appearance[appearance]);
  swapTone('[data-tone="appearance"]', 'appearance', appearance);
  find('#portrait')?.setAttribute('src', `${location.pathname}/picture.svg?look=${look}`);
}
