import { STAGES, type Stage } from '../../core/vocabulary.ts';
import type { CreaturePage, CreatureQuery } from '../../house/public/browse-creatures.ts';
import { pluralize } from '../../voice/engine/durations.ts';
import { CREATURES_PAGE, residentsHeading } from '../../voice/public/creatures-page.ts';
import { STAGE_NAMES } from '../../voice/public/page-words.ts';
import { Masthead } from '../layout.tsx';
import type { PageSpec } from '../page-spec.ts';
import { Choice, FamilyChoice } from '../parts/choice.tsx';
import { Empty } from '../parts/empty.tsx';
import { Pagination } from '../parts/pagination.tsx';
import { CreatureWindow } from '../parts/window.tsx';
import { pageQuery, withQuery } from '../paths.ts';
import { HOUSE_CARDS } from '../pictures/card-paths.ts';

/** The living creatures, page by page. */
export function creaturesPage(
  { asOf, creatures, total, page, pages }: CreaturePage,
  query: CreatureQuery,
): PageSpec {
  const { family, stage } = query;
  const heading = residentsHeading(family, stage);
  return {
    title: heading,
    description: CREATURES_PAGE.description,
    path: addressOf({ family, stage, page }),
    room: 'creatures',
    asOf,
    card: HOUSE_CARDS.home,
    content: (
      <>
        <Masthead title={heading}>
          {total === 1 ? 'One, the youngest first.' : `${pluralize(total, 'resident')}, the youngest first.`}
        </Masthead>
        <div class="choices">
          <FamilyChoice chosen={family} hrefOf={(each) => addressOf({ family: each, stage, page: 1 })} />
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
            {creatures.map((resident, at) => (
              <CreatureWindow
                key={resident.creature.id}
                resident={resident}
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

function Stages({ family, stage }: Omit<CreatureQuery, 'page'>) {
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
  return withQuery('/creatures', { family, stage, page: pageQuery(page) });
}
