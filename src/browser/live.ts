// Lets the stats of a creature's page go on while somebody watches, by the same rules as in the house.
import { readGlimpse } from '../core/public/glimpse.ts';
import type { LiveFacts } from '../core/public/live-facts.ts';
import { formatDuration, formatTenths } from '../core/public/format-numbers.ts';
import { STATS } from '../core/vocabulary.ts';
import { monotonicMs } from './clock.ts';
import { setBarWidth, find, setText, swapTone } from './dom.ts';

const SECOND = 1000;
/** The house is asked this often whether something happened, and sooner when the page no longer knows how to go on. */
const ASKED_EVERY = 60 * SECOND;
const ASKED_AT_THE_END = 5 * SECOND;

interface LivePageFacts extends LiveFacts {
  /** The sentences of the page, by the word they stand for. */
  readonly words: Readonly<Record<'mood' | 'urgency' | 'feeding', Readonly<Record<string, string>>>>;
}

const told = find('#live-facts')?.textContent;
if (told !== undefined && told !== null) watch(JSON.parse(told) as LivePageFacts);

function watch({ words, ...first }: LivePageFacts): void {
  let facts: LiveFacts = first;
  let toldAt = monotonicMs();
  let asking = false;

  // The clock of the house, as the page was told it: what the visitor's own clock says does not matter.
  const now = () => facts.at + (monotonicMs() - toldAt) * facts.scale;

  const show = () => {
    const { living } = facts;
    if (!living) return;
    const seen = readGlimpse(living.glimpse, now());
    for (const stat of STATS) {
      const value = seen.stats?.[stat] ?? living.shown[stat];
      if (value === undefined) continue;
      setText(`[data-stat="${stat}"]`, formatTenths(value));
      setBarWidth(`[data-bar="${stat}"]`, value);
    }
    const urgency = seen.death?.urgency ?? living.urgency;
    if (seen.death) {
      setText('[data-live="remaining"]', formatDuration(seen.death.hoursRemaining));
      setBarWidth(
        '[data-bar="remaining"]',
        (100 * seen.death.hoursRemaining) / living.glimpse.thresholdHours,
      );
    }
    setText('[data-live="without-care"]', formatDuration(seen.hoursWithoutCare));
    setText('[data-live="since-fed"]', formatDuration(seen.hoursSinceFed));
    setText('[data-live="feeding"]', words.feeding[seen.feeding]);
    setText('[data-live="urgency"]', words.urgency[urgency]);
    swapTone('[data-tone="urgency"]', 'urgency', urgency);
    swapTone('[data-tone="remaining"]', 'bar', urgency);
  };

  const hear = (news: LiveFacts) => {
    if (news.mark !== first.mark) find('#news')?.removeAttribute('hidden');
    if (news.living?.mood !== facts.living?.mood && news.living?.mood !== undefined) {
      setText('[data-live="mood"]', words.mood[news.living.mood]);
      swapTone('[data-tone="mood"]', 'mood', news.living.mood);
      find('#portrait')?.setAttribute('src', `${location.pathname}/picture.svg?look=${news.living.mood}`);
    }
    facts = news;
    toldAt = monotonicMs();
    show();
  };

  const ask = async () => {
    if (asking) return;
    asking = true;
    try {
      const answer = await fetch(`${location.pathname}/now.json`);
      if (answer.ok) hear((await answer.json()) as LiveFacts);
    } catch {
      // The house cannot be reached: the page goes on with what it knows, and asks again in a minute.
    } finally {
      asking = false;
    }
  };

  const isAtItsEnd = () => facts.living !== undefined && now() >= facts.living.glimpse.until;

  let lastAsked = monotonicMs();
  const tick = () => {
    if (document.hidden) return;
    show();
    if (monotonicMs() - lastAsked < (isAtItsEnd() ? ASKED_AT_THE_END : ASKED_EVERY)) return;
    lastAsked = monotonicMs();
    void ask();
  };

  show();
  setInterval(tick, SECOND);
  document.addEventListener('visibilitychange', tick);
}
