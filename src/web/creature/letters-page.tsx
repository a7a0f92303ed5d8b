import type { LetterPage } from '../../features/heart/read-heart.ts';
import type { CreatureGlance, LettersView } from '../../features/public/view-creature.ts';
import { iso } from '../../rules/base/clock.ts';
import type { ReadLetter } from '../../rules/heart/letter.ts';
import { appearanceOf } from '../../rules/situation.ts';
import { lifeFeedTitle } from '../../text/creature/share.ts';
import {
  LETTERS_PAGE,
  lettersDescription,
  lettersLead,
  lettersTitle,
  OCCASION_WORDS,
} from '../../text/heart/heart-pages.ts';
import { writeLetter } from '../../text/heart/letter.ts';
import type { UnknownWord } from '../../text/pages/page-words.ts';
import { linkedCreature, type PageSpec } from '../page-spec.ts';
import { Empty, Moment, Name, Pagination, Paragraphs, Section, SmallPortrait, Unknown } from '../parts.tsx';
import { creaturePath, lettersPath, lifeCardPath, lifeFeedPath } from '../paths.ts';

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
    card: { path: lifeCardPath(glance, 'wide'), alt: lettersTitle(name) },
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
          <LetterSheet letter={letter} writer={glance} level={2} />
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

type LetterProps = Readonly<{ letter: ReadLetter; writer: CreatureGlance }>;

function LetterSheet({ letter, writer, level }: LetterProps & { readonly level: 2 | 3 }) {
  const { subject, text } = letterWords({ letter, writer });
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <article class="letter" id={`letter-${letter.number}`}>
      <Heading>{subject}</Heading>
      <WhenWritten letter={letter} />
      <div class="letter-words">
        <Paragraphs lines={text.split(/\n+/)} />
      </div>
    </article>
  );
}

export function letterWords({ letter, writer: { creature, species } }: LetterProps) {
  const { name, seed, zone } = creature;
  return writeLetter(letter, { name, seed, zone, species }, letter.earlier);
}

function WhenWritten({ letter: { at, occasion } }: { readonly letter: ReadLetter }) {
  return (
    <p class="fine">
      <Moment at={at} />, {OCCASION_WORDS[occasion]}
    </p>
  );
}

/** The subject of the newest letter; for a dead creature the whole letter. */
export function NewestLetter({ letters, writer }: Readonly<{ letters: LetterPage; writer: CreatureGlance }>) {
  const [newest] = letters.letters;
  const isDead = writer.state === 'dead';
  return (
    <Section id="letters" heading={isDead ? LETTERS_PAGE.lastHeading : LETTERS_PAGE.heading}>
      {!newest && <p>{LETTERS_PAGE.none}</p>}
      {newest && isDead && <LetterSheet letter={newest} writer={writer} level={3} />}
      {newest && !isDead && (
        <div class="envelope">
          <a href={lettersPath(writer.creature.id)}>{letterWords({ letter: newest, writer }).subject}</a>
          <WhenWritten letter={newest} />
        </div>
      )}
      {letters.total > 1 && (
        <p class="fine">
          <a href={lettersPath(writer.creature.id)}>{`${LETTERS_PAGE.every} (${letters.total})`}</a>
        </p>
      )}
    </Section>
  );
}
