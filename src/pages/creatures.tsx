import { FAMILIES, STAGES, type Family, type Stage } from '../core/vocabulary.ts';
import type { CreaturePage, CreatureWish } from '../house/browse-creatures.ts';
import { CREATURES, residentsHeading } from '../voice/creatures-page.ts';
import { counted } from '../voice/durations.ts';
import { FAMILY_NAMES, STAGE_NAMES } from '../voice/pages.ts';
import { HOUSE_CARDS } from './card-paths.ts';
import { Masthead } from './layout.tsx';
import type { Leaf } from './leaf.ts';
import { Choice } from './parts/choice.tsx';
import { Empty } from './parts/empty.tsx';
import { Pagination } from './parts/pagination.tsx';
import { CreatureWindow } from './parts/window.tsx';

/** Those who live here, a page of windows at a time. */
export function creaturesPage({ faces, total, page, pages }: CreaturePage, wish: CreatureWish): Leaf {
  const { family, stage } = wish;
  const heading = residentsHeading(family, stage);
  return {
    title: heading,
    description: CREATURES.description,
    path: addressOf({ family, stage, page }),
    room: 'creatures',
    card: HOUSE_CARDS.home,
    content: (
      <>
        <Masthead title={heading}>
          <p>
            {total === 1 ? 'One, the youngest first.' : `${counted(total, 'resident')}, the youngest first.`}
          </p>
        </Masthead>
        <div class="choices">
          <Families family={family} stage={stage} />
          <Stages family={family} stage={stage} />
        </div>
        {faces.length === 0 ? (
          <Empty>
            <p>{CREATURES.none}</p>
            <p>
              <a href="/#join">Bring your agent</a>
            </p>
          </Empty>
        ) : (
          <div class="street">
            {faces.map((face, at) => (
              <CreatureWindow
                key={face.creature.id}
                face={face}
                level={2}
                mood="told"
                loading={at < 6 ? 'eager' : 'lazy'}
              />
            ))}
          </div>
        )}
        <Pagination
          page={page}
          pages={pages}
          label="Pages of residents"
          at={(turned) => addressOf({ family, stage, page: turned })}
        />
      </>
    ),
  };
}

type Chosen = Omit<CreatureWish, 'page'>;

function Families({ family, stage }: Chosen) {
  const options: readonly (Family | undefined)[] = [undefined, ...FAMILIES];
  return (
    <Choice
      label="Families"
      options={options.map((each) => ({
        label: each ? FAMILY_NAMES[each] : 'Every family',
        href: addressOf({ family: each, stage, page: 1 }),
        chosen: each === family,
        tone: each && `family-${each}`,
      }))}
    />
  );
}

function Stages({ family, stage }: Chosen) {
  const options: readonly (Stage | undefined)[] = [undefined, ...STAGES];
  return (
    <Choice
      label="Ages"
      options={options.map((each) => ({
        label: each ? STAGE_NAMES[each] : 'All that hatched',
        href: addressOf({ family, stage: each, page: 1 }),
        chosen: each === stage,
      }))}
    />
  );
}

function addressOf({ family, stage, page }: CreatureWish): string {
  const words = new URLSearchParams({
    ...(family && { family }),
    ...(stage && { stage }),
    ...(page > 1 && { page: String(page) }),
  });
  return words.size === 0 ? '/creatures' : `/creatures?${words.toString()}`;
}
