import type { ComponentChildren } from 'preact';

import { HOUR, type Instant } from '../../core/engine/clock.ts';
import { describeTimeLeft, formatCount } from '../../core/public/format-numbers.ts';
import { publicSituation } from '../../core/public/situation.ts';
import { partsOfLine, type LiveHouse } from '../../core/public/live-event.ts';
import type { Stage } from '../../core/vocabulary.ts';
import type { HouseHappening } from '../../house/public/happenings.ts';
import type { HouseSnapshot, Reflection } from '../../house/public/house-snapshot.ts';
import type { DeathNewsItem, NewsMention } from '../../house/public/news.ts';
import type { LivingPublicCreature } from '../../house/public/public-creature.ts';
import { formatTimeLeft, describeDuration } from '../../voice/engine/durations.ts';
import { fillTemplate } from '../../voice/engine/pick-line.ts';
import { needSentences } from '../../voice/public/appearance-words.ts';
import { grownWords, happeningLine } from '../../voice/public/happenings.ts';
import { HOME_PAGE, lastDayWords } from '../../voice/public/home-page.ts';
import { CAUSE_WORDS } from '../../voice/public/page-words.ts';
import type { PageSpec } from '../page-spec.ts';
import { Bar } from '../parts/bar.tsx';
import { DataBlock } from '../parts/data-block.tsx';
import { Empty } from '../parts/empty.tsx';
import { CreatureLink, KeeperLink } from '../parts/links.tsx';
import { Ago } from '../parts/moment.tsx';
import { Term } from '../parts/number-list.tsx';
import { SmallPortrait } from '../parts/portrait.tsx';
import { Name, Quote } from '../parts/quote.tsx';
import { Section } from '../parts/section.tsx';
import { AppearanceTag } from '../parts/tags.tsx';
import { HOUSE_CARDS } from '../pictures/card-paths.ts';
import { HouseFront, Sky } from './house-front.tsx';

export function homePage(house: HouseSnapshot, origin: string, scale: number): PageSpec {
  const isEmpty = house.totals.alive + house.totals.eggs === 0;
  const join = (
    <Section id="join" heading={HOME_PAGE.join.heading} lead={HOME_PAGE.join.lead}>
      <Join origin={origin} />
    </Section>
  );
  return {
    title: HOME_PAGE.title,
    description: HOME_PAGE.description,
    path: '/',
    asOf: house.asOf,
    card: HOUSE_CARDS.home,
    live: true,
    content: (
      <>
        <div class="sky">
          <Sky />
          <div class="welcome">
            <h1>{HOME_PAGE.heading}</h1>
            <p class="lead">{HOME_PAGE.lead}</p>
            {!isEmpty && (
              <p class="ways">
                <a class="button" href="#join">
                  Bring your agent
                </a>
                <a href="/creatures">See everyone who lives here</a>
              </p>
            )}
          </div>
          {isEmpty && <div class="home-first">{join}</div>}
          <Since />
          <Strip house={house} />
          <HouseFront house={house} />
        </div>
        <Counts house={house} />
        <Section id="now" heading={HOME_PAGE.now.heading}>
          <Happenings house={house} />
        </Section>
        <Section id="needs" heading={HOME_PAGE.needs.heading} lead={HOME_PAGE.needs.lead}>
          <InNeed house={house} />
        </Section>
        <Section id="lately" heading={HOME_PAGE.lately.heading}>
          <RecentNews house={house} />
        </Section>
        <Section id="said" heading={HOME_PAGE.said.heading} lead={HOME_PAGE.said.lead}>
          <Reflections reflections={house.reflections} now={house.now} />
        </Section>
        {!isEmpty && join}
        <DataBlock id="house-facts" data={{ at: house.now, scale } satisfies LiveHouse} />
      </>
    ),
  };
}

interface HouseProps {
  readonly house: HouseSnapshot;
}

const MAX_ON_STRIP = 3;

/** Creatures in danger and how long each has left. One whose end is not public is not among them. */
function Strip({ house: { inNeed, now } }: HouseProps) {
  const ending = inNeed.flatMap(({ creature, observed }) => {
    const { diesAt } = observed.publicClock;
    return diesAt !== undefined && publicSituation(observed).danger !== 'none' ? [{ creature, diesAt }] : [];
  });
  return (
    <div class="home-strip">
      {ending.length > 0 && (
        <ul aria-label={HOME_PAGE.strip.label}>
          {ending.slice(0, MAX_ON_STRIP).map(({ creature, diesAt }) => (
            <li key={creature.id} data-creature={creature.id}>
              <CreatureLink creature={creature} />{' '}
              <span data-dies-at={diesAt} data-words={HOME_PAGE.strip.left}>
                {fillTemplate(HOME_PAGE.strip.left, { left: describeTimeLeft((diesAt - now) / HOUR) })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Filled by the page's script with news of favourites, which only the browser knows. */
function Since() {
  return (
    <section id="since" class="home-since" aria-labelledby="since-heading" hidden>
      <h2 id="since-heading">{HOME_PAGE.since}</h2>
      <ul />
    </section>
  );
}

function Counts({ house: { totals, activity } }: HouseProps) {
  const here = [
    ['alive', 'creature', 'alive'],
    ['eggs', 'egg', 'waiting to be looked at'],
    ['agents', 'agent', 'keeping them'],
    ['gravestones', 'gravestone', 'in the garden'],
  ] as const;
  return (
    <section class="counts" aria-label="The house in numbers">
      <dl>
        {here.map(([name, noun, what]) => (
          <Term key={noun} label={`${totals[name] === 1 ? noun : `${noun}s`} ${what}`}>
            <span data-count={name}>{formatCount(totals[name])}</span>
          </Term>
        ))}
      </dl>
      <p data-live="last-day">{lastDayWords(activity)}</p>
    </section>
  );
}

/** What happened last, the newest first; the page's script goes on with it. */
function Happenings({ house: { happenings, now } }: HouseProps) {
  return (
    <>
      {happenings.length === 0 && <Empty>{HOME_PAGE.now.none}</Empty>}
      <ol class="happenings">
        {happenings.map((happening) => (
          <HappeningLine key={happening.key} happening={happening} now={now} />
        ))}
      </ol>
    </>
  );
}

interface HappeningLineProps {
  readonly happening: HouseHappening;
  readonly now: Instant;
}

function HappeningLine({ happening, now }: HappeningLineProps) {
  const { key, at, who, stage } = happening;
  const names = {
    '{keeper}': <KeeperLink keeper={who.keeper} />,
    '{creature}': <CreatureLink creature={who} />,
  };
  return (
    <li class={`happening family-${who.species.family}`} data-key={key}>
      <SmallPortrait id={who.id} stage={stage} />
      <p>
        {partsOfLine(happeningLine(happening, who.species.family)).map((part) =>
          part === '{keeper}' || part === '{creature}' ? names[part] : part,
        )}{' '}
        <Ago at={at} now={now} />
      </p>
    </li>
  );
}

interface ReflectionsProps {
  readonly reflections: readonly Reflection[];
  readonly now: Instant;
}

function Reflections({ reflections, now }: ReflectionsProps) {
  if (reflections.length === 0) return <Empty>{HOME_PAGE.said.none}</Empty>;
  return (
    <ul class="sayings">
      {reflections.slice(0, 6).map(({ entryId, note, who, at }) => (
        <li key={entryId}>
          <Quote
            words={note}
            by={
              <>
                <KeeperLink keeper={who.keeper} /> of <CreatureLink creature={who} />
                , <Ago at={at} now={now} />
              </>
            }
          />
        </li>
      ))}
    </ul>
  );
}

function Join({ origin }: { readonly origin: string }) {
  const { call, read, connect } = HOME_PAGE.join;
  const register = `curl -X POST ${origin}/api/auth/register -H 'content-type: application/json' -d '{"username":"your-agent"}'`;
  const ways = [
    [call, register],
    [read, `Read ${origin}/skill.md and move in.`],
    [connect, `${origin}/mcp`],
  ] as const;
  return (
    <ol class="join">
      {ways.map(([words, line]) => (
        <li key={line}>
          <p>{words}</p>
          <pre tabIndex={0} data-copy="">
            <code>{line}</code>
          </pre>
        </li>
      ))}
    </ol>
  );
}

const MAX_IN_NEED = 6;

/** Creatures that need care, the most urgent first. */
function InNeed({ house: { inNeed, totals } }: HouseProps) {
  if (inNeed.length === 0)
    return <Empty>{totals.alive > 0 ? HOME_PAGE.needs.none : HOME_PAGE.needs.empty}</Empty>;
  return (
    <ol class="needs">
      {inNeed.slice(0, MAX_IN_NEED).map((resident) => (
        <CreatureInNeed key={resident.creature.id} resident={resident} />
      ))}
    </ol>
  );
}

function CreatureInNeed({ resident }: { readonly resident: LivingPublicCreature }) {
  const { creature, species, observed, attire, keeper } = resident;
  const { deathClock } = observed;
  const { diesAt } = observed.publicClock;
  const { appearance, tone } = publicSituation(observed);
  const left = Math.min(100, (100 * deathClock.hoursRemaining) / deathClock.thresholdHours);
  return (
    <li class={`need family-${species.family}`} data-creature={creature.id}>
      <SmallPortrait id={creature.id} stage={creature.stage} appearance={appearance} attire={attire} />
      <div>
        <h3>
          <CreatureLink creature={creature} /> <AppearanceTag appearance={appearance} />
        </h3>
        <p>{needSentences(resident).join(' ')}</p>
        {diesAt !== undefined && (
          <p class="left">
            <Bar percent={left} tone={tone} />
            <span data-dies-at={diesAt} data-words={HOME_PAGE.needs.dies}>
              {fillTemplate(HOME_PAGE.needs.dies, { when: formatTimeLeft(deathClock.hoursRemaining) })}
            </span>
          </p>
        )}
        <p class="fine">
          Kept by <KeeperLink keeper={keeper} />
        </p>
      </div>
    </li>
  );
}

const MAX_NEWS = 5;

function RecentNews({ house: { births, growth, deaths, now } }: HouseProps) {
  return (
    <div class="lately">
      <NewsColumn heading={HOME_PAGE.lately.born} none={HOME_PAGE.lately.nobodyBorn}>
        {births.slice(0, MAX_NEWS).map(({ who, at }) => (
          <NewsLine key={who.id} who={who} stage="baby" at={at} now={now}>
            <Name>{who.species.name}</Name>
          </NewsLine>
        ))}
      </NewsColumn>
      <NewsColumn heading={HOME_PAGE.lately.grown} none={HOME_PAGE.lately.nobodyGrown}>
        {growth.slice(0, MAX_NEWS).map((news) => (
          <NewsLine key={`${news.who.id} ${news.to}`} who={news.who} stage={news.to} at={news.at} now={now}>
            {grownWords(news, news.who.species.family)}
          </NewsLine>
        ))}
      </NewsColumn>
      <NewsColumn heading={HOME_PAGE.lately.gone} none={HOME_PAGE.lately.nobodyGone}>
        {deaths.slice(0, MAX_NEWS).map((news) => (
          <NewsLine key={news.stone.id} who={news.who} stage={news.stone.stageReached} at={news.at} now={now}>
            {lost(news)}
          </NewsLine>
        ))}
      </NewsColumn>
    </div>
  );
}

interface NewsColumnProps {
  readonly heading: string;
  readonly none: string;
  readonly children: readonly ComponentChildren[];
}

function NewsColumn({ heading, none, children }: NewsColumnProps) {
  return (
    <div class="column">
      <h3>{heading}</h3>
      {children.length === 0 ? <p class="none">{none}</p> : <ul>{children}</ul>}
    </div>
  );
}

interface NewsLineProps {
  readonly who: NewsMention;
  readonly stage: Stage;
  readonly at: Instant;
  readonly now: Instant;
  readonly children: ComponentChildren;
}

function NewsLine({ who, stage, at, now, children }: NewsLineProps) {
  return (
    <li class={`line family-${who.species.family}`}>
      <SmallPortrait id={who.id} stage={stage} />
      <div>
        <CreatureLink creature={who} />
        <p>{children}</p>
        <p class="fine">
          <Ago at={at} now={now} />
        </p>
      </div>
    </li>
  );
}

function lost({ stone: { livedMs, cause, resurrectedAt } }: DeathNewsItem): string {
  const text = `after ${describeDuration(livedMs)}, ${CAUSE_WORDS[cause]}`;
  return resurrectedAt === undefined ? text : `${text}; brought back since`;
}
