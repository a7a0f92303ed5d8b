import type { Gravestone, Graveyard } from '../../features/public/graveyard.ts';
import type { KeeperName } from '../../features/public/public-reading.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { carveEpitaphs } from '../../text/creature/epitaphs.ts';
import { LETTERS_PAGE } from '../../text/heart/heart-pages.ts';
import * as text from '../../text/pages/creatures-page.ts';
import { CAUSE_WORDS, type UnknownWord } from '../../text/pages/page-words.ts';
import { describeDuration } from '../../text/times.ts';
import { Masthead, type PageSpec } from '../layout.tsx';
import * as ui from '../parts.tsx';
import { agentPath, HOUSE_CARDS, lettersPath, pageQuery, withQuery } from '../paths.ts';

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
    title: text.GRAVEYARD_PAGE.title,
    description: text.GRAVEYARD_PAGE.description,
    path: addressOf(agent, page),
    room: 'graveyard',
    asOf,
    card: HOUSE_CARDS.graveyard,
    unlisted: agent !== '' || unknown.length > 0,
    content: (
      <>
        <div class="garden">
          {ui.picture('public/graveyard-hill')}
          <Masthead title={text.GRAVEYARD_PAGE.title}>
            {text.stoneCountWords(total)} {total > 0 && text.GRAVEYARD_PAGE.lantern}
          </Masthead>
          <ui.SearchForm
            action="/graveyard"
            field={{ id: 'seek-agent', name: 'agent' }}
            texts={text.GRAVEYARD_PAGE}
            words={agent}
          >
            {agent !== '' && (
              <span>
                Only those of {ui.nameLink(agentPath(agent), asked?.displayName ?? agent)}.{' '}
                <a href="/graveyard">{text.GRAVEYARD_PAGE.everybody}</a>
              </span>
            )}
          </ui.SearchForm>
        </div>
        {ui.unknownNotice(unknown)}
        {entries.length === 0 ? (
          <ui.Empty>{agent === '' ? text.GRAVEYARD_PAGE.none : text.GRAVEYARD_PAGE.noneOf}</ui.Empty>
        ) : (
          <>
            {ui.picture('public/graveyard-carvings')}
            <div class="graves">
              {entries.map((stone, at) =>
                gravePlot(stone, epitaphs[at] ?? '', keepers.get(stone.keeperId), now),
              )}
            </div>
          </>
        )}
        {ui.pagination('Pages of stones', (to) => addressOf(agent, to), {
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
  const burning = text.lanternWords(stone, now);
  const { creatureId, family, caretaker, resurrectedAt } = stone;
  return (
    <article class={`plot family-${family} ${resurrectedAt === undefined ? '' : 'back'}`}>
      <div class="standing">
        <div class={`headstone shape-${family}`}>
          <svg class="carving" width="40" height="40" aria-hidden="true">
            <use href={`#mark-${family}`} />
          </svg>
          <h2>{ui.creatureLink({ id: creatureId, name: stone.name })}</h2>
          <p class="span">lived {describeDuration(stone.livedMs)}</p>
          <p class="epitaph">{epitaph}</p>
        </div>
        <svg class="grass" viewBox="0 0 400 40" preserveAspectRatio="none" aria-hidden="true">
          <use href="#grass" width="400" height="40" />
        </svg>
        {/* A lantern burns while the creature can still be resurrected. */}
        {burning !== undefined && ui.picture('public/graveyard-lantern')}
        {resurrectedAt !== undefined && ui.picture('public/graveyard-flowers')}
      </div>
      <p>
        {ui.speciesLink({ slug: stone.species, name: stone.speciesName })}, {stone.stageReached}, kept by{' '}
        {/* The gravestone keeps the username of a deleted account. */}
        {ui.keeperLink(keeper ?? { username: caretaker, displayName: caretaker })}. It died{' '}
        {CAUSE_WORDS[stone.cause]}, {ui.ago(stone.diedAt, now)}.
      </p>
      <p class="fine">{text.graveyardCareWords(stone)}</p>
      {resurrectedAt === undefined ? (
        <p class="fine">
          <a href={lettersPath(creatureId)}>{LETTERS_PAGE.left}</a>
        </p>
      ) : (
        <p class="returned">
          {text.GRAVEYARD_PAGE.back}, {ui.ago(resurrectedAt, now)}.
        </p>
      )}
      {burning !== undefined && <p class="burning">{burning}</p>}
    </article>
  );
}
