import type {
  KeeperShelf as KeeperShelfFacts,
  KeepsakeCatalog,
  Shelf as ShelfFacts,
} from '../../features/heart/read-heart.ts';
import type { CreatureView } from '../../features/public/view-creature.ts';
import {
  KEEPSAKE_KINDS,
  type KeepsakeKind,
  type KeepsakeRow,
  KEEPSAKES,
} from '../../rules/heart/keepsakes-table.ts';
import { WISHES, type WishRow } from '../../rules/heart/wishes-table.ts';
import { publicSituation } from '../../rules/situation.ts';
import {
  KEEPER_SHELF_WORDS,
  keeperShelfLead,
  KEEPSAKE_GROUP_WORDS,
  type KeepsakeGroup,
  KEEPSAKES_PAGE,
  keepsakesLead,
  mannerSentence,
  originWords,
  ownersWords,
  SHELF_WORDS,
  WISH_WORDS,
} from '../../text/heart/heart-pages.ts';
import { keepsakeName, keepsakeStory, rarityWords } from '../../text/heart/keepsakes.ts';
import { describeWish } from '../../text/heart/wishes.ts';
import { capitalize } from '../../text/nouns.ts';
import { Masthead } from '../layout.tsx';
import type { PageSpec } from '../page-spec.ts';
import { Ago, Drawing, Empty, Moment, Section } from '../parts.tsx';
import { HOUSE_CARDS, keepsakePicturePath, KEEPSAKES_PATH } from '../paths.ts';

/** `name` is the creature's. `isGone`: past tense, because it died or was released. */
type ShelfProps = Readonly<{ shelf: ShelfFacts; name: string; isGone: boolean }>;

export function Shelf({ shelf: { kept, of }, name, isGone }: ShelfProps) {
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
                  <OnShelf kind={kind} />
                  <span class="keepsake-name">{capitalize(keepsakeName(kind))}</span>
                </summary>
                <div class="keepsake-story">
                  <p>{keepsakeStory(kind, name)}</p>
                  <p class="fine">
                    <Moment at={at} />; {rarityWords(creatures, of)}.
                  </p>
                </div>
              </details>
            </li>
          ))}
        </ul>
      )}
      <AllKeepsakes />
    </Section>
  );
}

function AllKeepsakes() {
  return (
    <p class="fine">
      <a href={KEEPSAKES_PATH}>{SHELF_WORDS.all}</a>
    </p>
  );
}

function OnShelf({ kind, drawn }: Readonly<{ kind: KeepsakeKind; drawn?: 'outline' | undefined }>) {
  return (
    <span class={drawn === undefined ? 'on-shelf' : 'on-shelf missing'}>
      <Drawing kind="keepsake-picture" src={keepsakePicturePath(kind, drawn)} alt="" size={64} />
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
        {[...groups].map(([group, members]) => (
          <Section heading={KEEPSAKE_GROUP_WORDS[group]}>
            <ul class="shelf wide">
              {members.map(({ kind, creatures }) => (
                <li>
                  <OnShelf kind={kind} drawn={creatures > 0 ? undefined : 'outline'} />
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

/** The group of a keepsake on the page: those of wishes by their action, all others by their cause. */
function groupOf(row: KeepsakeRow): KeepsakeGroup {
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

export function KeeperShelf({ shelf: { kinds, newest } }: { readonly shelf: KeeperShelfFacts }) {
  return (
    <Section heading={KEEPER_SHELF_WORDS.heading} lead={keeperShelfLead(kinds, KEEPSAKE_KINDS.length)}>
      <ul class="shelf wide">
        {newest.map(({ kind, at }) => (
          <li>
            <OnShelf kind={kind} />
            <h3 class="keepsake-name">{capitalize(keepsakeName(kind))}</h3>
            <p class="fine">
              <Moment at={at} />
            </p>
          </li>
        ))}
      </ul>
      <AllKeepsakes />
    </Section>
  );
}

export function InnerLife({ view }: { readonly view: CreatureView }) {
  const { creature, species, attire, heart, now, observed } = view;
  if (!heart) return null;
  const { manner, wish, grantedAt } = heart;
  const { name, seed } = creature;
  const isInDanger = observed !== undefined && publicSituation(observed).danger !== 'none';
  return (
    <>
      {manner !== undefined && <p class="manner">{mannerSentence(manner, name)}</p>}
      {attire.joy && grantedAt !== undefined && (
        <p class="joy">
          {WISH_WORDS.joy} <Ago at={grantedAt} now={now} />.
        </p>
      )}
      {wish && !isInDanger && (
        <div class="wish">
          <h2>{WISH_WORDS.label}</h2>
          <p>{describeWish({ wish: wish.kind, number: wish.number, name, seed, species }).text}</p>
          <p class="fine">
            {WISH_WORDS.until} <Moment at={wish.until} />.
          </p>
        </div>
      )}
    </>
  );
}
