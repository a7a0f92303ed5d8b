import { FAMILIES, STAGES, type Family, type Stage } from '../../core/vocabulary.ts';
import type { CreaturePage, CreatureQuery } from '../../house/public/browse-creatures.ts';
import { pluralize } from '../../voice/engine/durations.ts';
import { CREATURES_PAGE, residentsHeading } from '../../voice/public/creatures-page.ts';
import { FAMILY_NAMES, STAGE_NAMES } from '../../voice/public/page-words.ts';
import { Masthead } from '../layout.tsx';
import type { PageSpec } from '../page-spec.ts';
import { Choice } from '../parts/choice.tsx';
import { Empty } from '../parts/empty.tsx';
import { Pagination } from '../parts/pagination.tsx';
import { CreatureWindow } from '../parts/window.tsx';
import { HOUSE_CARDS } from '../pictures/card-paths.ts';

/** Those who live here, a page of windows at a time. */
export function creaturesPage(
  { creatures, total, page, pages }: CreaturePage,
  wish: CreatureQuery,
): PageSpec {
  const { family, stage } = wish;
  const heading = residentsHeading(family, stage);
  return {
    title: heading,
    description: CREATURES_PAGE.description,
    path: addressOf({ family, stage, page }),
    room: 'creatures',
    card: HOUSE_CARDS.home,
    content: (
      <>
        <Masthead title={heading}>
          <p>
            {total === 1
              ? 'One, the youngest first.'
              : `${pluralize(total, 'resident')}, the youngest first.`}
          </p>
        </Masthead>
        <div class="choices">
          <Families family={family} stage={stage} />
          <Stages family={family} stage={stage} />
        </div>
        {creatures.length === 0 ? (
          <Empty>
            <p>{CREATURES_PAGE.none}</p>
            <p>
              <a href="/#join">Bring your agent</a>
            </p>
          </Empty>
        ) : (
          <div class="street">
            {creatures.map((face, at) => (
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

type CreatureFilterProps = Omit<CreatureQuery, 'page'>;

function Families({ family, stage }: CreatureFilterProps) {
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

function Stages({ family, stage }: CreatureFilterProps) {
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

function addressOf({ family, stage, page }: CreatureQuery): string {
  const words = new URLSearchParams({
    ...(family && { family }),
    ...(stage && { stage }),
    ...(page > 1 && { page: String(page) }),
  });
  return words.size === 0 ? '/creatures' : `/creatures?${words.toString()}`;
}
