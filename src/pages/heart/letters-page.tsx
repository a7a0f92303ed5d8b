import { iso } from '../../core/engine/clock.ts';
import { appearanceOf } from '../../core/public/situation.ts';
import type { LettersView } from '../../house/heart/view-letters.ts';
import {
  LETTERS_PAGE,
  lettersDescription,
  lettersLead,
  lettersTitle,
} from '../../voice/heart/heart-pages.ts';
import { lifeFeedTitle } from '../../voice/lives/story/share.ts';
import { lifeFeedPath } from '../lives/life-paths.ts';
import type { UnknownWord } from '../../voice/public/unknown-words.ts';
import type { PageSpec } from '../page-spec.ts';
import { Empty } from '../parts/empty.tsx';
import { Pagination } from '../parts/pagination.tsx';
import { SmallPortrait } from '../parts/portrait.tsx';
import { Name } from '../parts/quote.tsx';
import { Unknown } from '../parts/unknown.tsx';
import { linkedCreature } from '../linked-data.ts';
import { creaturePath } from '../paths.ts';
import { creatureCard } from '../pictures/card-paths.ts';
import { lettersPath } from './heart-paths.ts';
import { LetterSheet, letterWords } from './letter.tsx';

/** What a creature has written, the newest first. */
export function lettersPage(
  { glance, letters, total, page, pages }: LettersView,
  unknown: readonly UnknownWord[],
): PageSpec {
  const { creature, species, observed, attire, state } = glance;
  const { id, name, stage } = creature;
  const appearance = observed && appearanceOf(observed);
  const isGone = state === 'dead' || state === 'released';
  return {
    title: lettersTitle(name),
    description: lettersDescription(name, total, isGone),
    path: lettersPath(id, page),
    room: 'creatures',
    card: creatureCard(glance, lettersTitle(name)),
    about: {
      type: 'CollectionPage',
      mainEntity: linkedCreature(glance),
      hasPart: letters.map((letter) => ({
        '@type': 'CreativeWork',
        genre: 'letter',
        name: letterWords({ letter, writer: glance }).subject,
        url: `${lettersPath(id, page)}#letter-${letter.number}`,
        dateCreated: iso(letter.at),
      })),
    },
    feed: { path: lifeFeedPath(id), title: lifeFeedTitle(name) },
    unlisted: unknown.length > 0,
    content: (
      <div class={`letters family-${species.family}`}>
        <div class="letters-top">
          <SmallPortrait id={id} stage={stage} appearance={appearance} attire={attire} />
          <div>
            <h1>
              {LETTERS_PAGE.of} <Name>{name}</Name>
            </h1>
            {total > 0 && <p class="lead">{lettersLead(total, isGone)}</p>}
          </div>
        </div>
        <Unknown words={unknown} />
        {total === 0 && <Empty>{noLetters(state)}</Empty>}
        {letters.map((letter) => (
          <LetterSheet key={letter.number} letter={letter} writer={glance} level={2} />
        ))}
        <Pagination
          page={page}
          pages={pages}
          label={LETTERS_PAGE.pages}
          at={(turned) => lettersPath(id, turned)}
        />
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
