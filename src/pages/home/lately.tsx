import type { ComponentChildren } from 'preact';

import type { Instant } from '../../core/clock.ts';
import { FORMS } from '../../core/stages.ts';
import type { Died, Grown, Mentioned } from '../../house/news.ts';
import type { HouseNow } from '../../house/watch-house.ts';
import { lived } from '../../voice/durations.ts';
import { HOME } from '../../voice/home.ts';
import { withArticle } from '../../voice/nouns.ts';
import { CAUSE_WORDS } from '../../voice/pages.ts';
import { creaturePath } from '../paths.ts';
import { Ago } from '../parts/moment.tsx';
import { SmallPortrait } from '../parts/portrait.tsx';
import { Name } from '../parts/quote.tsx';

const SHOWN = 5;

/** Births, growth and deaths, as they would stand in the house's book. */
export function Lately({ house: { births, growth, deaths, now } }: { readonly house: HouseNow }) {
  return (
    <div class="lately">
      <Column heading={HOME.lately.born} none={HOME.lately.nobodyBorn}>
        {births.slice(0, SHOWN).map(({ who, at }) => (
          <Line key={who.id} who={who} stage="baby" at={at} now={now}>
            <Name>{who.species.name}</Name>
          </Line>
        ))}
      </Column>
      <Column heading={HOME.lately.grown} none={HOME.lately.nobodyGrown}>
        {growth.slice(0, SHOWN).map((news) => (
          <Line key={`${news.who.id} ${news.to}`} who={news.who} stage={news.to} at={news.at} now={now}>
            {became(news)}
          </Line>
        ))}
      </Column>
      <Column heading={HOME.lately.gone} none={HOME.lately.nobodyGone}>
        {deaths.slice(0, SHOWN).map((news) => (
          <Line key={news.stone.id} who={news.who} stage={news.stone.stageReached} at={news.at} now={now}>
            {lost(news)}
          </Line>
        ))}
      </Column>
    </div>
  );
}

interface ColumnOf {
  readonly heading: string;
  readonly none: string;
  readonly children: readonly ComponentChildren[];
}

function Column({ heading, none, children }: ColumnOf) {
  return (
    <div class="column">
      <h3>{heading}</h3>
      {children.length === 0 ? <p class="none">{none}</p> : <ul>{children}</ul>}
    </div>
  );
}

interface LineOf {
  readonly who: Mentioned;
  readonly stage: string;
  readonly at: Instant;
  readonly now: Instant;
  readonly children: ComponentChildren;
}

function Line({ who, stage, at, now, children }: LineOf) {
  return (
    <li class={`line family-${who.species.family}`}>
      <SmallPortrait id={who.id} stage={stage} />
      <div>
        <a href={creaturePath(who.id)}>
          <Name>{who.name}</Name>
        </a>
        <p>{children}</p>
        <p class="fine">
          <Ago at={at} now={now} />
        </p>
      </div>
    </li>
  );
}

function became({ to, path, who }: Grown): string {
  if (to !== 'adult' || !path) return `is ${withArticle(to)} now`;
  return `grew up to be ${withArticle(FORMS[who.species.family][path])}`;
}

function lost({ stone: { livedMs, cause, resurrectedAt } }: Died): string {
  const told = `after ${lived(livedMs)}, ${CAUSE_WORDS[cause]}`;
  return resurrectedAt === undefined ? told : `${told}; brought back since`;
}
