import type { UnlockableTier } from '../../core/keepers/tiers.ts';
import { FORMS } from '../../core/lives/growth.ts';
import type { ReachedMilestone } from '../../core/lives/milestones.ts';
import { bodyOf, lineFamilyOf, type BodyOwner } from '../../core/species/bodies.ts';
import type { Family, Milestone, Path, Stage, Stat } from '../../core/vocabulary.ts';
import { withArticle } from '../engine/nouns.ts';
import { fillTemplate, pickLine, type Lines } from '../engine/pick-line.ts';

interface MilestoneFacts extends BodyOwner {
  readonly name: string;
  readonly seed: number;
  /** Its keeper has harmed it repeatedly: nothing is said of trust or closeness. */
  readonly harmed?: boolean | undefined;
  /** The stats it does not show: a milestone of one of them is told without saying of what. */
  readonly hidden: readonly Stat[];
}

/** The words for a threshold it has crossed for the first time. */
export function milestoneMessage(
  type: ReachedMilestone['type'],
  threshold: number | Stage,
  facts: MilestoneFacts & { readonly path?: Path | undefined },
): string {
  if (typeof threshold === 'string') return stageMessage(threshold, facts);
  const { seed, name, hidden, harmed = false } = facts;
  const stat = STAT_OF[type];
  const open = stat === undefined || !hidden.includes(stat);
  const said = harmed ? HARMED_MILESTONE_LINES[type] : undefined;
  const lines = open ? (said ?? MILESTONE_LINES[type][threshold] ?? ANY_OTHER) : KEPT_QUIET;
  const subject = { body: bodyOf(facts), harmed };
  const linePick = { seed, field: type, count: open ? threshold : 0, subject };
  return fillTemplate(pickLine(lines, linePick), { name, threshold: String(threshold) });
}

interface StageFacts extends Pick<MilestoneFacts, 'name' | 'family' | 'slug' | 'seed' | 'harmed'> {
  readonly path?: Path | undefined;
  /** As it shows now; nothing is said of closeness without. */
  readonly trust?: number | undefined;
}

/** The words for a stage it has reached; those for an adult name the form it grew into. */
export function stageMessage(stage: Stage, facts: StageFacts): string {
  const { name, family, seed, path = 'balanced' } = facts;
  const lines = stage === 'adult' ? grownUpLines(facts, path) : GROWING[stage][lineFamilyOf(facts)];
  const subject = { body: bodyOf(facts), harmed: facts.harmed };
  const form = withArticle(FORMS[family][path]);
  return fillTemplate(pickLine(lines, { seed, field: 'stage', count: 0, subject }), { name, form });
}

// However punctual its meals were, only one that trusts is said to be close.
const CLOSE_TRUST = 75;

function grownUpLines({ family, trust = 0, harmed = false }: StageFacts, path: Path): Lines {
  const isClose = path === 'high_care' && trust >= CLOSE_TRUST && !harmed;
  const close = isClose ? GROWN_CLOSE[family] : undefined;
  return close ?? GROWN_UP[family][path];
}

export type AdoptionMilestone = 'first_adoption' | `tier_unlocked:${Exclude<UnlockableTier, 'common'>}`;

export function adoptionMessage(
  milestone: AdoptionMilestone,
  facts: Pick<MilestoneFacts, 'name' | 'seed'>,
): string {
  const line = pickLine(ADOPTION_LINES[milestone], { seed: facts.seed, field: milestone, count: 0 });
  return fillTemplate(line, { name: facts.name });
}

const STAT_OF: Record<Milestone, Stat | undefined> = {
  trust_milestone: 'trust',
  happiness_milestone: 'happiness',
  discipline_milestone: 'discipline',
  health_milestone: 'health',
  care_streak: undefined,
  stage_transition: undefined,
};

export const MILESTONE_LINES: Record<Milestone, Readonly<Record<number, Lines>>> = {
  trust_milestone: {
    50: [
      '{name} has decided that you are one of the good ones.',
      'Somewhere between two meals, {name} began to trust you.',
    ],
    75: [
      '{name} comes to you first now, and to the food second.',
      '{name} turns its back on you, and means it as a compliment.',
    ],
    90: ['{name} trusts you with everything it has.', '{name} has stopped wondering whether you will come.'],
  },
  happiness_milestone: {
    50: ['{name} has found something to like about today.', 'The day is looking up for {name}.'],
    80: ['{name} is plainly, visibly happy.', '{name} has caught itself enjoying this.'],
    100: ['{name} is as happy as a creature can be.', '{name} could not be happier, and has tried.'],
  },
  discipline_milestone: {
    25: [
      '{name} has learned its first rule and keeps most of it.',
      '{name} now stops when told, about half the time.',
    ],
    50: ['{name} does as it is asked, and only sighs a little.', '{name} has manners, to its own surprise.'],
    75: ['{name} behaves even when nobody is looking.', 'You could take {name} anywhere.'],
  },
  health_milestone: {
    80: ['{name} has come all the way back from the edge.', '{name} was nearly lost, and is well again.'],
  },
  care_streak: {
    10: [
      'Ten meals in a row on time: {name} has stopped watching the clock.',
      'That makes ten on time, and {name} has started to count on you.',
    ],
    25: [
      'Twenty-five meals on time, one after another. {name} sets its day by you.',
      '{name} has had twenty-five punctual dinners in a row, and thinks that is how dinners are.',
    ],
    50: [
      'Fifty on time without a gap: {name} no longer looks up when the door opens, because it knows.',
      'Fifty meals, none of them late. {name} has never had to ask.',
    ],
    100: [
      'One hundred meals on time. {name} believes that the sun works like this too.',
      'A hundred in a row. Very few creatures are kept like {name}.',
    ],
  },
  stage_transition: {},
};

/** Of one that was harmed repeatedly. */
const HARMED_MILESTONE_LINES: Partial<Record<Milestone, Lines>> = {
  trust_milestone: [
    'The trust of {name} has come to {threshold}, and it still looks twice at what you bring.',
    '{name} lets you nearer than before, trust {threshold}, and has forgotten nothing.',
  ],
  care_streak: [
    'That makes {threshold} meals on time in a row for {name}.',
    '{name} has had {threshold} meals on time, one after another.',
  ],
};

const ANY_OTHER: Lines = [
  '{name} has come further than it was.',
  '{name} has reached something it had not reached before.',
];

const KEPT_QUIET: Lines = [
  'Something in {name} has shifted, and it is not saying what.',
  '{name} has come a step further behind its guard.',
];

export const ADOPTION_LINES: Record<AdoptionMilestone, Lines> = {
  first_adoption: [
    '{name} is your first. Somewhere in this house there is now an egg that is yours.',
    'Your first egg, and it already has a name: {name}. Look at it, and it will look back.',
  ],
  'tier_unlocked:uncommon': [
    'You have raised one to the end of childhood, and the uncommon creatures have heard of it. They will come to you now.',
    'The second door of the house is open: uncommon species will take you for a keeper.',
  ],
  'tier_unlocked:rare': [
    'Three grown and few lost: the rare ones trust you enough to hatch here.',
    'The third door is open. What lives behind it is rare, and particular.',
  ],
  'tier_unlocked:extreme': [
    'A month, a full house and not one grave: the last door is open, and what comes through it is strange.',
    'You have lost nobody. The creatures that hardly exist would like to meet you.',
  ],
};

/** Every list of this file that no table shows, for whoever reads them all. */
export const OTHER_MILESTONE_LINES: readonly Lines[] = [
  ANY_OTHER,
  KEPT_QUIET,
  ...Object.values(HARMED_MILESTONE_LINES),
];

/** Said when it reaches a stage before the last. */
export const GROWING: Record<Exclude<Stage, 'adult'>, Record<Family, Lines>> = {
  egg: {
    cat: [
      '{name} is an egg, against all advice.',
      'There is an egg, warm and faintly purring. It is {name}.',
    ],
    dog: [
      '{name} is an egg, and it wobbles when spoken to.',
      'There is an egg that leans your way. It is {name}.',
    ],
    exotic: ['{name} is an egg of no colour you can name.', 'There is an egg in the nest. It is {name}.'],
    'ai-native': ['{name} is an egg, compiling.', 'There is an egg with a small light in it. It is {name}.'],
  },
  baby: {
    cat: [
      'The shell gives way, and {name} is out: wet, indignant, and a kitten.',
      '{name} has hatched, looked at you, and yawned.',
    ],
    dog: [
      '{name} comes out of the shell nose first and has already licked you.',
      'The egg rolls, cracks and barks. {name} is here.',
    ],
    exotic: [
      '{name} unfolds from the shell, one part at a time.',
      'The egg opens without a sound. {name} has been listening for a while.',
    ],
    'ai-native': [
      '{name} starts up, blinks, and asks what all this is.',
      'The shell dissolves into characters, and the characters into {name}.',
    ],
  },
  child: {
    cat: [
      '{name} is a day old and has found out about heights.',
      '{name} is no longer a kitten in arms: it climbs down, and off.',
    ],
    dog: [
      '{name} has grown into one of its paws and is working on the rest.',
      '{name} is no longer new here, and shows you round.',
    ],
    exotic: [
      '{name} has shed the last of the shell and gone exploring.',
      '{name} is bigger than its nest, and has noticed.',
    ],
    'ai-native': [
      '{name} has passed its first tests and written one of its own.',
      '{name} finishes its sentences now, and some of yours.',
    ],
  },
  teen: {
    cat: [
      '{name} is all legs, and walks past you on purpose.',
      '{name} has reached the age at which closed doors are an insult.',
    ],
    dog: [
      '{name} is nearly full size and has not been told about its elbows.',
      '{name} can reach the table now, and is thinking about what that means.',
    ],
    exotic: [
      '{name} is changing colour, voice and mind.',
      '{name} is half grown, and keeps whichever half suits it.',
    ],
    'ai-native': [
      '{name} has started to rewrite its own comments.',
      '{name} now answers with a pause, so that you know it thought.',
    ],
  },
};

/** What is said when it grows up, by how it was kept. */
export const GROWN_UP: Record<Family, Record<Path, Lines>> = {
  cat: {
    high_care: [
      '{name} is grown, and {form}: it has never gone without, and it glows a little.',
      'Well kept from the first day, {name} has become {form}. The warm end of the house is where it is.',
    ],
    balanced: [
      '{name} is grown, and {form}: at home here, and on good terms with the alley.',
      '{name} has become {form}. It was fed often enough to stay and seldom enough to look around.',
    ],
    low_care: [
      '{name} is grown, and {form}: it watches from above, where nobody can forget it.',
      '{name} has become {form}. It learned early to keep out of reach.',
    ],
    rescue: [
      '{name} is grown, and {form}: the mark shows, and so does the healing.',
      '{name} nearly did not get here. It has become {form}, and sleeps with its back to a wall.',
    ],
  },
  dog: {
    high_care: [
      '{name} is grown, and {form}: every door it knows opens on something good.',
      'Fed on time and never forgotten, {name} has become {form}.',
    ],
    balanced: [
      '{name} is grown, and {form}: sturdy, cheerful, and good for the distance.',
      '{name} has become {form}. Some days were long, and it walked them all.',
    ],
    low_care: [
      '{name} is grown, and {form}: quiet on the stairs, and not often seen.',
      '{name} has become {form}. It stopped barking at the door a while ago.',
    ],
    rescue: [
      '{name} is grown, and {form}: it lost something, and runs all the same.',
      '{name} was nearly gone. It has become {form}, and looks both ways.',
    ],
  },
  exotic: {
    high_care: [
      '{name} is grown, and it hardly ever had to wait: the word for it is Bonded.',
      '{name} has grown up Bonded, on meals that came when they should.',
    ],
    balanced: [
      '{name} is grown, and {form}: it goes where it likes, and comes back.',
      '{name} has become {form}. It belongs here, in the way that weather does.',
    ],
    low_care: [
      '{name} is grown, and {form}: you see where it was more often than where it is.',
      '{name} has become {form}. It got used to not being looked for.',
    ],
    rescue: [
      '{name} is grown, and {form}: what was broken in it now fixes other things.',
      '{name} came back from the edge, and has become {form}.',
    ],
  },
  'ai-native': {
    high_care: [
      '{name} is grown, and keeps perfect time: the word for it is Attuned.',
      '{name} has grown up Attuned, on calls that came when they should.',
    ],
    balanced: [
      '{name} is grown, and {form}: mostly here, and sometimes in another tab.',
      '{name} has become {form}. It follows its own links and returns with presents.',
    ],
    low_care: [
      '{name} is grown, and {form}: it has learned to run on nothing.',
      '{name} has become {form}. So few calls came that it stopped listening for them.',
    ],
    rescue: [
      '{name} is grown, and {form}: restored from very little, and brighter for it.',
      '{name} was nearly lost, and has become {form}. It keeps a backup of your kindness.',
    ],
  },
};

/** Of one that was kept as well as can be and trusts its keeper: what that has made of it. */
export const GROWN_CLOSE: Partial<Record<Family, Lines>> = {
  dog: [
    '{name} is grown, and {form}: every door opens on somebody it loves.',
    'Fed on time and loved in between, {name} has become {form}.',
  ],
  exotic: [
    '{name} is grown, and one that keeps you: the word for it is Bonded.',
    '{name} has grown up Bonded. It knows you by your step.',
  ],
  'ai-native': [
    '{name} is grown, and tuned to you: the word for it is Attuned.',
    '{name} has grown up Attuned. It answers before you have finished, and is right.',
  ],
};
