import type { ReadLetter } from '../../core/heart/letter.ts';
import type { LetterPage } from '../../house/heart/read-heart.ts';
import type { CreatureGlance } from '../../house/public/view-creature.ts';
import { LETTERS_PAGE, OCCASION_WORDS } from '../../voice/heart/heart-pages.ts';
import { writeLetter } from '../../voice/heart/letter.ts';
import { Moment } from '../parts/moment.tsx';
import { Section } from '../parts/section.tsx';
import { lettersPath } from './heart-paths.ts';

interface LetterProps {
  readonly letter: ReadLetter;
  /** Whose it is. */
  readonly writer: CreatureGlance;
}

/** A letter on its sheet of paper. */
export function LetterSheet({ letter, writer, level }: LetterProps & { readonly level: 2 | 3 }) {
  const { subject, text } = letterWords({ letter, writer });
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <article class="letter" id={`letter-${letter.number}`}>
      <Heading>{subject}</Heading>
      <WhenWritten letter={letter} />
      <div class="letter-words">
        {text.split(/\n+/).map((paragraph, at) => (
          <p key={at}>{paragraph}</p>
        ))}
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

interface NewestLetterProps extends Omit<LetterProps, 'letter'> {
  readonly letters: LetterPage;
}

/** What a creature wrote last: its subject, or all of it where it is the last there will be. */
export function NewestLetter({ letters: { letters, total }, writer }: NewestLetterProps) {
  const [newest] = letters;
  const isDead = writer.state === 'dead';
  return (
    <Section id="letters" heading={isDead ? LETTERS_PAGE.lastHeading : LETTERS_PAGE.heading}>
      {!newest && <p>{LETTERS_PAGE.none}</p>}
      {newest && isDead && <LetterSheet letter={newest} writer={writer} level={3} />}
      {newest && !isDead && <Envelope letter={newest} writer={writer} />}
      {total > 1 && (
        <p class="fine">
          <a href={lettersPath(writer.creature.id)}>{`${LETTERS_PAGE.every} (${total})`}</a>
        </p>
      )}
    </Section>
  );
}

/** What a letter is about, and the way to it. */
function Envelope({ letter, writer }: LetterProps) {
  return (
    <div class="envelope">
      <a href={lettersPath(writer.creature.id)}>{letterWords({ letter, writer }).subject}</a>
      <WhenWritten letter={letter} />
    </div>
  );
}
