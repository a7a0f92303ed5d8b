import { publicSituation } from '../../core/public/situation.ts';
import type { CreatureView } from '../../house/public/view-creature.ts';
import { mannerSentence, WISH_WORDS } from '../../voice/heart/heart-pages.ts';
import { describeWish } from '../../voice/heart/wishes.ts';
import { Ago, Moment } from '../parts/moment.tsx';

/** Who it has become, what it wishes for, and whether a wish has just come true. */
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
          {/* What would grant it is between the two of them. */}
          <p class="fine">
            {WISH_WORDS.until} <Moment at={wish.until} />.
          </p>
        </div>
      )}
    </>
  );
}
