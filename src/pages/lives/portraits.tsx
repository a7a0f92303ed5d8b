import { STAGES, type Stage } from '../../core/vocabulary.ts';
import type { CreatureView } from '../../house/public/view-creature.ts';
import { CREATURE_PAGE } from '../../voice/lives/creature-page.ts';
import { portraitAlt } from '../../voice/pictures/picture-prompts.ts';
import { Drawing } from '../parts/portrait.tsx';
import { EmptyWindow, Pane } from '../parts/window.tsx';
import { earlierPicturePath, ownPicturePath, externalPictureUrl } from '../paths.ts';

/** How it looked at every age, and windows for the ages to come. */
export function Portraits({ view, origin }: { readonly view: CreatureView; readonly origin: string }) {
  const { creature, species, imageUrl, portraits } = view;
  const reached = STAGES.indexOf(creature.stage);
  const foreign = externalPictureUrl(imageUrl, origin);
  const hung = (stage: Stage) =>
    ownPicturePath(portraits.find((portrait) => portrait.stage === stage)?.imageUrl, origin);
  return (
    <>
      <ol class="ages">
        {STAGES.map((stage, at) => (
          <li key={stage} class={at <= reached ? undefined : 'to-come'}>
            {at <= reached ? (
              <Pane>
                <Drawing
                  src={hung(stage) ?? earlierPicturePath(creature.id, stage)}
                  alt={`${portraitAlt({ name: creature.name, stage }, species, undefined)}, as ${stage}`}
                  size={160}
                />
              </Pane>
            ) : (
              <EmptyWindow />
            )}
            <p>
              {stage}
              {at > reached && <span class="fine"> {CREATURE_PAGE.notYet}</span>}
            </p>
          </li>
        ))}
      </ol>
      {foreign !== undefined && (
        <p class="fine">
          Its keeper has given it{' '}
          <a href={foreign} rel="nofollow noopener noreferrer ugc">
            a picture of its own
          </a>
          , elsewhere.
        </p>
      )}
    </>
  );
}
