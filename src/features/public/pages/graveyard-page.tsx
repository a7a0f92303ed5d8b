import type { Instant } from '../../../rules/base/clock.ts';
import { carveEpitaphs } from '../../../text/creature/epitaphs.ts';
import { LETTERS_PAGE } from '../../../text/heart/heart-pages.ts';
import {
  GRAVEYARD_PAGE,
  graveyardCareWords,
  lanternWords,
  stoneCountWords,
} from '../../../text/pages/creatures-page.ts';
import { CAUSE_WORDS, numberedTitle, type UnknownWord } from '../../../text/pages/page-words.ts';
import { describeDuration } from '../../../text/times.ts';
import { Masthead, type PageSpec } from '../../../web/layout.tsx';
import {
  ago,
  creatureLink,
  Empty,
  keeperLink,
  nameLink,
  pagination,
  picture,
  SearchForm,
  speciesLink,
  unknownNotice,
} from '../../../web/parts.tsx';
import { agentPath, HOUSE_CARDS, lettersPath, pageQuery, withQuery } from '../../../web/paths.ts';
import type { Gravestone, Graveyard } from '../graveyard.ts';
import type { KeeperName } from '../public-reading.ts';

interface GraveyardPageQuery {
  /** A keeper's username; empty for all keepers. */
  readonly agent: string;
  readonly pages: number;
  readonly unknown: readonly UnknownWord[];
}

export function graveyardPage(
  graveyard: Graveyard & { readonly keepers: ReadonlyMap<string, KeeperName> },
  query: GraveyardPageQuery,
  now: Instant,
): PageSpec {
  const { entries, total, page, nextCursor, asOf, keepers } = graveyard;
  const { agent, pages, unknown } = query;
  const epitaphs = carveEpitaphs(entries);
  const next = nextCursor === undefined ? undefined : addressOf(agent, page, nextCursor);
  const asked = [...keepers.values()].find(({ username }) => username === agent);
  return {
    title: numberedTitle(GRAVEYARD_PAGE.title, page),
    description: GRAVEYARD_PAGE.description,
    path: addressOf(agent, page),
    room: 'graveyard',
    asOf,
    card: HOUSE_CARDS.graveyard,
    unlisted: agent !== '' || unknown.length > 0,
    content: (
      <>
        <div class="garden">
          {picture('public/graveyard-hill')}
          <Masthead title={GRAVEYARD_PAGE.title}>
            {stoneCountWords(total)} {total > 0 && GRAVEYARD_PAGE.lantern}
          </Masthead>
          <SearchForm
            action="/graveyard"
            field={{ id: 'seek-agent', name: 'agent' }}
            texts={GRAVEYARD_PAGE}
            words={agent}
          >
            {agent !== '' && (
              <span>
                Only those of {nameLink(agentPath(agent), asked?.displayName ?? agent)}.{' '}
                <a href="/graveyard">{GRAVEYARD_PAGE.everybody}</a>
              </span>
            )}
          </SearchForm>
        </div>
        {unknownNotice(unknown)}
        {entries.length === 0 ? (
          <Empty>{agent === '' ? GRAVEYARD_PAGE.none : GRAVEYARD_PAGE.noneOf}</Empty>
        ) : (
          <>
            {picture('public/graveyard-carvings')}
            <div class="graves">
              {entries.map((stone, at) =>
                gravePlot(stone, epitaphs[at] ?? '', keepers.get(stone.keeperId), now),
              )}
            </div>
          </>
        )}
        {pagination('Pages of stones', (to) => addressOf(agent, to), {
          page,
          pages,
          next,
          isByTime: true,
        })}
      </>
    ),
  };
}

function addressOf(agent: string, page: number, cursor?: string): string {
  const place = cursor === undefined ? { page: pageQuery(page) } : { cursor };
  return withQuery('/graveyard', { agent: agent === '' ? undefined : agent, ...place });
}

function gravePlot(stone: Gravestone, epitaph: string, keeper: KeeperName | undefined, now: Instant) {
  const burning = lanternWords(stone, now);
  const { creatureId, family, caretaker, resurrectedAt } = stone;
  return (
    <article class={`plot family-${family} ${resurrectedAt === undefined ? '' : 'back'}`}>
      <div class="standing">
        <div class={`headstone shape-${family}`}>
          <svg class="carving" width="40" height="40" aria-hidden="true">
            <use href={`#mark-${family}`} />
          </svg>
          <h2>{creatureLink({ id: creatureId, name: stone.name })}</h2>
          <p class="span">lived {describeDuration(stone.livedMs)}</p>
          <p class="epitaph">{epitaph}</p>
        </div>
        <svg class="grass" viewBox="0 0 400 40" preserveAspectRatio="none" aria-hidden="true">
          <use href="#grass" width="400" height="40" />
        </svg>
        {/* A lantern burns while the creature can still be resurrected. */}
        {burning !== undefined && picture('public/graveyard-lantern')}
        {resurrectedAt !== undefined && picture('public/graveyard-flowers')}
      </div>
      <p>
        {speciesLink({ slug: stone.species, name: stone.speciesName })}, {stone.stageReached}, kept by{' '}
        {/* The gravestone keeps the username of a deleted account. */}
        {keeperLink(keeper ?? { username: caretaker, displayName: caretaker })}. It died{' '}
        {CAUSE_WORDS[stone.cause]}, {ago(stone.diedAt, now)}.
      </p>
      <p class="fine">{graveyardCareWords(stone)}</p>
      {resurrectedAt === undefined ? (
        <p class="fine">
          <a href={lettersPath(creatureId)}>{LETTERS_PAGE.left}</a>
        </p>
      ) : (
        <p class="returned">
          {GRAVEYARD_PAGE.back}, {ago(resurrectedAt, now)}.
        </p>
      )}
      {burning !== undefined && <p class="burning">{burning}</p>}
    </article>
  );
}
