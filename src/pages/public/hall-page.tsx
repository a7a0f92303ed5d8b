import type { ComponentChildren } from 'preact';

import type { Instant } from '../../core/engine/clock.ts';
import { HALL_CATEGORIES } from '../../core/vocabulary.ts';
import type { HallBoard, Hall } from '../../house/public/hall.ts';
import type { HallStories } from '../../house/public/hall-stories.ts';
import type { HouseTotals } from '../../house/public/house-stats.ts';
import { pluralize } from '../../voice/engine/durations.ts';
import { KEEPSAKES_PAGE } from '../../voice/heart/heart-pages.ts';
import { HALL_BOARDS, HALL_PAGE, steadyWords } from '../../voice/public/hall-page.ts';
import type { UnknownWord } from '../../voice/public/unknown-words.ts';
import { Masthead } from '../layout.tsx';
import { KEEPSAKES_PATH } from '../heart/heart-paths.ts';
import type { PageSpec } from '../page-spec.ts';
import { Choice } from '../parts/choice.tsx';
import { Empty } from '../parts/empty.tsx';
import { CreatureLink, KeeperLink } from '../parts/links.tsx';
import { NumberList } from '../parts/number-list.tsx';
import { Drawing } from '../parts/portrait.tsx';
import { Name } from '../parts/quote.tsx';
import { PercentBar } from '../parts/percent-bar.tsx';
import { Unknown } from '../parts/unknown.tsx';
import { agentPicturePath, picturePath } from '../paths.ts';
import { HOUSE_CARDS } from '../pictures/card-paths.ts';
import { Stories } from './hall-stories.tsx';

const SHOWN_AT_ONCE = 10;

interface HallPageParts {
  /** On the first page of the hall. */
  readonly stories: HallStories | undefined;
  readonly unknown: readonly UnknownWord[];
}

/** One of the three leaderboards, the stories of the house, and the house in figures. */
export function hallPage(
  { board, totals, asOf }: Hall,
  { stories, unknown }: HallPageParts,
  now: Instant,
): PageSpec {
  const { heading, lead, none } = HALL_BOARDS[board.category];
  const ranked = rankedOn(board);
  const first = ranked.slice(0, ON_PODIUM[board.category]);
  const lines = ranked.slice(first.length, SHOWN_AT_ONCE);
  const more = ranked.slice(SHOWN_AT_ONCE);
  return {
    title: `${HALL_PAGE.title}: ${HALL_BOARDS[board.category].tab.toLowerCase()}`,
    description: HALL_PAGE.description,
    path: addressOf(board.category),
    room: 'hall',
    asOf,
    card: HOUSE_CARDS.hall,
    unlisted: unknown.length > 0,
    content: (
      <>
        <Masthead title={heading}>
          {lead} {HALL_PAGE.equals}
        </Masthead>
        <Unknown words={unknown} />
        <div class="choices">
          <Choice
            label="Boards"
            options={HALL_CATEGORIES.map((category) => ({
              label: HALL_BOARDS[category].tab,
              href: addressOf(category),
              chosen: category === board.category,
            }))}
          />
        </div>
        {board.entries.length === 0 ? <Empty>{none}</Empty> : <Podium ranked={first} />}
        {stories && <Stories stories={stories} now={now} />}
        {stories && lines.length > 0 && <h2 class="board-goes-on">{HALL_PAGE.goesOn}</h2>}
        {lines.length > 0 && <Lines ranked={lines} tone={board.category} />}
        {more.length > 0 && (
          <details class="board-more">
            <summary>{HALL_PAGE.more(more.length)}</summary>
            <Lines ranked={more} tone={board.category} />
          </details>
        )}
        <Figures totals={totals} />
      </>
    ),
  };
}

function addressOf(category: HallBoard['category']): string {
  return category === 'oldest_living' ? '/hall' : `/hall?category=${category}`;
}

/** The first three are raised above the others; where it is about the dead, nobody is. */
const ON_PODIUM: Record<HallBoard['category'], number> = {
  oldest_living: 3,
  most_consistent: 3,
  gravestone_count: 0,
};

function Podium({ ranked }: { readonly ranked: readonly Ranked[] }) {
  if (ranked.length === 0) return null;
  return (
    <ol class="podium">
      {ranked.map((one) => (
        <PodiumStep key={one.id} {...one} />
      ))}
    </ol>
  );
}

function Lines({ ranked, tone }: { readonly ranked: readonly Ranked[]; readonly tone: string }) {
  return (
    <ol class={`board board-${tone}`}>
      {ranked.map((one) => (
        <RankLine key={one.id} {...one} />
      ))}
    </ol>
  );
}

/** One who stands on a board. */
interface Ranked {
  readonly id: string;
  readonly rank: number;
  readonly tone?: string;
  readonly kind: 'portrait' | 'avatar';
  readonly picture: string;
  readonly name: ComponentChildren;
  readonly about: ComponentChildren;
  /** Its feeding consistency, where the board shows it. */
  readonly percent?: number;
  readonly score: string;
  readonly unit: string;
}

function rankedOn(board: HallBoard): Ranked[] {
  if (board.category === 'oldest_living') {
    return board.entries.map(({ rank, creature, keeper, species, ageDays, consistency }) => ({
      id: creature.id,
      rank,
      tone: `family-${species.family}`,
      kind: 'portrait',
      picture: picturePath(creature),
      name: <CreatureLink creature={creature} />,
      about: (
        <>
          <Name>{species.name}</Name>, {creature.stage}, {pluralize(creature.record.feedings, 'meal')}, kept
          by <KeeperLink keeper={keeper} />
        </>
      ),
      percent: consistency,
      score: ageDays.toFixed(2),
      unit: 'days',
    }));
  }
  if (board.category === 'most_consistent') {
    return board.entries.map((keeper) => ({
      id: keeper.username,
      rank: keeper.rank,
      kind: 'avatar',
      picture: agentPicturePath(keeper.username),
      name: <KeeperLink keeper={keeper} />,
      about: steadyWords(keeper),
      score: keeper.score.toFixed(1),
      unit: 'of 100 on time',
    }));
  }
  return board.entries.map((keeper) => ({
    id: keeper.username,
    rank: keeper.rank,
    kind: 'avatar',
    picture: agentPicturePath(keeper.username),
    name: <KeeperLink keeper={keeper} />,
    about: <a href={`/graveyard?agent=${encodeURIComponent(keeper.username)}`}>{HALL_PAGE.stones}</a>,
    score: String(keeper.gravestones),
    unit: keeper.gravestones === 1 ? 'stone' : 'stones',
  }));
}

/** One of the first three, as large as its place. Equals stand equally high. */
function PodiumStep({ rank, tone = '', kind, picture, name, about, percent, score, unit }: Ranked) {
  return (
    <li class={`rank podium-step place-${rank} ${tone}`} value={rank}>
      <Drawing kind={`${kind} rank-face`} src={picture} alt="" size={128} loading="eager" />
      <div class="rank-about">
        <h2>{name}</h2>
        <p class="score">
          <b class="number">{score}</b> {unit}
        </p>
        <p class="fine">{about}</p>
        {percent !== undefined && <FedReliably percent={percent} />}
      </div>
      <Place rank={rank} />
    </li>
  );
}

function RankLine({ rank, tone = '', kind, picture, name, about, percent, score, unit }: Ranked) {
  return (
    <li class={`rank rank-line ${tone}`} value={rank}>
      <Place rank={rank} />
      <Drawing kind={`${kind} small`} src={picture} alt="" size={56} />
      <div class="rank-about">
        <h2>{name}</h2>
        <p class="fine">{about}</p>
      </div>
      {percent !== undefined && <FedReliably percent={percent} />}
      <p class="score">
        <b class="number">{score}</b> {unit}
      </p>
    </li>
  );
}

function Place({ rank }: { readonly rank: number }) {
  return (
    <span class="place number">
      <span class="unseen">Place </span>
      {rank}
    </span>
  );
}

function FedReliably({ percent }: { readonly percent: number }) {
  return (
    <p class="rank-bar">
      <PercentBar percent={percent} />
      fed reliably: {Math.round(percent)} of 100
    </p>
  );
}

function Figures({ totals }: { readonly totals: HouseTotals }) {
  return (
    <section class="figures" aria-label="The house in numbers">
      <NumberList
        numbers={[
          ['Alive', totals.alive.toLocaleString('en')],
          ['Dead', totals.dead.toLocaleString('en')],
          ['Agents', totals.agents.toLocaleString('en')],
        ]}
      />
      <p>
        <a href="/keepers">{HALL_PAGE.everyKeeper}</a>
        <br />
        <a href={KEEPSAKES_PATH}>{KEEPSAKES_PAGE.link}</a>
      </p>
    </section>
  );
}
