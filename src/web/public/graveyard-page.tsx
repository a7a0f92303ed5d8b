import type { Gravestone, Graveyard } from '../../features/public/graveyard.ts';
import type { KeeperName } from '../../features/public/public-reading.ts';
import type { Instant } from '../../rules/base/clock.ts';
import type { Family } from '../../rules/vocabulary.ts';
import { carveEpitaphs } from '../../text/creature/epitaphs.ts';
import { LETTERS_PAGE } from '../../text/heart/heart-pages.ts';
import {
  GRAVEYARD_PAGE,
  graveyardCareWords,
  lanternWords,
  stoneCountWords,
} from '../../text/pages/creatures-page.ts';
import { CAUSE_WORDS, type UnknownWord } from '../../text/pages/page-words.ts';
import { describeDuration } from '../../text/times.ts';
import { Masthead } from '../layout.tsx';
import type { PageSpec } from '../page-spec.ts';
import {
  Ago,
  CreatureLink,
  Empty,
  KeeperLink,
  NameLink,
  Pagination,
  SearchForm,
  SpeciesLink,
  Unknown,
} from '../parts.tsx';
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
          <SearchForm
            action="/graveyard"
            field={{ id: 'seek-agent', name: 'agent' }}
            label={GRAVEYARD_PAGE.seek}
            hint="a keeper’s name"
            button={GRAVEYARD_PAGE.show}
            words={agent}
          >
            {agent !== '' && (
              <span>
                Only those of <NameLink href={agentPath(agent)} name={asked?.displayName ?? agent} />.{' '}
                <a href="/graveyard">{GRAVEYARD_PAGE.everybody}</a>
              </span>
            )}
          </SearchForm>
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
                  stone={stone}
                  epitaph={epitaphs[at] ?? ''}
                  keeper={keepers.get(stone.keeperId)}
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

function addressOf(agent: string, page: number, cursor?: string): string {
  const place = cursor === undefined ? { page: pageQuery(page) } : { cursor };
  return withQuery('/graveyard', { agent: agent === '' ? undefined : agent, ...place });
}

interface GravePlotProps extends Readonly<{ stone: Gravestone; epitaph: string; now: Instant }> {
  readonly keeper: KeeperName | undefined;
}

function GravePlot({ stone, epitaph, keeper, now }: GravePlotProps) {
  const burning = lanternWords(stone, now);
  const { creatureId, family, caretaker, resurrectedAt } = stone;
  return (
    <article class={`plot family-${family} ${resurrectedAt === undefined ? '' : 'back'}`}>
      <div class="standing">
        <div class={`headstone shape-${family}`}>
          <svg class="carving" width="40" height="40" aria-hidden="true">
            <use href={`#mark-${family}`} />
          </svg>
          <h2>
            <CreatureLink creature={{ id: creatureId, name: stone.name }} />
          </h2>
          <p class="span">lived {describeDuration(stone.livedMs)}</p>
          <p class="epitaph">{epitaph}</p>
        </div>
        <svg class="grass" viewBox="0 0 400 40" preserveAspectRatio="none" aria-hidden="true">
          <use href="#grass" width="400" height="40" />
        </svg>
        {burning !== undefined && <Lantern />}
        {resurrectedAt !== undefined && <Flowers />}
      </div>
      <p>
        <SpeciesLink species={{ slug: stone.species, name: stone.speciesName }} />, {stone.stageReached}, kept
        by {/* The gravestone keeps the username of a deleted account. */}
        <KeeperLink keeper={keeper ?? { username: caretaker, displayName: caretaker }} />. It died{' '}
        {CAUSE_WORDS[stone.cause]}, <Ago at={stone.diedAt} now={now} />.
      </p>
      <p class="fine">{graveyardCareWords(stone)}</p>
      {resurrectedAt === undefined ? (
        <p class="fine">
          <a href={lettersPath(creatureId)}>{LETTERS_PAGE.left}</a>
        </p>
      ) : (
        <p class="returned">
          {GRAVEYARD_PAGE.back}, <Ago at={resurrectedAt} now={now} />.
        </p>
      )}
      {burning !== undefined && <p class="burning">{burning}</p>}
    </article>
  );
}

const MARKS: Record<Family, string> = {
  cat: 'M24 22c7 0 12 6 12 11s-5 7-12 7-12-2-12-7 5-11 12-11zM9 17c3 0 5 3 5 6s-2 5-5 5-4-3-4-5 1-6 4-6zm10-10c3 0 5 4 5 7s-2 5-5 5-5-3-5-6 2-6 5-6zm11 0c3 0 5 3 5 6s-2 6-5 6-5-2-5-5 2-7 5-7zm9 10c3 0 4 4 4 6s-1 5-4 5-5-2-5-5 2-6 5-6z',
  dog: 'M14 19a5.500 5.500 0 1 0-8 5 5.500 5.500 0 1 0 8 5h20a5.500 5.500 0 1 0 8-5 5.500 5.500 0 1 0-8-5z',
  exotic:
    'M24 4c11 8 15 16 12 25-2 6-7 9-11 9l0 6h-2l0-6c-4 0-9-3-11-9C9 20 13 12 24 4zm-1 8-1 20 2 4 2-4-1-20z',
  'ai-native':
    'M24 4l4 14 14 4-14 4-4 18-4-18-14-4 14-4zM40 6l1.500 4.500L46 12l-4.500 1.500L40 18l-1.500-4.500L34 12l4.500-1.500z',
};

/** SVG symbols of the graveyard, defined once per page. */
function Carvings() {
  return (
    <svg class="unseen" width="0" height="0" aria-hidden="true">
      {Object.entries(MARKS).map(([family, path]) => (
        <symbol id={`mark-${family}`} viewBox="0 0 48 48">
          <path d={path} />
        </symbol>
      ))}
      <symbol id="grass" viewBox="0 0 400 40" preserveAspectRatio="none">
        <path d="M0 40V24q6-2 8 2 3-18 8-4 5-14 9 2 5-6 8 0 6-22 10-2 4-12 8 2 6-6 11 0 3-14 8-3 6-10 10 3 5-6 9-1 4-20 9-2 5-9 9 2 6-8 10 1 4-15 9-2 6-10 11 2 4-7 9-1 5-18 9 0 4-10 9 0 6-6 10 1 4-16 9-3 6-9 10 2 6-7 11 0 4-19 9-1 5-10 9 1 6-6 10 0 4-14 9-2 6-10 11 2 5-7 9 0 4-17 9-2 5-8 9 1 6-9 11 0 4-15 9-1 6-7 10 1 5-18 9-2 5-9 9 1 6-7 10 0 4-14 9-1 6-8 11 1 5-7 9-1 4-13 9 1 6-9 9 0V40z" />
      </symbol>
    </svg>
  );
}

/** A lantern: the creature can still be resurrected. */
function Lantern() {
  return (
    <svg class="lantern" viewBox="0 0 60 90" width="42" height="63" aria-hidden="true">
      <circle class="lantern-glow" cx="30" cy="56" r="46" />
      <circle class="lantern-glow" cx="30" cy="58" r="28" />
      <path
        class="lantern-iron"
        d="M22 24q8-18 16 0M18 30l6-8h12l6 8zM16 78h28v6H16zM18 30h3v48h-3zM39 30h3v48h-3z"
      />
      <path class="lantern-glass" d="M21 30h18v48H21z" />
      <path class="lantern-flame" d="M30 44c6 8 8 13 8 18a8 8 0 0 1-16 0c0-5 2-10 8-18z" />
    </svg>
  );
}

/** Flowers: the creature was resurrected. */
function Flowers() {
  return (
    <svg class="flowers" viewBox="0 0 120 70" width="96" height="56" aria-hidden="true">
      <path class="stem" d="M20 70q-2-24 4-40M44 70q2-22-2-48M70 70q-3-20 3-36M96 70q3-26-2-46" />
      {[
        [24, 28],
        [42, 20],
        [73, 32],
        [94, 22],
      ].map(([x, y]) => (
        <g transform={`translate(${x} ${y})`}>
          <path
            class="petals"
            d="M0-9a5 5 0 0 1 4 7 5 5 0 0 1 3 8 5 5 0 0 1-7 3 5 5 0 0 1-7-3 5 5 0 0 1 3-8 5 5 0 0 1 4-7z"
          />
          <circle class="heart" r="3" />
        </g>
      ))}
    </svg>
  );
}

function Hill() {
  return (
    <svg class="hill" viewBox="0 0 1200 260" preserveAspectRatio="xMaxYMax slice" aria-hidden="true">
      <circle class="dusk" cx="880" cy="92" r="46" />
      <path class="far" d="M0 210q240-90 520-46t420-24q160-34 260 10v110H0z" />
      <g class="willow">
        <path class="trunk" d="M1044 250q14-54 8-110h26q-4 58 18 110z" />
        <path
          class="boughs"
          d="M968 150C962 92 1006 44 1066 44c62 0 104 46 100 104q2 30-8 46-1-23-8-46q2 20-8 30-1-15-8-30q2 38-8 58-1-29-8-58q2 25-8 38-1-19-8-38q2 42-8 64-1-32-8-64q2 28-8 42-1-21-8-42q2 34-8 52-1-26-8-52q2 22-8 34-1-17-8-34q2 40-8 60-1-30-8-60q2 26-8 40-1-20-8-40q2 32-8 48-1-24-8-48q2 21-8 32-1-16-8-32q2 30-8 46-1-23-8-46z"
        />
        <path
          class="fall"
          d="M1066 50c-36 26-54 62-58 104M1066 50c-14 32-20 68-18 112M1066 50c18 32 26 68 24 110M1066 50c36 24 54 58 60 102"
        />
      </g>
      <path class="near" d="M0 240q300-60 640-22t560-14v56H0z" />
    </svg>
  );
}
