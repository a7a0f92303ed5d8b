import { STAGES, type Stage } from '../../core/vocabulary.ts';
import { wishesComeTrue, type WishComeTrue } from '../../house/heart/view-heart.ts';
import type { CreatureView, LifeEvent } from '../../house/public/view-creature.ts';
import { cameTrueWords } from '../../voice/heart/heart-pages.ts';
import { CREATURE_PAGE } from '../../voice/lives/creature-page.ts';
import { storySubject, storyWords } from '../../voice/lives/story/story.ts';
import { portraitAlt } from '../../voice/pictures/picture-prompts.ts';
import { capitalize } from '../../voice/engine/nouns.ts';
import { Moment } from '../parts/moment.tsx';
import { Drawing } from '../parts/portrait.tsx';
import { EmptyWindow, Pane } from '../parts/window.tsx';
import { earlierPicturePath, externalPictureUrl, ownPicturePath } from '../paths.ts';

interface StoryProps {
  readonly view: CreatureView;
  readonly origin: string;
}

/** A life from the egg on, an age at a time: how it looked then, and what happened. */
export function Story({ view, origin }: StoryProps) {
  const { creature, state } = view;
  const reached = STAGES.indexOf(creature.stage);
  const toCome = state === 'alive' || state === 'egg' ? STAGES.slice(reached + 1) : [];
  return (
    <>
      <ol class="story">
        {chaptersOf(storyOf(view)).map((chapter) => (
          <Chapter key={chapter.stage} chapter={chapter} view={view} origin={origin} />
        ))}
      </ol>
      {toCome.length > 0 && <AgesToCome stages={toCome} />}
      <ForeignPicture url={externalPictureUrl(view.imageUrl, origin)} />
    </>
  );
}

type PageEvent = LifeEvent | WishComeTrue;

/** What happened to it, and the wishes that came true in between. */
function storyOf({ timeline, heart }: CreatureView): readonly PageEvent[] {
  const wishes = heart ? wishesComeTrue(heart.shelf) : [];
  return [...timeline, ...wishes].toSorted((one, other) => one.at - other.at);
}

/** What happened while it was of one age. */
interface LifeChapter {
  readonly stage: Stage;
  readonly events: readonly PageEvent[];
}

function chaptersOf(timeline: readonly PageEvent[]): readonly LifeChapter[] {
  let stage: Stage = 'egg';
  const placed = timeline.map((event) => {
    if (event.kind === 'hatched') stage = 'baby';
    if (event.kind === 'grew') stage = event.to;
    return { stage, event };
  });
  return [...Map.groupBy(placed, (each) => each.stage)].map(([age, events]) => ({
    stage: age,
    events: events.map(({ event }) => event),
  }));
}

function Chapter({ chapter, view, origin }: StoryProps & { readonly chapter: LifeChapter }) {
  const { creature, species, portraits } = view;
  const { stage, events } = chapter;
  const hung = portraits.find((portrait) => portrait.stage === stage)?.imageUrl;
  const subject = storySubject(view);
  return (
    <li class="chapter">
      <div class="chapter-picture">
        <Pane>
          <Drawing
            src={ownPicturePath(hung, origin) ?? earlierPicturePath(creature.id, stage)}
            alt={`${portraitAlt({ name: creature.name, stage }, species, undefined)}, as ${stage}`}
            size={160}
          />
        </Pane>
      </div>
      <div class="chapter-words">
        <h3>{capitalize(stage)}</h3>
        <ol>
          {events.map((event, at) => (
            <li key={at} class={`event-${event.kind}`}>
              <p>{event.kind === 'wish' ? cameTrueWords(event, subject) : storyWords(event, subject)}</p>
              <p class="fine">
                <Moment at={event.at} />
              </p>
            </li>
          ))}
        </ol>
      </div>
    </li>
  );
}

function AgesToCome({ stages }: { readonly stages: readonly Stage[] }) {
  return (
    <ol class="to-come" aria-label={CREATURE_PAGE.toCome}>
      {stages.map((stage) => (
        <li key={stage}>
          <EmptyWindow />
          <p>
            {stage} <span class="fine">{CREATURE_PAGE.notYet}</span>
          </p>
        </li>
      ))}
    </ol>
  );
}

function ForeignPicture({ url }: { readonly url: string | undefined }) {
  if (url === undefined) return null;
  return (
    <p class="fine">
      Its keeper has given it{' '}
      <a href={url} rel="nofollow noopener noreferrer ugc">
        a picture of its own
      </a>
      , elsewhere.
    </p>
  );
}
