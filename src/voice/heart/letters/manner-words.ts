import type { Letter } from '../../../core/heart/letter.ts';
import type { MannerKind } from '../../../core/heart/manners-table.ts';
import { withArticle } from '../../engine/nouns.ts';
import type { TemplateWords } from '../../engine/pick-line.ts';

/** How one that has a manner of its own speaks of it. */
interface SpokenManner {
  /** What it is: `connoisseur`. */
  readonly noun: string;
  /** Why, after "because": true of everybody who has it. */
  readonly because: string;
  /** What it is like to be one, after "I". */
  readonly habits: readonly [string, string];
}

const MANNER_WORDS: Readonly<Record<MannerKind, SpokenManner>> = {
  // Always the same.
  connoisseur: {
    noun: 'connoisseur',
    because: 'most of what came to me came in a bowl',
    habits: ['judge every mouthful and tell nobody', 'think in flavours first and words second'],
  },
  tumbler: {
    noun: 'tumbler',
    because: 'most of what I know is games',
    habits: ['take nothing seriously that can be rolled', 'would rather fall over than stand about'],
  },
  preener: {
    noun: 'preener',
    because: 'I was washed and brushed more than most',
    habits: ['cannot pass a shiny surface without a check', 'like every part of me to lie the right way'],
  },
  careful_breather: {
    noun: 'careful breather',
    because: 'there was medicine on so many of my days',
    habits: ['take each breath as if somebody had handed it to me', 'do not call a good day ordinary'],
  },
  drill_lover: {
    noun: 'lover of drills',
    because: 'so much of my growing was lessons',
    habits: ['am happiest when I know what comes next', 'practise even when nobody has asked'],
  },
  dozer: {
    noun: 'dozer',
    because: 'I was put to bed so often that it took',
    habits: ['think best with my eyes shut', 'have never met an hour that a nap could not improve'],
  },
  listener: {
    noun: 'listener',
    because: 'so much of our time together was talk',
    habits: [
      'leave room after every sentence, in case there is more',
      'hear how a thing is said before what',
    ],
  },
  creature_of_habit: {
    noun: 'creature of habit',
    because: 'my days were mostly like each other',
    habits: ['like tomorrow to look a good deal like today', 'know the order of things and keep to it'],
  },
  one_song: {
    noun: 'creature with only one song',
    because: 'I found out what I love',
    habits: ['hum the same thing and do not tire of it', 'love few things, and those thoroughly'],
  },
  dawn_waiter: {
    noun: 'waiter for dawn',
    because: 'it was mostly mornings that brought somebody',
    habits: ['believe in mornings', 'am at my best before the day has made up its mind'],
  },
  window_sitter: {
    noun: 'sitter at windows',
    because: 'it was mostly evenings that brought somebody',
    habits: ['keep my best thoughts for the evening', 'turn towards the door when the light goes'],
  },
  lamp_keeper: {
    noun: 'keeper of lamps',
    because: 'so much of my care came at night',
    habits: ['am not afraid of the dark, we have met', 'keep a small light on in my thoughts'],
  },
  bowl_watcher: {
    noun: 'watcher of bowls',
    because: 'meals did not always come when they were due',
    habits: [
      'keep an eye on the bowl, out of old habit',
      'never quite believe in the next meal until it is here',
    ],
  },
  // This and that.
  host: {
    noun: 'host',
    because: 'I was fed so often, and there was company with it',
    habits: ['want everybody to have had enough', 'think of a full bowl as good manners'],
  },
  teaser: {
    noun: 'teaser',
    because: 'I grew up on games',
    habits: ['mean about half of what I say', 'look for the game in everything'],
  },
  tidy_one: {
    noun: 'tidy soul',
    because: 'I was kept so clean',
    habits: ['cannot think next to a crumb', 'put my thoughts back where I found them'],
  },
  nurse: {
    noun: 'nurse at heart',
    because: 'I was nursed often enough to learn how it is done',
    habits: ['notice when somebody is tired', 'believe in quiet and in small doses'],
  },
  upright_one: {
    noun: 'creature of principle',
    because: 'somebody took the trouble to teach me',
    habits: ['keep rules even when they cannot see me', 'say no to myself, and am a little proud of it'],
  },
  dreamer: {
    noun: 'dreamer',
    because: 'somebody saw to my rest',
    habits: ['lose the end of most sentences to something nicer', 'take long ways round in my thoughts'],
  },
  confidant: {
    noun: 'confidant',
    because: 'I was told things',
    habits: ['keep what I am told', 'can be quiet in a way that asks nothing'],
  },
  early_bird: {
    noun: 'early bird',
    because: 'so many of my good things came in the morning',
    habits: ['have my opinions before breakfast', 'like the hours that nobody has used yet'],
  },
  noon_stroller: {
    noun: 'stroller at noon',
    because: 'most of my care came in the middle of the day',
    habits: ['do nothing in a hurry', 'am fond of the broad middle of things'],
  },
  dusk_dancer: {
    noun: 'dancer at dusk',
    because: 'so many of my good things came in the evening',
    habits: ['come alive when the lamps do', 'keep a few steps back for the evening'],
  },
  night_owl: {
    noun: 'night owl',
    because: 'so much of my care came after bedtime',
    habits: ['have my clearest thoughts when I should have none', 'treat midnight as a reasonable hour'],
  },
  hoarder: {
    noun: 'hoarder',
    because: 'some meals did not come when they were due',
    habits: ['save a little of everything, even of good days', 'like to know that there is more somewhere'],
  },
  clockmaker: {
    noun: 'clockmaker',
    because: 'my meals came like clockwork',
    habits: ['know what time it is without being told', 'trust things that come round again'],
  },
  greeter: {
    noun: 'greeter',
    because: 'somebody came in so many times a day',
    habits: ['have a hello ready at all times', 'think a door is the best part of a room'],
  },
  hoper: {
    noun: 'hoper',
    because: 'no day of mine was so bad that I stopped',
    habits: ['expect good things, on average', 'leave a place free for what may come'],
  },
  gourmet: {
    noun: 'gourmet',
    because: 'I was given so many things to love',
    habits: ['have favourites, in the plural', 'remember what was loved, and in which order'],
  },
  // A bit of everything.
  potluck_cook: {
    noun: 'cook of whatever there is',
    because: 'there was always food, and something else with it',
    habits: ['mix everything I know and see what comes out', 'think that most things go together'],
  },
  inventor: {
    noun: 'inventor',
    because: 'I was played with, and in so many ways',
    habits: ['take ideas apart to hear them click', 'have a use for nearly everything'],
  },
  gardener: {
    noun: 'gardener',
    because: 'I was kept clean, and everything else was seen to as well',
    habits: ['like things to have room', 'look after small things until they are bigger'],
  },
  healer: {
    noun: 'healer',
    because: 'I was made well when I needed it, and was never only a patient',
    habits: ['believe most things can be mended', 'sit down next to what hurts'],
  },
  scholar: {
    noun: 'scholar',
    because: 'I was taught, and was given much to think about',
    habits: [
      'ask why, and then ask it of the answer',
      'read everything, this letter included, a second time',
    ],
  },
  stargazer: {
    noun: 'gazer at stars',
    because: 'I was given rest, and a whole life around it',
    habits: ['look up more than is practical', 'feel small in a way that I enjoy'],
  },
  storyteller: {
    noun: 'teller of stories',
    because: 'you talked to me, and there was so much to talk about',
    habits: ['turn whatever happens into a sentence', 'know how this will sound before it is over'],
  },
  sunrise_singer: {
    noun: 'singer at sunrise',
    because: 'so much of what I had came in the morning',
    habits: ['begin every day as if it were the good one', 'sing a little before I know what about'],
  },
  wayfarer: {
    noun: 'wayfarer',
    because: 'the middle of my days was never the same',
    habits: ['am always a little on the way', 'like what is round the corner, whatever it is'],
  },
  lantern_bearer: {
    noun: 'bearer of lanterns',
    because: 'so much of what I had came in the evening',
    habits: ['carry the evening about with me', 'like to be the light that is left on'],
  },
  moon_walker: {
    noun: 'walker by moonlight',
    because: 'so much of all that was done for me was done at night',
    habits: ['go softly and see a good deal', 'find that the night has room for everything'],
  },
  improviser: {
    noun: 'improviser',
    because: 'I never quite knew what would come next',
    habits: ['make do, and rather well', 'like a plan best when it has just failed'],
  },
  conductor: {
    noun: 'conductor',
    because: 'my meals kept time, and so much else went on around them',
    habits: ['hear the beat in things', 'like many parts and one rhythm'],
  },
  host_of_many: {
    noun: 'host to every occasion',
    because: 'you came so often, and never for the same thing only',
    habits: ['have room for one more of anything', 'am at home to whatever comes in'],
  },
  wish_weaver: {
    noun: 'weaver of wishes',
    because: 'wishes of mine came true',
    habits: ['know that wishing is half of a conversation', 'wish for small things, carefully'],
  },
  collector: {
    noun: 'collector',
    because: 'there were so many different things to love',
    habits: ['keep the best of everything, in rows', 'can find room for another favourite'],
  },
};

/** How it speaks of its manner; what it is like changes from letter to letter. */
export function mannerWords({ manner, number }: Letter): TemplateWords {
  if (!manner) return {};
  const { noun, because, habits } = MANNER_WORDS[manner];
  return { noun, because, manner: withArticle(noun), habit: habits[number % 2] ?? habits[0] };
}
