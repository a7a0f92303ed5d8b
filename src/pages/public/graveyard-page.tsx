import type { Instant } from '../../core/engine/clock.ts';
import type { Graveyard, Gravestone } from '../../house/public/graveyard.ts';
import type { KeeperName } from '../../house/public/public-creature.ts';
import { describeDuration } from '../../voice/engine/durations.ts';
import { LETTERS_PAGE } from '../../voice/heart/heart-pages.ts';
import { carveEpitaphs } from '../../voice/public/epitaphs.ts';
import {
  GRAVEYARD_PAGE,
  stoneCountWords,
  graveyardCareWords,
  lanternWords,
} from '../../voice/public/graveyard-page.ts';
import { CAUSE_WORDS } from '../../voice/public/page-words.ts';
import type { UnknownWord } from '../../voice/public/unknown-words.ts';
import { Masthead } from '../layout.tsx';
import { lettersPath } from '../heart/heart-paths.ts';
import type { PageSpec } from '../page-spec.ts';
import { Empty } from '../parts/empty.tsx';
import { CreatureLink, KeeperLink, NameLink, SpeciesLink } from '../parts/links.tsx';
import { Ago } from '../parts/moment.tsx';
import { Pagination } from '../parts/pagination.tsx';
import { Unknown } from '../parts/unknown.tsx';
import { agentPath, pageQuery, withQuery } from '../paths.ts';
import { HOUSE_CARDS } from '../pictures/card-paths.ts';
import { Carvings, Hill, Carving, Flowers, Grass, Lantern } from './graveyard-drawings.tsx';

interface GraveyardPageQuery {
  /** Only this keeper's stones; empty for everybody's. */
  readonly agent: string;
  readonly pages: number;
  readonly unknown: readonly UnknownWord[];
}

/** The stones, and who kept those that lie under them. */
interface NamedGraveyard extends Graveyard {
  readonly keepers: ReadonlyMap<string, KeeperName>;
}

/** The stones of those who died here, a page at a time. */
export function graveyardPage(
  { entries, total, page, nextCursor, asOf, keepers }: NamedGraveyard,
  query: GraveyardPageQuery,
  now: Instant,
): PageSpec {
  const { agent, pages, unknown } = query;
  const epitaphs = carveEpitaphs(entries);
  const asked = [...keepers.values()].find(({ username }) => username === agent);
  return {
    title: GRAVEYARD_PAGE.title,
    description: GRAVEYARD_PAGE.description,
    path: addressOf(agent, page),
    room: 'graveyard',
    asOf,
    card: HOUSE_CARDS.graveyard,
    unlisted: agent !== '' || unknown.length > 0,
    content: (
      <>
        <div class="garden">
          <Hill />
          <Masthead title={GRAVEYARD_PAGE.title}>
            {stoneCountWords(total)} {total > 0 && GRAVEYARD_PAGE.lantern}
          </Masthead>
          <KeeperSearch agent={agent} name={asked?.displayName ?? agent} />
        </div>
        <Unknown words={unknown} />
        {entries.length === 0 ? (
          <Empty>{agent === '' ? GRAVEYARD_PAGE.none : GRAVEYARD_PAGE.noneOf}</Empty>
        ) : (
          <>
            <Carvings />
            <div class="graves">
              {entries.map((stone, at) => (
                <GravePlot
                  key={stone.id}
                  stone={stone}
                  epitaph={epitaphs[at] ?? ''}
                  keeper={keepers.get(stone.keeperId) ?? keeperOn(stone)}
                  now={now}
                />
              ))}
            </div>
          </>
        )}
        <Pagination
          page={page}
          pages={pages}
          label="Pages of stones"
          at={(turned) => addressOf(agent, turned)}
          next={nextCursor === undefined ? undefined : addressOf(agent, page, nextCursor)}
        />
      </>
    ),
  };
}

function KeeperSearch({ agent, name }: Readonly<Record<'agent' | 'name', string>>) {
  return (
    <form class="seek" action="/graveyard" method="get" role="search">
      <label for="seek-agent">{GRAVEYARD_PAGE.seek}</label>
      <input
        id="seek-agent"
        name="agent"
        value={agent}
        maxLength={50}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        placeholder="a keeper’s name"
      />
      <button class="button" type="submit">
        {GRAVEYARD_PAGE.show}
      </button>
      {agent !== '' && (
        <span>
          Only those of <NameLink href={agentPath(agent)} name={name} />.{' '}
          <a href="/graveyard">{GRAVEYARD_PAGE.everybody}</a>
        </span>
      )}
    </form>
  );
}

function addressOf(agent: string, page: number, cursor?: string): string {
  const place = cursor === undefined ? { page: pageQuery(page) } : { cursor };
  return withQuery('/graveyard', { agent: agent === '' ? undefined : agent, ...place });
}

/** Of a keeper that has left the stone knows the name. */
function keeperOn({ caretaker }: Gravestone): KeeperName {
  return { username: caretaker, displayName: caretaker };
}

interface GravePlotProps {
  readonly stone: Gravestone;
  readonly epitaph: string;
  readonly keeper: KeeperName;
  readonly now: Instant;
}

/** One grave: the stone, a lantern or flowers, and what is known of the creature. */
function GravePlot({ stone, epitaph, keeper, now }: GravePlotProps) {
  const burning = lanternWords(stone, now);
  const isBack = stone.resurrectedAt !== undefined;
  return (
    <article class={`plot family-${stone.family} ${isBack ? 'back' : ''}`}>
      <div class="standing">
        <div class={`headstone shape-${stone.family}`}>
          <Carving family={stone.family} />
          <h2>
            <CreatureLink creature={{ id: stone.creatureId, name: stone.name }} />
          </h2>
          <p class="span">lived {describeDuration(stone.livedMs)}</p>
          <p class="epitaph">{epitaph}</p>
        </div>
        <Grass />
        {burning !== undefined && <Lantern />}
        {isBack && <Flowers />}
      </div>
      <p>
        <SpeciesLink species={{ slug: stone.species, name: stone.speciesName }} />, {stone.stageReached}, kept
        by <KeeperLink keeper={keeper} />. It died {CAUSE_WORDS[stone.cause]},{' '}
        <Ago at={stone.diedAt} now={now} />.
      </p>
      <p class="fine">{graveyardCareWords(stone)}</p>
      {!isBack && (
        <p class="fine">
          <a href={lettersPath(stone.creatureId)}>{LETTERS_PAGE.left}</a>
        </p>
      )}
      {stone.resurrectedAt !== undefined && (
        <p class="returned">
          {GRAVEYARD_PAGE.back}, <Ago at={stone.resurrectedAt} now={now} />.
        </p>
      )}
      {burning !== undefined && <p class="burning">{burning}</p>}
    </article>
  );
}
