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
import { creaturePath } from '../paths.ts';
import { creatureCard } from '../pictures/card-paths.ts';
import { lettersPath } from './heart-paths.ts';
import { LetterSheet } from './letter.tsx';

/** What a creature has written, the newest first. */
export function lettersPage(
  { glance, letters, total, page, pages }: LettersView,
  unknown: readonly UnknownWord[],
): PageSpec {
  const { creature, species, observed, attire, state } = glance;
  const { id, name, stage } = creature;
  const appearance = observed && appearanceOf(observed);
  return {
    title: lettersTitle(name),
    description: lettersDescription(name, total),
    path: lettersPath(id, page),
    room: 'creatures',
    card: creatureCard(glance, lettersTitle(name)),
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
            {total > 0 && <p class="lead">{lettersLead(total)}</p>}
          </div>
        </div>
        <Unknown words={unknown} />
        {total === 0 && <Empty>{state === 'egg' ? LETTERS_PAGE.noneAsEgg : LETTERS_PAGE.none}</Empty>}
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
