import { KEEPSAKES, type KeepsakeRow } from '../../core/heart/keepsakes-table.ts';
import { WISHES, type WishRow } from '../../core/heart/wishes-table.ts';
import type { KeepsakeCatalog } from '../../house/heart/browse-keepsakes.ts';
import { capitalize } from '../../voice/engine/nouns.ts';
import {
  KEEPSAKE_GROUP_WORDS,
  KEEPSAKES_PAGE,
  keepsakesLead,
  originWords,
  ownersWords,
  type KeepsakeGroup,
} from '../../voice/heart/heart-pages.ts';
import { keepsakeName } from '../../voice/heart/keepsakes.ts';
import { Masthead } from '../layout.tsx';
import type { PageSpec } from '../page-spec.ts';
import { Section } from '../parts/section.tsx';
import { HOUSE_CARDS } from '../pictures/card-paths.ts';
import { KEEPSAKES_PATH } from './heart-paths.ts';
import { OnShelf } from './shelf.tsx';

/** All that can be kept in the house, by what it comes from, and how many keep it. */
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
          <Section key={group} heading={KEEPSAKE_GROUP_WORDS[group]}>
            <ul class="shelf wide">
              {members.map((member) => (
                <Kind key={member.kind} member={member} of={of} />
              ))}
            </ul>
          </Section>
        ))}
      </>
    ),
  };
}

/** Wishes by what they ask for; everything else by what happened. */
function groupOf(row: KeepsakeRow): KeepsakeGroup {
  if (row.wish) return wishGroup(WISHES[row.wish]);
  if (row.first) return 'first';
  if (row.stage) return 'stage';
  if (row.streak !== undefined) return 'streak';
  if (row.survived || row.returned) return 'survived';
  return row.days === undefined ? 'count' : 'days';
}

function wishGroup({ action }: WishRow): KeepsakeGroup {
  // Whoever wishes for anything at all wishes for somebody to come.
  return action ?? 'reflect';
}

interface KindProps {
  readonly member: KeepsakeCatalog['kinds'][number];
  readonly of: number;
}

function Kind({ member: { kind, creatures }, of }: KindProps) {
  return (
    <li>
      {creatures > 0 ? <OnShelf kind={kind} /> : <OnShelf kind={kind} drawn="outline" />}
      <h3 class="keepsake-name">{capitalize(keepsakeName(kind))}</h3>
      <p class="fine">{originWords(kind)}</p>
      <p class="rarity">{ownersWords(creatures, of)}</p>
    </li>
  );
}
