import type { ComponentChildren } from 'preact';

import type { Instant } from '../../../rules/base/clock.ts';
import { HALL_CATEGORIES } from '../../../rules/vocabulary.ts';
import { KEEPSAKES_PAGE } from '../../../text/heart/heart-pages.ts';
import {
  comebackWords,
  grownWords,
  HALL_BOARDS,
  HALL_PAGE,
  HALL_STORIES,
  steadyWords,
  thoughtOfWords,
} from '../../../text/pages/hall-page.ts';
import type { UnknownWord } from '../../../text/pages/page-words.ts';
import { pluralize } from '../../../text/times.ts';
import { Masthead, type PageSpec } from '../../../web/layout.tsx';
import {
  ago,
  bdi,
  choice,
  choiceItem,
  creatureLink,
  Drawing,
  Empty,
  keeperLink,
  numberList,
  percentBar,
  portraitOf,
  Section,
  unknownNotice,
} from '../../../web/parts.tsx';
import { agentPicturePath, HOUSE_CARDS, KEEPSAKES_PATH, picturePath } from '../../../web/paths.ts';
import { type Hall, type HallBoard, type HallStories, MONTH_DAYS, WEEK_DAYS } from '../hall.ts';
import type { KeeperName, PublicCreature } from '../public-reading.ts';

function storiesSection(stories: HallStories, now: Instant) {
  const keepers = stories.keepersOfTheWeek.map((keeper) =>
    keeperFace(keeper, `${(keeper.consistency ?? 0).toFixed(1)} of 100, ${grownWords(keeper.grown)}`),
  );
  const comebacks = stories.comebacks.map(({ resident, from, at }) =>
    creatureFace(resident, [comebackWords(from), ' ', ago(at, now), ', with ', keeperLink(resident.keeper)]),
  );
  const loved = stories.loved.map(({ resident, days }) =>
    creatureFace(resident, [`${thoughtOfWords(days)}, by `, keeperLink(resident.keeper)]),
  );
  return (
    <Section id="stories" heading={HALL_STORIES.heading}>
      <div class="hall-stories">
        {story(HALL_STORIES.keepers(WEEK_DAYS), keepers)}
        {story(HALL_STORIES.comebacks(MONTH_DAYS), comebacks)}
        {story(HALL_STORIES.loved(stories.reflections), loved)}
      </div>
    </Section>
  );
}

interface Hero {
  readonly tone?: string;
  readonly kind: 'portrait' | 'avatar';
  readonly picture: string;
  readonly name: ComponentChildren;
  readonly about: ComponentChildren;
}

function keeperFace(keeper: KeeperName, about: ComponentChildren): Hero {
  return { kind: 'avatar', picture: agentPicturePath(keeper.username), name: keeperLink(keeper), about };
}

function creatureFace(resident: PublicCreature, about: ComponentChildren): Hero {
  const tone = `family-${resident.species.family}`;
  const name = creatureLink(resident.creature);
  return { tone, kind: 'portrait', picture: portraitOf(resident).src, name, about };
}

type StoryWords = ReturnType<typeof HALL_STORIES.keepers>;

function story({ heading, rule, none }: StoryWords, heroes: readonly Hero[]) {
  return (
    <article class="hall-story">
      <h3>{heading}</h3>
      <p class="fine">{rule}</p>
      {heroes.length === 0 ? (
        <Empty>{none}</Empty>
      ) : (
        <ol>
          {heroes.map(({ tone, kind, picture, name, about }, at) => (
            <li class={`hall-hero ${tone ?? ''}`}>
              <Drawing
                kind={`${kind} ${at === 0 ? 'rank-face' : 'small'}`}
                src={picture}
                size={at === 0 ? 112 : 56}
              />
              <div>
                <p class="hall-hero-name">{name}</p>
                <p class="fine">{about}</p>
              </div>
            </li>
          ))}
        </ol>
      )}
    </article>
  );
}

const SHOWN_AT_ONCE = 10;

export function hallPage(
  { board, totals, asOf }: Hall,
  { stories, unknown }: Readonly<{ stories: HallStories | undefined; unknown: readonly UnknownWord[] }>,
  now: Instant,
): PageSpec {
  const { lead, none, tab } = HALL_BOARDS[board.category];
  const title = `${HALL_PAGE.title}: ${tab.toLowerCase()}`;
  const boards = HALL_CATEGORIES.map((category) =>
    choiceItem(HALL_BOARDS[category].tab, addressOf(category), category === board.category),
  );
  const ranked = rankedOn(board);
  const first = ranked.slice(0, ON_PODIUM[board.category]);
  const lines = ranked.slice(first.length, SHOWN_AT_ONCE);
  const more = ranked.slice(SHOWN_AT_ONCE);
  return {
    title,
    description: HALL_PAGE.description,
    path: addressOf(board.category),
    room: 'hall',
    asOf,
    card: HOUSE_CARDS.hall,
    unlisted: unknown.length > 0,
    content: (
      <>
        <Masthead title={title}>
          {lead} {HALL_PAGE.equals}
        </Masthead>
        {unknownNotice(unknown)}
        <div class="choices">{choice('Boards', boards)}</div>
        {board.entries.length === 0 && <Empty>{none}</Empty>}
        {first.length > 0 && <ol class="podium">{first.map(podiumStep)}</ol>}
        {stories && storiesSection(stories, now)}
        {stories && lines.length > 0 && <h2 class="board-goes-on">{HALL_PAGE.goesOn}</h2>}
        {lines.length > 0 && <ol class={`board board-${board.category}`}>{lines.map(rankLine)}</ol>}
        {more.length > 0 && (
          <details class="board-more">
            <summary>{HALL_PAGE.more(more.length)}</summary>
            <ol class={`board board-${board.category}`}>{more.map(rankLine)}</ol>
          </details>
        )}
        <section class="figures" aria-label="The house in numbers">
          {numberList({
            Alive: totals.alive.toLocaleString('en'),
            Dead: totals.dead.toLocaleString('en'),
            Agents: totals.agents.toLocaleString('en'),
          })}
          <p>
            <a href="/keepers">{HALL_PAGE.everyKeeper}</a>
            <br />
            <a href={KEEPSAKES_PATH}>{KEEPSAKES_PAGE.link}</a>
          </p>
        </section>
      </>
    ),
  };
}

function addressOf(category: HallBoard['category']): string {
  return category === 'oldest_living' ? '/hall' : `/hall?category=${category}`;
}

/** Number of entries on the podium per board; a board about deaths has none. */
const ON_PODIUM = { oldest_living: 3, most_consistent: 3, gravestone_count: 0 };

type Ranked = Hero & Readonly<{ rank: number; percent?: number; score: string; unit: string }>;

function rankedOn(board: HallBoard): Ranked[] {
  if (board.category === 'oldest_living') {
    return board.entries.map(({ rank, creature, keeper, species, ageDays, consistency }) => ({
      rank,
      tone: `family-${species.family}`,
      kind: 'portrait',
      picture: picturePath(creature),
      name: creatureLink(creature),
      about: [
        bdi(species.name),
        `, ${creature.stage}, ${pluralize(creature.record.feedings, 'meal')}, kept by `,
        keeperLink(keeper),
      ],
      percent: consistency,
      score: ageDays.toFixed(2),
      unit: 'days',
    }));
  }
  if (board.category === 'most_consistent')
    return board.entries.map((keeper) => ({
      ...keeperFace(keeper, steadyWords(keeper)),
      rank: keeper.rank,
      score: keeper.score.toFixed(1),
      unit: 'of 100',
    }));
  return board.entries.map((keeper) => {
    const { rank, username, gravestones } = keeper;
    const about = <a href={`/graveyard?agent=${encodeURIComponent(username)}`}>{HALL_PAGE.stones}</a>;
    const unit = gravestones === 1 ? 'stone' : 'stones';
    return { ...keeperFace(keeper, about), rank, score: String(gravestones), unit };
  });
}

function podiumStep({ rank, tone = '', kind, picture, name, about, percent, score, unit }: Ranked) {
  return (
    <li class={`rank podium-step place-${rank} ${tone}`} value={rank}>
      <Drawing kind={`${kind} rank-face`} src={picture} size={128} loading="eager" />
      <div class="rank-about">
        <h2>{name}</h2>
        <p class="score">
          <b class="number">{score}</b> {unit}
        </p>
        <p class="fine">{about}</p>
        {percent !== undefined && fedReliably(percent)}
      </div>
      {place(rank)}
    </li>
  );
}

function rankLine({ rank, tone = '', kind, picture, name, about, percent, score, unit }: Ranked) {
  return (
    <li class={`rank rank-line ${tone}`} value={rank}>
      {place(rank)}
      <Drawing kind={`${kind} small`} src={picture} size={56} />
      <div class="rank-about">
        <h2>{name}</h2>
        <p class="fine">{about}</p>
      </div>
      {percent !== undefined && fedReliably(percent)}
      <p class="score">
        <b class="number">{score}</b> {unit}
      </p>
    </li>
  );
}

function place(rank: number) {
  return (
    <span class="place number">
      <span class="unseen">Place </span>
      {rank}
    </span>
  );
}

function fedReliably(percent: number) {
  return (
    <p class="rank-bar">
      {percentBar(percent)}
      consistency: {Math.round(percent)} of 100
    </p>
  );
}
