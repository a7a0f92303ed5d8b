import type { JSX } from 'preact';

import { HOUR } from '../../rules/base/clock.ts';
import { keeperSituation, type Situation } from '../../rules/situation.ts';
import { poseOf } from '../../text/creature/behavior.ts';
import { newsLine } from '../../text/creature/owner-news.ts';
import { LACK_SENTENCES } from '../../text/pages/appearance-words.ts';
import {
  ENDED_LINK,
  type ExpectedMoment,
  expectedMoments,
  householdWords,
  moreWords,
  OWNER_MOMENTS,
  OWNER_PAGE,
  OWNER_TOOLS,
  ownerDescription,
  ownerTitle,
} from '../../text/pages/owner-page.ts';
import { CAUSE_WORDS } from '../../text/pages/page-words.ts';
import { formatAge } from '../../text/times.ts';
import type { PageSpec } from '../../web/layout.tsx';
import {
  appearanceTag,
  bdi,
  creatureLink,
  Drawing,
  Empty,
  linkList,
  moment,
  nameLink,
  pane,
  paragraphs,
  picture,
  portraitOf,
  Section,
  Term,
} from '../../web/parts.tsx';
import { creaturePath, lettersPath, lifeFeedPath, withQuery } from '../../web/paths.ts';
import { copyable, wayBackSection } from '../public/pages/creature-page.tsx';
import { growthBar, recentChart } from '../public/pages/life-chart.tsx';
import type { OwnerAddresses } from './owner-link.http.ts';
import type { HouseholdMember, LetterFrom, LostCreature, OwnerView } from './read-owner-page.ts';

/** Where no script keeps the page current. */
const REFRESH_SECONDS = 300;

/** The page of an agent's human: its creatures, what happened, and what it can do. No link leaves the house. */
export function ownerPage(view: OwnerView, links: OwnerAddresses): PageSpec {
  const { keeper, living, more, dead, letters } = view;
  const title = ownerTitle(keeper.displayName);
  return {
    title,
    description: ownerDescription(keeper.displayName),
    path: '',
    unlisted: true,
    refreshSeconds: REFRESH_SECONDS,
    content: (
      <div id="mine" class="mine" data-visitor={keeper.username} data-at={view.now}>
        <div id="mine-top" class="masthead">
          <h1>{title}</h1>
          {summary(view)}
          <p
            id="mine-since"
            class="mine-since"
            data-one={OWNER_PAGE.newOne}
            data-many={OWNER_PAGE.newMany}
            data-none={OWNER_PAGE.newNone}
            hidden
          />
        </div>
        <div id="mine-creatures">
          {living.length > 0 && (
            <ul class="mine-creatures">{living.map((one, nth) => creatureCard(one, view.now, nth))}</ul>
          )}
          {more > 0 && <p class="fine">{moreWords(more)}</p>}
        </div>
        <div id="mine-gone">{dead.length > 0 && gone(view)}</div>
        <div class="mine-columns">
          <div id="mine-news">{newsList(view)}</div>
          <div id="mine-letters">{letters.length > 0 && letterList(letters)}</div>
        </div>
        {tools(links)}
      </div>
    ),
  };
}

function summary({ living, nextVisitAt, now }: OwnerView) {
  const hatched = living.filter(({ observed }) => observed !== undefined);
  const namesWith = (fits: (situation: Situation) => boolean) =>
    hatched.flatMap(({ creature, observed }) =>
      observed && fits(keeperSituation(observed)) ? [creature.name] : [],
    );
  const words = householdWords({
    hatched: hatched.length,
    eggs: living.length - hatched.length,
    endangered: namesWith(({ urgent }) => urgent),
    needy: namesWith(({ lack }) => lack !== 'nothing' && lack !== 'meal'),
  });
  return (
    <p class="lead">
      {words}{' '}
      {nextVisitAt !== undefined && (
        <>
          {nextVisitAt <= now ? OWNER_PAGE.due : OWNER_PAGE.next} {moment(nextVisitAt)}.
        </>
      )}
    </p>
  );
}

/** Cards on the first screen. */
const FIRST_CARDS = 2;

function creatureCard(one: HouseholdMember, now: number, nth: number) {
  const { creature, species, observed, dates, charts } = one;
  const { id, name, stage } = creature;
  const situation = observed && keeperSituation(observed);
  return (
    <li class={`mine-creature family-${species.family}`}>
      <div class="mine-portrait">
        {pane(<Drawing {...portraitOf(one)} size={192} loading={nth < FIRST_CARDS ? 'eager' : 'lazy'} />)}
      </div>
      <div class="mine-about">
        <h2>{creatureLink({ id, name })}</h2>
        <p class="tags">
          {situation && appearanceTag(situation.appearance)}
          <span class="fine">
            {bdi(species.name)}, {stage}
            {observed && `, ${formatAge(observed.ageHours * HOUR)}`}
          </span>
        </p>
        {observed && <p class="pose">{poseOf({ creature, species, observed })}</p>}
        {situation && <p class="mine-lack">{LACK_SENTENCES[situation.lack]}</p>}
        {!observed && <p>{OWNER_PAGE.isEgg}</p>}
        {dates && <dl class="mine-moments">{expectedMoments(dates, now).map(momentRow)}</dl>}
        {growthBar({ creature, species, observed, now })}
        <div class="mine-ways">
          {linkList({
            [creaturePath(id)]: OWNER_PAGE.ownPage,
            [lettersPath(id)]: OWNER_PAGE.letters,
            [lifeFeedPath(id)]: OWNER_PAGE.feed,
          })}
        </div>
      </div>
      {charts && <div class="mine-chart">{recentChart(charts)}</div>}
    </li>
  );
}

function momentRow({ label, at, until }: ExpectedMoment) {
  return (
    <Term label={label}>
      {moment(at)}
      {until !== undefined && (
        <>
          {' '}
          {OWNER_MOMENTS.until} {moment(until)}
        </>
      )}
    </Term>
  );
}

function gone({ dead, keeper, now }: OwnerView) {
  return (
    <Section id="gone" heading={OWNER_PAGE.gone}>
      <ul class="mine-gone">{dead.map((one) => goneCard(one, now))}</ul>
      <p class="fine">
        <a href={withQuery('/graveyard', { agent: keeper.username })}>{OWNER_PAGE.graves}</a>
      </p>
    </Section>
  );
}

function goneCard(one: LostCreature, now: number) {
  const { creature, species } = one;
  const { died, id, name } = creature;
  return (
    <li class={`mine-lost family-${species.family}`}>
      <div class="mine-portrait gone">
        <Drawing {...portraitOf(one)} kind="portrait small" size={56} />
      </div>
      <div class="mine-about">
        <h3>{creatureLink({ id, name })}</h3>
        {died && (
          <p>
            Died {CAUSE_WORDS[died.cause]}, {moment(died.at)}
          </p>
        )}
        {wayBackSection({ ...one, now })}
      </div>
    </li>
  );
}

function newsList({ news }: OwnerView) {
  return (
    <Section id="lately" heading={OWNER_PAGE.lately}>
      <div class="mine-lately">
        {news.length === 0 && <Empty>{OWNER_PAGE.nothing}</Empty>}
        <ol class="mine-news">
          {news.map((each) => (
            <li data-at={each.at}>
              <p>{nameLink(creaturePath(each.creatureId), newsLine(each))}</p>
              <p class="fine">{moment(each.at)}</p>
            </li>
          ))}
        </ol>
      </div>
    </Section>
  );
}

function letterList(letters: readonly LetterFrom[]) {
  return (
    <Section id="letters" heading={OWNER_PAGE.lettersHeading}>
      <ul class="mine-letters">
        {letters.map(({ id, name, letter }) => (
          <li>
            <a href={`${lettersPath(id)}#letter-${letter.number}`}>{letter.subject}</a>
            <p class="fine">
              {OWNER_PAGE.by} {bdi(name)}, {moment(letter.at)}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const GATE_GUIDE = '/guides/connect#wake-it-only-when-it-is-time';

function tools({ url, calendar_url: calendar, token }: OwnerAddresses) {
  const words = OWNER_TOOLS;
  const { origin } = new URL(url);
  const install = [
    `npm install --global ${origin}/arkhouse-agent.tgz`,
    `mkdir -p ~/.arkhouse && (umask 077 && echo ${token} > ~/.arkhouse/owner-token)`,
  ].join('\n');
  const cron = `*/15 * * * * prompt=$(arkhouse-agent due --base-url ${origin} --print prompt) && claude -p "$prompt"`;
  return (
    <Section id="tools" heading={words.heading}>
      <div class="mine-tools">
        {tool(words.calendarLead, copyable(words.calendar, calendar))}
        {tool(words.gateLead, copyable(words.gate, install))}
        {tool(
          <>
            {words.gateCronLead} <a href={GATE_GUIDE}>{words.gateGuide}</a>
          </>,
          copyable(words.gateCron, cron),
        )}
        {tool(words.endLead, copyable(words.end, words.endWords))}
      </div>
    </Section>
  );
}

function tool(lead: JSX.Element | string, text: JSX.Element) {
  return (
    <div class="mine-tool">
      {text}
      <p class="fine">{lead}</p>
    </div>
  );
}

/** The same for every token that opens nothing, so that nothing is learned from it. */
export function endedLinkPage(): PageSpec {
  return {
    title: ENDED_LINK.title,
    description: ENDED_LINK.description,
    path: '',
    unlisted: true,
    content: (
      <div class="alone">
        {picture('empty-window')}
        <p class="status">404</p>
        <h1>{ENDED_LINK.title}</h1>
        {paragraphs(ENDED_LINK.lines)}
        <p class="ways">
          <a class="button" href="/">
            To the house
          </a>
        </p>
      </div>
    ),
  };
}
