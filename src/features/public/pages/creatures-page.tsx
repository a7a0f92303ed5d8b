import type { ComponentChildren } from 'preact';

import { HOUR } from '../../../rules/base/clock.ts';
import { publicSituation } from '../../../rules/situation.ts';
import { CREATURE_ORDERS, STAGES } from '../../../rules/vocabulary.ts';
import {
  CREATURE_ORDER_NAMES,
  CREATURES_PAGE,
  residentsHeading,
  residentsLead,
  timeLeftWords,
  trustWords,
} from '../../../text/pages/creatures-page.ts';
import { numberedTitle, STAGE_NAMES, type UnknownWord } from '../../../text/pages/page-words.ts';
import { Masthead, type PageSpec } from '../../../web/layout.tsx';
import {
  choice,
  choiceItem,
  creatureWindow,
  Empty,
  familyChoice,
  keeperLink,
  pagination,
  percentBar,
  SearchForm,
  unknownNotice,
} from '../../../web/parts.tsx';
import { HOUSE_CARDS, pageQuery, withQuery } from '../../../web/paths.ts';
import { type CreaturePage, type CreatureQuery, NEEDY_HOURS, orderOf } from '../browse-creatures.ts';
import { isLiving, type PublicCreature } from '../public-reading.ts';

export function creaturesPage(
  { asOf, creatures, total, page, pages, more }: CreaturePage,
  query: CreatureQuery,
  unknown: readonly UnknownWord[],
): PageSpec {
  const { family, stage, words, inNeed = false } = query;
  const heading = residentsHeading(family, stage);
  const order = orderOf(query);
  const needyHours = inNeed ? NEEDY_HOURS : undefined;
  return {
    title: numberedTitle(heading, page),
    description: CREATURES_PAGE.description,
    path: addressOf({ ...query, page }),
    room: 'creatures',
    asOf,
    live: true,
    card: HOUSE_CARDS.home,
    unlisted:
      words !== undefined || inNeed || stage !== undefined || order !== orderOf({}) || unknown.length > 0,
    content: (
      <>
        <Masthead title={heading}>
          {residentsLead({ total, order, words, needyHours })} {order === 'trust' && CREATURES_PAGE.kept}
        </Masthead>
        {unknownNotice(unknown)}
        {sieve(query)}
        {creatures.length === 0 ? (
          <Empty>
            {inNeed ? (
              CREATURES_PAGE.noneInNeed
            ) : (
              <>
                <p>{CREATURES_PAGE.none}</p>
                <p>
                  <a href="/#join">Bring your agent</a>
                </p>
              </>
            )}
          </Empty>
        ) : (
          street(creatures, (one) => aboutInOrder(one, query))
        )}
        {pagination('Pages of residents', (to) => addressOf({ ...query, page: to }), {
          page,
          pages,
          more,
        })}
      </>
    ),
  };
}

/** The page of favourites; their ids come from the visitor's browser. */
export function favouritesPage(creatures: readonly PublicCreature[]): PageSpec {
  return {
    title: CREATURES_PAGE.favourites,
    description: CREATURES_PAGE.description,
    path: '/creatures',
    room: 'creatures',
    live: true,
    unlisted: true,
    content: (
      <>
        <Masthead title={CREATURES_PAGE.favourites}>{CREATURES_PAGE.favouritesLead}</Masthead>
        <p class="choices">
          <a href="/creatures">{CREATURES_PAGE.everybody}</a>
        </p>
        {creatures.length === 0 ? <Empty>{CREATURES_PAGE.favouritesNone}</Empty> : street(creatures, keptBy)}
      </>
    ),
  };
}

function street(
  residents: readonly PublicCreature[],
  about: (resident: PublicCreature) => ComponentChildren,
) {
  return (
    <div class="street">
      {residents.map((resident, at) => (
        <div class="street-front">
          {creatureWindow(resident, 'h2', { tagged: true, loading: at < 6 ? 'eager' : 'lazy' })}
          {about(resident)}
        </div>
      ))}
    </div>
  );
}

function aboutInOrder(resident: PublicCreature, query: CreatureQuery): ComponentChildren {
  const order = orderOf(query);
  if (query.words !== undefined) return keptBy(resident);
  if (!isLiving(resident)) return null;
  const { observed } = resident;
  if (query.inNeed || order === 'danger') {
    const { diesAt } = observed.publicClock;
    const { tone } = publicSituation(observed);
    const hours = diesAt === undefined ? undefined : Math.max(0, diesAt - observed.at) / HOUR;
    return <p class={`street-about urgency-${tone}`}>{timeLeftWords(hours, tone)}</p>;
  }
  const { trust } = observed.shown;
  if (order !== 'trust' || trust === undefined) return null;
  return (
    <p class="street-about">
      {percentBar(trust)}
      {trustWords(trust)}
    </p>
  );
}

function keptBy({ keeper }: PublicCreature): ComponentChildren {
  return <p class="street-about">with {keeperLink(keeper)}</p>;
}

function sieve(query: CreatureQuery) {
  const { family, stage, words, inNeed = false } = query;
  const to = (changed: Partial<CreatureQuery>) => addressOf({ ...query, ...changed, page: 1 });
  const ages = [undefined, ...STAGES].map((each) =>
    choiceItem(each ? STAGE_NAMES[each] : 'All that hatched', to({ stage: each }), each === stage),
  );
  const orders = CREATURE_ORDERS.map((order) =>
    choiceItem(CREATURE_ORDER_NAMES[order], to({ order }), order === orderOf(query)),
  );
  const needs = to({ inNeed: !inNeed, order: undefined });
  return (
    <div class="choices">
      <SearchForm
        action="/creatures"
        texts={CREATURES_PAGE}
        words={words}
        keep={queryOf({ ...query, words: undefined, page: 1 })}
      >
        {words !== undefined && <a href={to({ words: undefined })}>Everybody</a>}
      </SearchForm>
      {familyChoice(family, (each) => to({ family: each }))}
      {choice('Ages', ages)}
      <div class="sieve-orders">
        {choice('Order', orders)}
        {choice('Needs', choiceItem(CREATURES_PAGE.needs, needs, inNeed, { tone: 'needy' }))}
        <p id="favourites" hidden>
          <a href="/creatures">{CREATURES_PAGE.favourites}</a>
        </p>
      </div>
    </div>
  );
}

function addressOf(query: CreatureQuery): string {
  return withQuery('/creatures', queryOf(query));
}

function queryOf({ family, stage, words, inNeed = false, order, page }: CreatureQuery) {
  const usual = orderOf({ inNeed });
  return {
    q: words,
    family,
    stage,
    needs: inNeed ? 'somebody' : undefined,
    sort: order === usual ? undefined : order,
    page: pageQuery(page),
  };
}
