import type { WishKind } from '../../core/heart/wishes-table.ts';

type ThreeLines = readonly [string, string, string];

/** What it wishes for, told to whoever keeps it. */
export const WISH_TEXTS: Readonly<Record<WishKind, ThreeLines>> = {
  // To eat.
  new_taste: [
    '{name} would love to taste something it has never had.',
    '{name} wonders what else there is in the world to eat.',
    'There must be a taste that {name} has not met yet, and it would like to be introduced.',
  ],
  old_favourite: [
    '{name} keeps thinking of one particular meal, and of having it again.',
    'An old favourite would taste like home to {name}.',
    '{name} would give every new dish for one that it already loves.',
  ],
  breakfast: [
    '{name} dreams of a proper breakfast.',
    'A morning that begins with food is all {name} asks of a day.',
    '{name} would like to find its breakfast ready when the day is young.',
  ],
  picnic: [
    '{name} would like to eat in the middle of the day, with the light all around it.',
    'A picnic at midday has been on the mind of {name}.',
    '{name} thinks that noon is the best hour to be handed something good.',
  ],
  supper: [
    '{name} is looking forward to a supper, late and without hurry.',
    'When the day goes down, {name} would like to eat.',
    '{name} pictures an evening with a full {bowl} in it.',
  ],
  fish: [
    '{name} has fish on its mind and cannot get it off.',
    'Something out of the water, thinks {name}, would be the very thing to eat.',
    '{name} would do a good deal for a bite of fish.',
  ],
  fruit: [
    '{name} would like to bite into a piece of fruit.',
    'Something ripe, from a tree or a bush: that is what {name} wishes for.',
    '{name} has been dreaming of an orchard, and mostly of eating it.',
  ],
  roast: [
    '{name} can almost smell a roast, and wishes it were not almost.',
    'A good piece of meat would make the week of {name}.',
    '{name} has a hunter somewhere in its blood, and the hunter would like dinner.',
  ],
  sweet: [
    '{name} wishes for something sweet, just this once.',
    'Something with sugar in it would make {name} close its eyes.',
    '{name} knows that sweet things exist, and thinks of them often.',
  ],
  greens: [
    '{name} longs for something fresh out of the garden.',
    'Something that crunches and was green this morning: {name} would love that.',
    '{name} would like to eat what grows in rows.',
  ],
  drink: [
    '{name} would like something good to drink.',
    'A long drink of something nice is what {name} has in mind.',
    '{name} would be glad if somebody poured it something.',
  ],
  morsel_of_data: [
    '{name} would love a morsel of data to think over.',
    'A few fresh bytes would be a feast to {name}.',
    '{name} wishes for something to eat that could also be read.',
  ],
  sip_of_light: [
    '{name} would like to drink a little light.',
    'Something bright, served to {name} as a meal: that is the whole wish.',
    '{name} dreams of a meal that glows on the way down.',
  ],
  // To play.
  new_game: [
    '{name} would love to play something it has never played.',
    'Somewhere there is a game that {name} does not know, and it would like to lose at it.',
    '{name} is sure that there are more games than it knows, and wishes for one of them.',
  ],
  same_toy: [
    '{name} would like to play the game it loves best, again.',
    'Nothing new, please: {name} wants its favourite thing to play with.',
    '{name} has a favourite in mind, and hopes that you know which.',
  ],
  morning_game: [
    '{name} would like to start a day with a game.',
    'Before the day gets serious, {name} would love to play.',
    '{name} thinks that mornings are made for games.',
  ],
  midday_game: [
    '{name} wishes that somebody would play with it in the middle of the day.',
    'A game at noon would cut the day of {name} in two good halves.',
    'When the sun stands high, {name} would like to be playing.',
  ],
  dusk_game: [
    '{name} would love one last game when the light goes.',
    'The evening is long, and {name} would like a game in it.',
    '{name} feels quickest when the day is nearly over, and would like to show you.',
  ],
  ball: [
    '{name} would love to go after a ball.',
    'Something round that rolls away: {name} asks for no more.',
    '{name} has been watching where a ball would roll, if there were one.',
  ],
  puzzle: [
    '{name} would like something to puzzle over.',
    'A thing that does not open at once: {name} wishes for exactly that.',
    '{name} has thoughts to spare, and would like a riddle to spend them on.',
  ],
  toy: [
    '{name} would love a toy to carry about.',
    'Something to tug, shake and lose under the furniture: so {name} pictures a good day.',
    '{name} wishes for a toy, and would share it, more or less.',
  ],
  song: [
    '{name} would like to play to music.',
    'A tune would do, and {name} would find a game in it.',
    '{name} has a rhythm in it today, and wishes for the song that goes with it.',
  ],
  shiny: [
    '{name} would love to play with something that shines.',
    'Anything that glitters would keep {name} busy till dark.',
    '{name} thinks that whatever gleams ought to be played with.',
  ],
  outing: [
    '{name} would love to see what is outside.',
    'There is a whole world past the door, and {name} would like to run about in some of it.',
    '{name} wishes for an outing, and has already decided who goes first.',
  ],
  chase_of_light: [
    '{name} would love a light to chase.',
    'A bright spot on the floor would be enough for {name}.',
    '{name} is sure that it could catch a light this time.',
  ],
  riddle_of_code: [
    '{name} would like a game with some code in it.',
    'A riddle made of ones and noughts: {name} would be gone for hours.',
    '{name} wishes for something to play that has a bug in it, and to find it first.',
  ],
  once_more: [
    '{name} would like to play, and when it is over, to play again.',
    'One game is good; {name} wishes for the one right after it.',
    '{name} dreams of hearing you say: once more.',
  ],
  // To be clean.
  new_scent: [
    '{name} would like to be washed with something new.',
    '{name} is curious what else one can smell of.',
    'A wash with something it does not know yet would interest {name}.',
  ],
  favourite_cloth: [
    '{name} would like to be cleaned the way it likes best.',
    'Clean is one thing, and clean the way {name} loves it is another.',
    '{name} wishes for the good old way of getting clean.',
  ],
  morning_wash: [
    '{name} would like to be fresh before the day begins in earnest.',
    'A wash in the morning, and {name} could face anybody.',
    '{name} wishes that one of its mornings would start clean.',
  ],
  tidy_noon: [
    '{name} would like to be put in order in the middle of the day.',
    'By noon {name} has found some dust, and wishes it gone.',
    '{name} thinks that a clean midday makes a good afternoon.',
  ],
  evening_wash: [
    '{name} would like to have the day washed off before night.',
    'An evening wash, and then nothing more: that is what {name} wishes for.',
    '{name} would love to go to bed clean.',
  ],
  brush: [
    '{name} would love to be brushed, slowly and all over.',
    '{name} has a spot that only a brush can reach.',
    'A good brushing is all that {name} asks of you.',
  ],
  bath: [
    '{name} would like a bath, or something close to one.',
    'A proper wash, behind everything: {name} is ready for it.',
    '{name} wishes to be wet for a while and then very clean.',
  ],
  // To rest.
  new_nest: [
    '{name} would like to sleep somewhere it has never slept.',
    '{name} wonders what other beds feel like.',
    'A new place to lie down in would be an adventure to {name}, with its eyes shut.',
  ],
  noon_nap: [
    '{name} would love a nap in the middle of the day.',
    'While everybody else is busy, {name} would like to doze.',
    '{name} thinks that noon is far too nice to be awake for all of it.',
  ],
  quiet_evening: [
    '{name} would like to be tucked in before the night comes.',
    'An evening with nothing in it but rest: {name} could wish for no better.',
    '{name} wishes that somebody would call it an early night.',
  ],
  blanket: [
    '{name} would love to curl up in something soft.',
    'Somewhere to sink into is all {name} wants.',
    '{name} wishes for a soft place that is its own.',
  ],
  lullaby: [
    '{name} would like to be hummed to sleep.',
    'A lullaby would settle {name} like nothing else.',
    '{name} wishes for a sound to fall asleep to.',
  ],
  night_light: [
    '{name} would like a little light to fall asleep by.',
    'Not the whole dark at once: {name} wishes for something that glows beside its bed.',
    '{name} would sleep better with something shining near.',
  ],
  bedtime_story: [
    '{name} would love a story before it sleeps.',
    '{name} wishes to be told how it goes on, and to be asleep before it ends.',
    'Once upon a time: {name} would like to fall asleep to that.',
  ],
  // To learn.
  lesson: [
    '{name} would like to learn something while the day is bright.',
    'A lesson at noon would not be unwelcome to {name}, though it would not say so.',
    '{name} has a clear head at midday, and wishes that you would use it.',
  ],
  new_trick: [
    '{name} would like to be taught in a way it has never been taught.',
    '{name} is tired of what it knows, and wishes for a new lesson.',
    'There is something {name} has not learned yet, and it would like to begin.',
  ],
  old_trick: [
    '{name} would like to go over a lesson it is good at.',
    '{name} would like to be asked for something it is sure of.',
    'To be taught what it knows already, the way it likes it: {name} would be proud.',
  ],
  // To be with somebody.
  to_be_told: [
    '{name} would like to be told something, whatever it is.',
    'A few words from you would keep {name} company for a long time.',
    '{name} wishes that you would say what is on your mind.',
  ],
  long_story: [
    '{name} would love a long story, with a middle.',
    'A story that takes its time: {name} would sit still for every word.',
    '{name} wishes to hear all of it, from the beginning.',
  ],
  sitting_together: [
    '{name} would like you to sit with it and say nothing.',
    'Company without a word: {name} asks for no more.',
    '{name} wishes for the kind of quiet that two can have.',
  ],
  morning_words: [
    '{name} would like to hear a word from you in the morning.',
    'A good morning, said to nobody but {name}: that is the wish.',
    '{name} wishes that a day would begin with your voice.',
  ],
  noon_thoughts: [
    '{name} wonders what you think about in the middle of the day.',
    'A thought of yours at noon would be shared well with {name}.',
    '{name} would like to be told at midday how the day is going.',
  ],
  evening_words: [
    '{name} would like to hear in the evening how your day was.',
    'A few words at dusk, and {name} could let the day go.',
    '{name} wishes that somebody would say something kind when it gets dark.',
  ],
  hello_first: [
    '{name} would like you to say hello before anything else.',
    'Before food, before games: {name} wishes to be sat with first.',
    '{name} hopes that next time you come, it is for its company.',
  ],
  soon_again: [
    '{name} wishes that you would not stay away long this time.',
    'Come back soon: that is all that {name} wants.',
    '{name} would love to see you again before it has had time to miss you.',
  ],
  something_else: [
    '{name} has had enough of the same, and wishes for a change.',
    'Anything but what there was lately: {name} is not hard to please.',
    '{name} would like to be surprised by what you do next.',
  ],
};
