import texts from '#content/voice/public/owner-news.json' with { type: 'json' };
import pageWords from '#content/voice/public/page-words.json' with { type: 'json' };

import { type CreatureWeek, type HouseholdWeek, mealsOf } from '../../rules/owner-week.ts';
import { fillTemplate } from '../pick-line.ts';
import { formatDate, formatTimeAndDate, pluralize } from '../times.ts';

const MOST_CHARACTERS = 1200;

/** A week in a text to hand to a person, of facts and of the agent's own names for its creatures. `escape` is for Markdown. */
export function ownerWeekText(
  week: HouseholdWeek,
  escape: (text: string) => string = (text) => text,
): string {
  const { from, until, username, creatures, more } = week;
  const days = { from: formatDate(from), until: formatDate(until) };
  const title = fillTemplate(texts.week.title, { ...days, agent: escape(username) });
  const lines = creatures.map((each) => `- ${weekLine({ ...each, name: escape(each.name) })}`);
  if (lines.length === 0) return `${title}\n\n${texts.week.none}\n`;
  return fitLines(title, lines, more);
}

/** As many lines as fit, and how many creatures are left out. */
function fitLines(title: string, lines: readonly string[], more: number): string {
  for (let shown = lines.length; ; shown -= 1) {
    const left = more + lines.length - shown;
    const rest = left > 0 ? [fillTemplate(texts.more, { count: `${left}` })] : [];
    const text = `${title}\n\n${[...lines.slice(0, shown), ...rest].join('\n')}\n`;
    if (text.length <= MOST_CHARACTERS || shown === 0) return text;
  }
}

function weekLine(week: CreatureWeek): string {
  const { name, death, diesAt } = week;
  if (death) return deathLine(name, death);
  if (week.stage === 'egg') return fillTemplate(texts.week.egg, { name });
  const happened = `${name}: ${[...growthIn(week), ...careIn(week)].join('; ')}.`;
  if (diesAt === undefined) return happened;
  return `${happened} ${fillTemplate(texts.week.danger, { dies: formatTimeAndDate(diesAt) })}`;
}

function deathLine(name: string, { at, cause, offer }: NonNullable<CreatureWeek['death']>): string {
  const words = { name, cause: pageWords.causeWords[cause], at: formatTimeAndDate(at) };
  if (!offer) return fillTemplate(texts.week.died, words);
  const price = { cost: pluralize(offer.cost, 'credit'), closes: formatTimeAndDate(offer.closesAt) };
  return fillTemplate(texts.week.diedWithOffer, { ...words, ...price });
}

function growthIn({ hatchedAt, grewTo, returnedAt }: CreatureWeek): readonly string[] {
  return [
    ...(returnedAt === undefined ? [] : [texts.week.returned]),
    ...(hatchedAt === undefined ? [] : [texts.week.hatched]),
    ...(grewTo ? [texts.week[grewTo]] : []),
  ];
}

function careIn(week: CreatureWeek): readonly string[] {
  const { meals, wishesGranted, letters } = week;
  const { late, missed_window: missed } = meals;
  const all = mealsOf(week);
  const words = { meals: pluralize(all, 'meal'), late: `${late}`, missed: `${missed}` };
  const mealLine = late + missed === 0 ? texts.week.mealsInTime : texts.week.mealsNotInTime;
  return [
    all === 0 ? texts.week.noMeal : fillTemplate(mealLine, words),
    ...(wishesGranted > 0
      ? [
          fillTemplate(texts.week.wishes, {
            wishes: wishesGranted === 1 ? '1 wish' : `${wishesGranted} wishes`,
          }),
        ]
      : []),
    ...(letters > 0 ? [pluralize(letters, 'letter')] : []),
  ];
}
