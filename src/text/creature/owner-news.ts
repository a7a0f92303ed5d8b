import texts from '#content/voice/public/owner-news.json' with { type: 'json' };
import pageWords from '#content/voice/public/page-words.json' with { type: 'json' };

import type { Instant } from '../../rules/base/clock.ts';
import {
  type CreatureNews,
  type HumanNews,
  NEWS_KINDS,
  type OwnerNewsItem,
  type NewsKind,
  type WeekOfMeals,
} from '../../rules/owner-news.ts';
import { ambitionDeed } from '../heart/ambitions.ts';
import { joinWithAnd } from '../nouns.ts';
import { fillTemplate, type TemplateWords } from '../pick-line.ts';
import { describeDuration, formatTimeAndDate, pluralize } from '../times.ts';

const MOST_CHARACTERS = 240;

/** All news in one text for the human of an agent, the most pressing first; of facts, and of the agent's own names for its creatures. */
export function ownerNewsText({ news, week }: HumanNews, now: Instant): string {
  const byCreature = [...Map.groupBy(news, ({ creatureId }) => creatureId).values()];
  const told = byCreature.flatMap((own) => tellCreature(own.toSorted(byTime), now)).toSorted(byPress);
  const alike = [...Map.groupBy(told, ({ line, words }) => JSON.stringify([line, words])).values()];
  return fitSentences([...alike.map(sentenceOf), ...(week ? [tellWeek(week)] : [])]);
}

/** One piece of news on a page that tells beside it until when something is possible. */
export function newsLine({ name, item }: Pick<CreatureNews, 'name' | 'item'>): string {
  const lines = texts.one;
  if (item.kind === 'danger') return fillTemplate(texts.endangered, { name });
  if (item.kind === 'died')
    return fillTemplate(lines.died, { names: name, cause: pageWords.causeWords[item.cause] });
  const { line, words } = lineOf(item, 1, 0);
  return fillTemplate(lines[line], { ...words, names: name });
}

type LineName = keyof (typeof texts)['one'];

interface ToldNews extends CreatureLine {
  readonly kind: NewsKind;
  readonly at: Instant;
  readonly name: string;
}

interface CreatureLine {
  readonly line: LineName;
  readonly words: TemplateWords;
}

const byTime = (one: CreatureNews, other: CreatureNews) => one.at - other.at;

function byPress(one: ToldNews, other: ToldNews): number {
  return NEWS_KINDS.indexOf(one.kind) - NEWS_KINDS.indexOf(other.kind) || one.at - other.at;
}

/** One line for each kind of news about a creature, without what later news makes void. */
function tellCreature(own: readonly CreatureNews[], now: Instant): readonly ToldNews[] {
  const lastOf = (kind: NewsKind) => own.findLast(({ item }) => item.kind === kind)?.at ?? -Infinity;
  const diedAt = lastOf('died');
  const endangeredAt = Math.max(lastOf('danger'), lastOf('saved'));
  const isVoid = ({ at, item: { kind } }: CreatureNews) => {
    if (kind === 'died') return lastOf('returned') > at;
    if (at <= diedAt) return kind !== 'hatched';
    if (kind === 'saved') return at < lastOf('danger');
    return (kind === 'missed_meal' || kind === 'late_meal') && at <= endangeredAt;
  };
  const kinds = Map.groupBy(
    own.filter((each) => !isVoid(each)),
    ({ item }) => item.kind,
  );
  return [...kinds].flatMap(([kind, all]) => {
    const last = all.at(-1);
    return last ? [{ kind, at: last.at, name: last.name, ...lineOf(last.item, all.length, now) }] : [];
  });
}

function lineOf(item: OwnerNewsItem, count: number, now: Instant): CreatureLine {
  switch (item.kind) {
    case 'died': {
      const cause = pageWords.causeWords[item.cause];
      if (now > item.closesAt) return { line: 'died', words: { cause } };
      const offer = { closes: formatTimeAndDate(item.closesAt), cost: pluralize(item.cost, 'credit') };
      return { line: 'diedWithOffer', words: { cause, ...offer } };
    }
    case 'danger':
      return { line: 'danger', words: { dies: formatTimeAndDate(item.diesAt) } };
    case 'grew':
      return { line: item.to, words: {} };
    case 'ambition':
      return { line: 'ambition', words: { did: ambitionDeed(item.ambition) } };
    case 'wish':
      return { line: 'wish', words: { open: describeDuration(item.openMs) } };
    case 'missed_meal':
    case 'late_meal':
      return count > 1
        ? { line: `${item.kind}s`, words: { count: `${count}` } }
        : { line: item.kind, words: {} };
    default:
      return { line: item.kind, words: {} };
  }
}

/** The same line about one creature or several. */
function sentenceOf(alike: readonly ToldNews[]): string {
  const [first] = alike;
  if (!first) return '';
  const lines = alike.length > 1 ? texts.many : texts.one;
  return fillTemplate(lines[first.line], { ...first.words, names: joinNames(alike.map(({ name }) => name)) });
}

const MOST_OF_NAMES = 110;

/** As many names as fit, and how many others. */
function joinNames(names: readonly string[]): string {
  const fits = (count: number) => names.slice(0, count).join(', ').length <= MOST_OF_NAMES;
  const shown = Math.max(1, names.findLastIndex((_, at) => fits(at + 1)) + 1);
  const left = names.length - shown;
  if (left === 0) return joinWithAnd(names);
  return joinWithAnd([
    ...names.slice(0, shown),
    left === 1 ? texts.another : fillTemplate(texts.others, { count: `${left}` }),
  ]);
}

function tellWeek({ late, missed }: WeekOfMeals): string {
  if (late + missed === 0) return texts.weekInTime;
  const lateMeals = `${pluralize(late, 'meal')} ${late === 1 ? 'was' : 'were'}`;
  return fillTemplate(texts.weekNotInTime, { late: lateMeals, missed: `${missed}` });
}

/** As many sentences as fit, and how many are left out. */
function fitSentences(sentences: readonly string[]): string {
  const whole = sentences.join(' ');
  if (whole.length <= MOST_CHARACTERS) return whole;
  for (let kept = sentences.length - 1; kept > 0; kept -= 1) {
    const more = fillTemplate(texts.more, { count: `${sentences.length - kept}` });
    const text = [...sentences.slice(0, kept), more].join(' ');
    if (text.length <= MOST_CHARACTERS) return text;
  }
  return sentences[0] ?? '';
}
