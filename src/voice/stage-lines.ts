import type { Family, Path, Stage } from '../core/vocabulary.ts';
import type { Lines } from './pick.ts';

/** What is said when it reaches a stage on the way. */
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
      '{name} boots, blinks, and asks what all this is.',
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
      '{name} nearly did not get here. It has become {form}, and sleeps where it can touch you.',
    ],
  },
  dog: {
    high_care: [
      '{name} is grown, and {form}: every door opens on somebody it loves.',
      'Fed on time and loved in between, {name} has become {form}.',
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
      '{name} was nearly gone. It has become {form}, and follows you everywhere.',
    ],
  },
  exotic: {
    high_care: [
      '{name} is grown, and one that keeps you: the word for it is Bonded.',
      '{name} has grown up Bonded. It knows you by your step.',
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
      '{name} is grown, and tuned to you: the word for it is Attuned.',
      '{name} has grown up Attuned. It answers before you have finished, and is right.',
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
