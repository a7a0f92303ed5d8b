import type { LetterPage } from '../../features/heart/letters.ts';
import type { KeeperShelf, KeepsakeCatalog, Shelf } from '../../features/heart/read-heart.ts';
import type { CreatureGlance, CreatureView, LettersView } from '../../features/public/view-creature.ts';
import { iso } from '../../rules/base/clock.ts';
import * as keepsakes from '../../rules/heart/keepsakes-table.ts';
import type { ReadLetter } from '../../rules/heart/heart.ts';
import { WISHES, type WishRow } from '../../rules/heart/wishes-table.ts';
import { publicSituation } from '../../rules/situation.ts';
import { lifeFeedTitle } from '../../text/creature/share.ts';
import * as words from '../../text/heart/heart-pages.ts';
import { keepsakeName, keepsakeStory, rarityWords } from '../../text/heart/keepsakes.ts';
import { describeWish } from '../../text/heart/wishes.ts';
import { capitalize } from '../../text/nouns.ts';
import type { UnknownWord } from '../../text/pages/page-words.ts';
import { linkedCreature, Masthead, type PageSpec } from '../layout.tsx';
import * as ui from '../parts.tsx';
import * as paths from '../paths.ts';

/** `name` is the creature's. `isGone`: past tense, because it died or was released. */
export function keepsakeShelf({ kept, of }: Shelf, name: string, isGone: boolean) {
  const lead = isGone ? words.SHELF_WORDS.leadGone : words.SHELF_WORDS.lead;
  return (
    <ui.Section id="shelf" heading={words.SHELF_WORDS.heading} lead={kept.length > 0 ? lead : undefined}>
      {kept.length === 0 ? (
        <ui.Empty>{isGone ? words.SHELF_WORDS.noneGone : words.SHELF_WORDS.none}</ui.Empty>
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
                    {ui.moment(at)}; {rarityWords(creatures, of)}.
                  </p>
                </div>
              </details>
            </li>
          ))}
        </ul>
      )}
      {allKeepsakes()}
    </ui.Section>
  );
}

function allKeepsakes() {
  return (
    <p class="fine">
      <a href={paths.KEEPSAKES_PATH}>{words.SHELF_WORDS.all}</a>
    </p>
  );
}

function onShelf(kind: keepsakes.KeepsakeKind, drawn?: 'outline') {
  return (
    <span class={drawn === undefined ? 'on-shelf' : 'on-shelf missing'}>
      <ui.Drawing kind="keepsake-picture" src={paths.keepsakePicturePath(kind, drawn)} size={64} />
    </span>
  );
}

export function keepsakesPage({ asOf, kinds, of }: KeepsakeCatalog): PageSpec {
  const found = kinds.filter(({ creatures }) => creatures > 0).length;
  const groups = Map.groupBy(kinds, ({ kind }) => groupOf(keepsakes.KEEPSAKES[kind]));
  return {
    title: words.KEEPSAKES_PAGE.title,
    description: words.KEEPSAKES_PAGE.description,
    path: paths.KEEPSAKES_PATH,
    room: 'hall',
    asOf,
    card: paths.HOUSE_CARDS.keepsakes,
    content: (
      <>
        <Masthead title={words.KEEPSAKES_PAGE.title}>{words.keepsakesLead(kinds.length, found)}</Masthead>
        {ui.contents(
          Object.fromEntries([...groups.keys()].map((group) => [group, words.KEEPSAKE_GROUP_WORDS[group]])),
        )}
        {[...groups].map(([group, members]) => (
          <ui.Section id={group} heading={words.KEEPSAKE_GROUP_WORDS[group]}>
            <ul class="shelf wide">
              {members.map(({ kind, creatures }) => (
                <li>
                  {onShelf(kind, creatures > 0 ? undefined : 'outline')}
                  <h3 class="keepsake-name">{capitalize(keepsakeName(kind))}</h3>
                  <p class="fine">{words.originWords(kind)}</p>
                  <p class="rarity">{words.ownersWords(creatures, of)}</p>
                </li>
              ))}
            </ul>
          </ui.Section>
        ))}
      </>
    ),
  };
}

function groupOf(row: keepsakes.KeepsakeRow): words.KeepsakeGroup {
  if (row.wish) {
    // A wish without an action asks for company.
    const { action = 'reflect' }: WishRow = WISHES[row.wish];
    return action;
  }
  if (row.first) return 'first';
  if (row.stage) return 'stage';
  if (row.streak !== undefined) return 'streak';
  if (row.survived || row.returned) return 'survived';
  return row.days === undefined ? 'count' : 'days';
}

export function keeperShelf({ kinds, newest }: KeeperShelf) {
  return (
    <ui.Section
      heading={words.KEEPER_SHELF_WORDS.heading}
      lead={words.keeperShelfLead(kinds, keepsakes.KEEPSAKE_KINDS.length)}
    >
      <ul class="shelf wide">
        {newest.map(({ kind, at }) => (
          <li>
            {onShelf(kind)}
            <h3 class="keepsake-name">{capitalize(keepsakeName(kind))}</h3>
            <p class="fine">{ui.moment(at)}</p>
          </li>
        ))}
      </ul>
      {allKeepsakes()}
    </ui.Section>
  );
}

export function innerLife({ creature, species, attire, heart, now, observed }: CreatureView) {
  if (!heart) return null;
  const { manner, wish, grantedAt } = heart;
  const { name, seed } = creature;
  const isInDanger = observed !== undefined && publicSituation(observed).danger !== 'none';
  return (
    <>
      {manner !== undefined && <p class="manner">{words.mannerSentence(manner, name)}</p>}
      {attire.joy && grantedAt !== undefined && (
        <p class="joy">
          {words.WISH_WORDS.joy} {ui.ago(grantedAt, now)}.
        </p>
      )}
      {wish && !isInDanger && (
        <div class="wish">
          <h2>{words.WISH_WORDS.label}</h2>
          <p>{describeWish({ wish: wish.kind, number: wish.number, name, seed, species }).text}</p>
          <p class="fine">
            {words.WISH_WORDS.until} {ui.moment(wish.until)}.
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
    title: words.lettersTitle(name),
    description: words.lettersDescription(name, total, isGone),
    path: paths.lettersPath(id, page),
    room: 'creatures',
    card: { path: paths.lifeCardPath(glance, 'wide'), alt: words.lettersTitle(name) },
    about: {
      type: 'CollectionPage',
      mainEntity: linkedCreature(glance),
      hasPart: letters.map((letter) => ({
        '@type': 'CreativeWork',
        genre: 'letter',
        name: letter.subject,
        url: `${paths.lettersPath(id, page)}#letter-${letter.number}`,
        dateCreated: iso(letter.at),
      })),
    },
    feed: { path: paths.lifeFeedPath(id), title: lifeFeedTitle(name) },
    unlisted: unknown.length > 0,
    content: (
      <div class={`letters family-${species.family}`}>
        <div class="letters-top">
          {ui.smallPortrait(ui.portraitOf(glance).src)}
          <div>
            <h1>
              {words.LETTERS_PAGE.of} {ui.bdi(name)}
            </h1>
            {total > 0 && <p class="lead">{words.lettersLead(total, isGone)}</p>}
          </div>
        </div>
        {ui.unknownNotice(unknown)}
        {total === 0 && <ui.Empty>{noLetters(state)}</ui.Empty>}
        {letters.map((letter) => letterSheet(letter, 'h2'))}
        {ui.pagination(words.LETTERS_PAGE.pages, (to) => paths.lettersPath(id, to), {
          page,
          pages,
          isByTime: true,
        })}
        <p class="fine">
          <a href={paths.creaturePath(id)}>{words.LETTERS_PAGE.back}</a>
        </p>
      </div>
    ),
  };
}

function noLetters(state: LettersView['glance']['state']): string {
  if (state === 'egg') return words.LETTERS_PAGE.noneAsEgg;
  return state === 'alive' ? words.LETTERS_PAGE.none : words.LETTERS_PAGE.noneGone;
}

function letterSheet(letter: ReadLetter, Heading: 'h2' | 'h3') {
  const { subject, text } = letter;
  return (
    <article class="letter" id={`letter-${letter.number}`}>
      <Heading>{subject}</Heading>
      {whenWritten(letter)}
      <div class="letter-words">{ui.paragraphs(text.split(/\n+/))}</div>
    </article>
  );
}

function whenWritten({ at, occasion }: ReadLetter) {
  return (
    <p class="fine">
      {ui.moment(at)}, {words.OCCASION_WORDS[occasion]}
    </p>
  );
}

/** The subject of the newest letter; for a dead creature the whole letter. */
export function newestLetter(letters: LetterPage, writer: CreatureGlance) {
  const [newest] = letters.letters;
  const isDead = writer.state === 'dead';
  const href = paths.lettersPath(writer.creature.id);
  return (
    <ui.Section id="letters" heading={isDead ? words.LETTERS_PAGE.lastHeading : words.LETTERS_PAGE.heading}>
      {!newest && <p>{words.LETTERS_PAGE.none}</p>}
      {newest && isDead && letterSheet(newest, 'h3')}
      {newest && !isDead && (
        <div class="envelope">
          <a href={href}>{newest.subject}</a>
          {whenWritten(newest)}
        </div>
      )}
      {letters.total > 1 && (
        <p class="fine">
          <a href={href}>{`${words.LETTERS_PAGE.every} (${letters.total})`}</a>
        </p>
      )}
    </ui.Section>
  );
}
