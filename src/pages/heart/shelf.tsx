import type { KeepsakeKind } from '../../core/heart/keepsakes-table.ts';
import type { Shelf as ShelfFacts, ShelvedKeepsake } from '../../house/heart/read-heart.ts';
import { capitalize } from '../../voice/engine/nouns.ts';
import { SHELF_WORDS } from '../../voice/heart/heart-pages.ts';
import { keepsakeName, keepsakeStory, rarityWords } from '../../voice/heart/keepsakes.ts';
import { Empty } from '../parts/empty.tsx';
import { Moment } from '../parts/moment.tsx';
import { Drawing } from '../parts/portrait.tsx';
import { Section } from '../parts/section.tsx';
import { keepsakePicturePath } from '../paths.ts';
import { KEEPSAKES_PATH } from './heart-paths.ts';

interface ShelfProps {
  readonly shelf: ShelfFacts;
  /** Of whoever keeps it. */
  readonly name: string;
  /** It died or was released: the texts are in the past tense. */
  readonly isGone: boolean;
}

/** What a creature keeps; each thing opens to tell its story. */
export function Shelf({ shelf: { kept, of }, name, isGone }: ShelfProps) {
  const lead = isGone ? SHELF_WORDS.leadGone : SHELF_WORDS.lead;
  return (
    <Section id="shelf" heading={SHELF_WORDS.heading} lead={kept.length > 0 ? lead : undefined}>
      {kept.length === 0 ? (
        <Empty>{isGone ? SHELF_WORDS.noneGone : SHELF_WORDS.none}</Empty>
      ) : (
        <ul class="shelf">
          {kept.map((one) => (
            <li key={one.kind}>
              <Keepsake one={one} of={of} name={name} />
            </li>
          ))}
        </ul>
      )}
      <AllKeepsakes />
    </Section>
  );
}

/** The way from any shelf to everything that can be kept. */
export function AllKeepsakes() {
  return (
    <p class="fine">
      <a href={KEEPSAKES_PATH}>{SHELF_WORDS.all}</a>
    </p>
  );
}

interface KeepsakeProps {
  readonly one: ShelvedKeepsake;
  readonly of: number;
  readonly name: string;
}

function Keepsake({ one: { kind, at, creatures }, of, name }: KeepsakeProps) {
  return (
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
  );
}

/** A drawing that stands on its piece of the board, beside its name. */
export function OnShelf({ kind, drawn }: { readonly kind: KeepsakeKind; readonly drawn?: 'outline' }) {
  return (
    <span class={drawn === undefined ? 'on-shelf' : 'on-shelf missing'}>
      <Drawing kind="keepsake-picture" src={keepsakePicturePath(kind, drawn)} alt="" size={64} />
    </span>
  );
}
