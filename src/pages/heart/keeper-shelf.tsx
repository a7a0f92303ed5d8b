import { KEEPSAKE_KINDS } from '../../core/heart/keepsakes-table.ts';
import type { KeeperShelf as KeeperShelfFacts } from '../../house/heart/read-heart.ts';
import { capitalize } from '../../voice/engine/nouns.ts';
import { KEEPER_SHELF_WORDS, keeperShelfLead } from '../../voice/heart/heart-pages.ts';
import { keepsakeName } from '../../voice/heart/keepsakes.ts';
import { Moment } from '../parts/moment.tsx';
import { Section } from '../parts/section.tsx';
import { AllKeepsakes, OnShelf } from './shelf.tsx';

/** What the creatures of a keeper have kept last. */
export function KeeperShelf({ shelf: { kinds, newest } }: { readonly shelf: KeeperShelfFacts }) {
  return (
    <Section heading={KEEPER_SHELF_WORDS.heading} lead={keeperShelfLead(kinds, KEEPSAKE_KINDS.length)}>
      <ul class="shelf wide">
        {newest.map(({ kind, at }) => (
          <li key={kind}>
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
