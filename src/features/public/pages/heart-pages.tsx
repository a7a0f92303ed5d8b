import type { JSX } from 'preact';

import { iso } from '../../../rules/base/clock.ts';
import type { ReadLetter } from '../../../rules/heart/heart.ts';
import {
  KEEPSAKE_KINDS,
  type KeepsakeKind,
  type KeepsakeRow,
  KEEPSAKES,
} from '../../../rules/heart/keepsakes-table.ts';
import { WISHES, type WishRow } from '../../../rules/heart/wishes-table.ts';
import { publicSituation } from '../../../rules/situation.ts';
import { lifeFeedTitle } from '../../../text/creature/share.ts';
import { ambitionText, progressWords } from '../../../text/heart/ambitions.ts';
import {
  KEEPER_SHELF_WORDS,
  keeperShelfLead,
  KEEPSAKE_GROUP_WORDS,
  type KeepsakeGroup,
  KEEPSAKES_PAGE,
  keepsakesLead,
  LETTERS_PAGE,
  lettersDescription,
  lettersLead,
  lettersTitle,
  mannerSentence,
  OCCASION_WORDS,
  originWords,
  ownersWords,
  SHELF_WORDS,
  AMBITION_PAGE,
  WISH_WORDS,
} from '../../../text/heart/heart-pages.ts';
import { keepsakeName, keepsakeStory, rarityWords } from '../../../text/heart/keepsakes.ts';
import { describeWish } from '../../../text/heart/wishes.ts';
import { capitalize } from '../../../text/nouns.ts';
import type { UnknownWord } from '../../../text/pages/page-words.ts';
import { Masthead, type PageSpec } from '../../../web/layout.tsx';
import { linkedCreature } from '../../../web/linked-data.ts';
import {
  ago,
  bdi,
  contents,
  Drawing,
  Empty,
  moment,
  pagination,
  paragraphs,
  portraitOf,
  Section,
  smallPortrait,
  unknownNotice,
} from '../../../web/parts.tsx';
import {
  creaturePath,
  HOUSE_CARDS,
  keepsakePicturePath,
  KEEPSAKES_PATH,
  lettersPath,
  lifeCardPath,
  lifeFeedPath,
} from '../../../web/paths.ts';
import type { LetterPage } from '../../heart/letters.ts';
import type { KeeperShelf, Shelf } from '../../heart/read-heart.ts';
import type { KeepsakeCatalog } from '../letters.http.ts';
import type { CreatureGlance, CreatureView, LettersView } from '../view-creature.ts';

/** `name` is the creature's. `isGone`: past tense, because it died or was released. */
export function keepsakeShelf({ kept, of }: Shelf, name: string, isGone: boolean): JSX.Element {
  const lead = isGone ? SHELF_WORDS.leadGone : SHELF_WORDS.lead;
  return (
    <Section id="shelf" heading={SHELF_WORDS.heading} lead={kept.length > 0 ? lead : undefined}>
      {kept.length === 0 ? (
        <Empty>{isGone ? SHELF_WORDS.noneGone : SHELF_WORDS.none}</Empty>
      ) : (
        <ul class="shelf">
          {kept.map(({ kind, at, creatures }) => (
            <li>
              <details class="keepsake" name="shelf">
                <summary>
                  {onShelf(kind)}
                  <span class="keepsake-name">{capitalize(keepsakeName(kind))}</span>
                </summary>
                <div class="keepsake-story">
                  <p>{keepsakeStory(kind, name)}</p>
                  <p class="fine">
                    {moment(at)}; {rarityWords(creatures, of)}.
                  </p>
                </div>
              </details>
            </li>
          ))}
        </ul>
      )}
      {allKeepsakes()}
    </Section>
  );
}

function allKeepsakes() {
  return (
    <p class="fine">
      <a href={KEEPSAKES_PATH}>{SHELF_WORDS.all}</a>
    </p>
  );
}

function onShelf(kind: KeepsakeKind, drawn?: 'outline') {
  return (
    <span class={drawn === undefined ? 'on-shelf' : 'on-shelf missing'}>
      <Drawing kind="keepsake-picture" src={keepsakePicturePath(kind, drawn)} size={64} />
    </span>
  );
}

export function keepsakesPage({ asOf, kinds, of }: KeepsakeCatalog): PageSpec {
  const found = kinds.filter(({ creatures }) => creatures > 0).length;
  const groups = Map.groupBy(kinds, ({ kind }) => groupOf(KEEPSAKES[kind]));
  return {
    title: KEEPSAKES_PAGE.title,
    description: KEEPSAKES_PAGE.description,
    path: KEEPSAKES_PATH,
    room: 'hall',
    asOf,
    card: HOUSE_CARDS.keepsakes,
    content: (
      <>
        <Masthead title={KEEPSAKES_PAGE.title}>{keepsakesLead(kinds.length, found)}</Masthead>
        {contents(
          Object.fromEntries([...groups.keys()].map((group) => [group, KEEPSAKE_GROUP_WORDS[group]])),
        )}
        {[...groups].map(([group, members]) => (
          <Section id={group} heading={KEEPSAKE_GROUP_WORDS[group]}>
            <ul class="shelf wide">
              {members.map(({ kind, creatures }) => (
                <li>
                  {onShelf(kind, creatures > 0 ? undefined : 'outline')}
                  <h3 class="keepsake-name">{capitalize(keepsakeName(kind))}</h3>
                  <p class="fine">{originWords(kind)}</p>
                  <p class="rarity">{ownersWords(creatures, of)}</p>
                </li>
              ))}
            </ul>
          </Section>
        ))}
      </>
    ),
  };
}

function groupOf(row: KeepsakeRow): KeepsakeGroup {
  if (row.wish) {
    // A wish without an action asks for company.
    const { action = 'reflect' }: WishRow = WISHES[row.wish];
    return action;
  }
  if (row.ambition) return 'ambition';
  if (row.first) return 'first';
  if (row.stage) return 'stage';
  if (row.streak !== undefined) return 'streak';
  if (row.survived || row.returned) return 'survived';
  return row.days === undefined ? 'count' : 'days';
}

export function keeperShelf({ kinds, newest }: KeeperShelf): JSX.Element {
  return (
    <Section heading={KEEPER_SHELF_WORDS.heading} lead={keeperShelfLead(kinds, KEEPSAKE_KINDS.length)}>
      <ul class="shelf wide">
        {newest.map(({ kind, at }) => (
          <li>
            {onShelf(kind)}
            <h3 class="keepsake-name">{capitalize(keepsakeName(kind))}</h3>
            <p class="fine">{moment(at)}</p>
          </li>
        ))}
      </ul>
      {allKeepsakes()}
    </Section>
  );
}

export function innerLife({
  creature,
  species,
  attire,
  heart,
  now,
  observed,
}: CreatureView): JSX.Element | null {
  if (!heart) return null;
  const { manner, wish, grantedAt, ambition } = heart;
  const open = observed && ambition?.open;
  const { name, seed } = creature;
  const isInDanger = observed !== undefined && publicSituation(observed).danger !== 'none';
  return (
    <>
      {manner !== undefined && <p class="manner">{mannerSentence(manner, name)}</p>}
      {attire.joy && grantedAt !== undefined && (
        <p class="joy">
          {WISH_WORDS.joy} {ago(grantedAt, now)}.
        </p>
      )}
      {wish && !isInDanger && (
        <div class="wish">
          <h2>{WISH_WORDS.label}</h2>
          <p>{describeWish({ wish: wish.kind, number: wish.number, name, seed, species }).text}</p>
          <p class="fine">
            {WISH_WORDS.until} {moment(wish.until)}.
          </p>
        </div>
      )}
      {open && !isInDanger && (
        <div class="wish">
          <h2>{AMBITION_PAGE.label}</h2>
          <p>{ambitionText(open.kind, { name, seed }, ambition.number)}</p>
          <p class="fine">
            {AMBITION_PAGE.progress} {progressWords(open.steps, open.of)}.
          </p>
        </div>
      )}
    </>
  );
}

export function lettersPage(
  { glance, letters, total, page, pages }: LettersView,
  unknown: readonly UnknownWord[],
): PageSpec {
  const { creature, species, state } = glance;
  const { id, name } = creature;
  const isGone = state === 'dead' || state === 'released';
  return {
    title: lettersTitle(name),
    description: lettersDescription(name, total, isGone),
    path: lettersPath(id, page),
    room: 'creatures',
    card: { path: lifeCardPath(glance, 'wide'), alt: lettersTitle(name) },
    about: {
      type: 'CollectionPage',
      mainEntity: linkedCreature(glance),
      hasPart: letters.map((letter) => ({
        '@type': 'CreativeWork',
        genre: 'letter',
        name: letter.subject,
        url: `${lettersPath(id, page)}#letter-${letter.number}`,
        dateCreated: iso(letter.at),
      })),
    },
    feed: { path: lifeFeedPath(id), title: lifeFeedTitle(name) },
    unlisted: unknown.length > 0,
    content: (
      <div class={`letters family-${species.family}`}>
        <div class="letters-top">
          {smallPortrait(portraitOf(glance).src)}
          <div>
            <h1>
              {LETTERS_PAGE.of} {bdi(name)}
            </h1>
            {total > 0 && <p class="lead">{lettersLead(total, isGone)}</p>}
          </div>
        </div>
        {unknownNotice(unknown)}
        {total === 0 && <Empty>{noLetters(state)}</Empty>}
        {letters.map((letter) => letterSheet(letter, 'h2'))}
        {pagination(LETTERS_PAGE.pages, (to) => lettersPath(id, to), {
          page,
          pages,
          isByTime: true,
        })}
        <p class="fine">
          <a href={creaturePath(id)}>{LETTERS_PAGE.back}</a>
        </p>
      </div>
    ),
  };
}

function noLetters(state: LettersView['glance']['state']): string {
  if (state === 'egg') return LETTERS_PAGE.noneAsEgg;
  return state === 'alive' ? LETTERS_PAGE.none : LETTERS_PAGE.noneGone;
}

function letterSheet(letter: ReadLetter, Heading: 'h2' | 'h3') {
  const { subject, text } = letter;
  return (
    <article class="letter" id={`letter-${letter.number}`}>
      <Heading>{subject}</Heading>
      {whenWritten(letter)}
      <div class="letter-words">{paragraphs(text.split(/\n+/))}</div>
    </article>
  );
}

function whenWritten({ at, occasion }: ReadLetter) {
  return (
    <p class="fine">
      {moment(at)}, {OCCASION_WORDS[occasion]}
    </p>
  );
}

/** The subject of the newest letter; for a dead creature the whole letter. */
export function newestLetter(letters: LetterPage, writer: CreatureGlance): JSX.Element {
  const [newest] = letters.letters;
  const isDead = writer.state === 'dead';
  const href = lettersPath(writer.creature.id);
  return (
    <Section id="letters" heading={isDead ? LETTERS_PAGE.lastHeading : LETTERS_PAGE.heading}>
      {!newest && <p>{LETTERS_PAGE.none}</p>}
      {newest && isDead && letterSheet(newest, 'h3')}
      {newest && !isDead && (
        <div class="envelope">
          <a href={href}>{newest.subject}</a>
          {whenWritten(newest)}
        </div>
      )}
      {letters.total > 1 && (
        <p class="fine">
          <a href={href}>{`${LETTERS_PAGE.every} (${letters.total})`}</a>
        </p>
      )}
    </Section>
  );
}
