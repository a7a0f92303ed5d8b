import type { ComponentChildren } from 'preact';

import * as browsing from '../../features/public/browse-creatures.ts';
import { isLiving, type PublicCreature } from '../../features/public/public-reading.ts';
import { HOUR } from '../../rules/base/clock.ts';
import { publicSituation } from '../../rules/situation.ts';
import { CREATURE_ORDERS, STAGES } from '../../rules/vocabulary.ts';
import * as text from '../../text/pages/creatures-page.ts';
import { STAGE_NAMES, type UnknownWord } from '../../text/pages/page-words.ts';
import { Masthead, type PageSpec } from '../layout.tsx';
import * as ui from '../parts.tsx';
import { HOUSE_CARDS, pageQuery, withQuery } from '../paths.ts';

export function creaturesPage(
  { asOf, creatures, total, page, pages, more }: browsing.CreaturePage,
  query: browsing.CreatureQuery,
  unknown: readonly UnknownWord[],
): PageSpec {
  const { family, stage, words, inNeed = false } = query;
  const heading = text.residentsHeading(family, stage);
  const order = browsing.orderOf(query);
  const needyHours = inNeed ? browsing.NEEDY_HOURS : undefined;
  return {
    title: heading,
    description: text.CREATURES_PAGE.description,
    path: addressOf({ ...query, page }),
    room: 'creatures',
    asOf,
    live: true,
    card: HOUSE_CARDS.home,
    unlisted: words !== undefined || unknown.length > 0,
    content: (
      <>
        <Masthead title={heading}>
          {text.residentsLead({ total, order, words, needyHours })}{' '}
          {order === 'trust' && text.CREATURES_PAGE.kept}
        </Masthead>
        {ui.unknownNotice(unknown)}
        {sieve(query)}
        {creatures.length === 0 ? (
          <ui.Empty>
            {inNeed ? (
              text.CREATURES_PAGE.noneInNeed
            ) : (
              <>
                <p>{text.CREATURES_PAGE.none}</p>
                <p>
                  <a href="/#join">Bring your agent</a>
                </p>
              </>
            )}
          </ui.Empty>
        ) : (
          street(creatures, (one) => aboutInOrder(one, query))
        )}
        {ui.pagination('Pages of residents', (to) => addressOf({ ...query, page: to }), {
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
    title: text.CREATURES_PAGE.favourites,
    description: text.CREATURES_PAGE.description,
    path: '/creatures',
    room: 'creatures',
    live: true,
    unlisted: true,
    content: (
      <>
        <Masthead title={text.CREATURES_PAGE.favourites}>{text.CREATURES_PAGE.favouritesLead}</Masthead>
        <p class="choices">
          <a href="/creatures">{text.CREATURES_PAGE.everybody}</a>
        </p>
        {creatures.length === 0 ? (
          <ui.Empty>{text.CREATURES_PAGE.favouritesNone}</ui.Empty>
        ) : (
          street(creatures, keptBy)
        )}
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
          {ui.creatureWindow(resident, 'h2', { tagged: true, loading: at < 6 ? 'eager' : 'lazy' })}
          {about(resident)}
        </div>
      ))}
    </div>
  );
}

function aboutInOrder(resident: PublicCreature, query: browsing.CreatureQuery): ComponentChildren {
  const order = browsing.orderOf(query);
  if (query.words !== undefined) return keptBy(resident);
  if (!isLiving(resident)) return null;
  const { observed } = resident;
  if (query.inNeed || order === 'danger') {
    const { diesAt } = observed.publicClock;
    const { tone } = publicSituation(observed);
    const hours = diesAt === undefined ? undefined : Math.max(0, diesAt - observed.at) / HOUR;
    return <p class={`street-about urgency-${tone}`}>{text.timeLeftWords(hours, tone)}</p>;
  }
  const { trust } = observed.shown;
  if (order !== 'trust' || trust === undefined) return null;
  return (
    <p class="street-about">
      {ui.percentBar(trust)}
      {text.trustWords(trust)}
    </p>
  );
}

function keptBy({ keeper }: PublicCreature): ComponentChildren {
  return <p class="street-about">with {ui.keeperLink(keeper)}</p>;
}

function sieve(query: browsing.CreatureQuery) {
  const { family, stage, words, inNeed = false } = query;
  const to = (changed: Partial<browsing.CreatureQuery>) => addressOf({ ...query, ...changed, page: 1 });
  const ages = [undefined, ...STAGES].map((each) =>
    ui.choiceItem(each ? STAGE_NAMES[each] : 'All that hatched', to({ stage: each }), each === stage),
  );
  const orders = CREATURE_ORDERS.map((order) =>
    ui.choiceItem(text.CREATURE_ORDER_NAMES[order], to({ order }), order === browsing.orderOf(query)),
  );
  const needs = to({ inNeed: !inNeed, order: undefined });
  return (
    <div class="choices">
      <ui.SearchForm
        action="/creatures"
        texts={text.CREATURES_PAGE}
        words={words}
        keep={queryOf({ ...query, words: undefined, page: 1 })}
      >
        {words !== undefined && <a href={to({ words: undefined })}>Everybody</a>}
      </ui.SearchForm>
      {ui.familyChoice(family, (each) => to({ family: each }))}
      {ui.choice('Ages', ages)}
      <div class="sieve-orders">
        {ui.choice('Order', orders)}
        {ui.choice('Needs', ui.choiceItem(text.CREATURES_PAGE.needs, needs, inNeed, { tone: 'needy' }))}
        <p id="favourites" hidden>
          <a href="/creatures">{text.CREATURES_PAGE.favourites}</a>
        </p>
      </div>
    </div>
  );
}

function addressOf(query: browsing.CreatureQuery): string {
  return withQuery('/creatures', queryOf(query));
}

function queryOf({ family, stage, words, inNeed = false, order, page }: browsing.CreatureQuery) {
  const usual = browsing.orderOf({ inNeed });
  return {
    q: words,
    family,
    stage,
    needs: inNeed ? 'somebody' : undefined,
    sort: order === usual ? undefined : order,
    page: pageQuery(page),
  };
}
