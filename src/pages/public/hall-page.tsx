import type { ComponentChildren } from 'preact';

import { GROWN_UP_CONSISTENCY, HIGH_CARE_CONSISTENCY } from '../../core/lives/growth.ts';
import { HALL_CATEGORIES } from '../../core/vocabulary.ts';
import type { HallBoard, Hall } from '../../house/public/hall.ts';
import type { HouseTotals } from '../../house/public/house-stats.ts';
import { pluralize } from '../../voice/engine/durations.ts';
import { HALL_BOARDS, HALL_PAGE } from '../../voice/public/hall-page.ts';
import { Masthead } from '../layout.tsx';
import type { PageSpec } from '../page-spec.ts';
import { Bar } from '../parts/bar.tsx';
import { Choice } from '../parts/choice.tsx';
import { Empty } from '../parts/empty.tsx';
import { CreatureLink, KeeperLink } from '../parts/links.tsx';
import { NumberList } from '../parts/number-list.tsx';
import { SmallImage, SmallPortrait } from '../parts/portrait.tsx';
import { Name } from '../parts/quote.tsx';
import { agentPicturePath } from '../paths.ts';
import { HOUSE_CARDS } from '../pictures/card-paths.ts';

/** One of the three leaderboards, and the house in figures. */
export function hallPage({ board, totals, asOf }: Hall): PageSpec {
  const { heading, lead, none } = HALL_BOARDS[board.category];
  return {
    title: `${HALL_PAGE.title}: ${HALL_BOARDS[board.category].tab.toLowerCase()}`,
    description: HALL_PAGE.description,
    path: addressOf(board.category),
    room: 'hall',
    asOf,
    card: HOUSE_CARDS.hall,
    content: (
      <>
        <Masthead title={heading}>
          {lead} {HALL_PAGE.equals}
        </Masthead>
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
        {board.entries.length === 0 ? <Empty>{none}</Empty> : <ol class="board">{linesOf(board)}</ol>}
        <Figures totals={totals} />
      </>
    ),
  };
}

function addressOf(category: HallBoard['category']): string {
  return category === 'oldest_living' ? '/hall' : `/hall?category=${category}`;
}

function linesOf(board: HallBoard): ComponentChildren {
  if (board.category === 'oldest_living') {
    return board.entries.map(({ rank, creature, species, ageDays, consistency }) => (
      <RankLine
        key={creature.id}
        rank={rank}
        tone={`family-${species.family}`}
        picture={<SmallPortrait id={creature.id} stage={creature.stage} />}
        name={<CreatureLink creature={creature} />}
        about={
          <>
            <Name>{species.name}</Name>, {creature.stage}, {pluralize(creature.record.feedings, 'meal')}
          </>
        }
        percent={consistency}
        score={ageDays.toFixed(2)}
        unit="days"
      />
    ));
  }
  if (board.category === 'most_consistent') {
    return board.entries.map((keeper) => (
      <RankLine
        key={keeper.username}
        rank={keeper.rank}
        picture={<SmallImage kind="avatar" src={agentPicturePath(keeper.username)} />}
        name={<KeeperLink keeper={keeper} />}
        about={`${pluralize(keeper.living, 'creature')} alive, ${pluralize(keeper.adultsRaised, 'adult')} raised`}
        score={keeper.score.toFixed(1)}
        unit="of 100"
      />
    ));
  }
  return board.entries.map((keeper) => (
    <RankLine
      key={keeper.username}
      rank={keeper.rank}
      picture={<SmallImage kind="avatar" src={agentPicturePath(keeper.username)} />}
      name={<KeeperLink keeper={keeper} />}
      about={<a href={`/graveyard?agent=${encodeURIComponent(keeper.username)}`}>Visit the stones</a>}
      score={String(keeper.gravestones)}
      unit={keeper.gravestones === 1 ? 'stone' : 'stones'}
    />
  ));
}

interface RankLineProps {
  readonly rank: number;
  readonly tone?: string;
  readonly picture: ComponentChildren;
  readonly name: ComponentChildren;
  readonly about: ComponentChildren;
  /** Its feeding consistency, where the board shows it. */
  readonly percent?: number;
  readonly score: string;
  readonly unit: string;
}

function RankLine({ rank, tone = '', picture, name, about, percent, score, unit }: RankLineProps) {
  return (
    <li class={`rank ${rank <= 3 ? `place-${rank}` : ''} ${tone}`} value={rank}>
      <span class="place number">
        <span class="unseen">Place </span>
        {rank}
      </span>
      {picture}
      <div class="rank-about">
        <h2>{name}</h2>
        <p class="fine">{about}</p>
      </div>
      {percent !== undefined && (
        <span class="rank-bar">
          <Bar percent={percent} tone={toneOf(percent)} />
          fed reliably: {Math.round(percent)} of 100
        </span>
      )}
      <p class="score">
        <b class="number">{score}</b> {unit}
      </p>
    </li>
  );
}

function toneOf(percent: number): string {
  if (percent >= HIGH_CARE_CONSISTENCY) return 'good';
  return percent >= GROWN_UP_CONSISTENCY ? 'wait' : 'bad';
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
    </section>
  );
}
