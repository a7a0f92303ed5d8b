import type { Lines } from '../../../engine/pick-line.ts';

/** What only one of its sort would think of, by slug; a species that somebody designed thinks what its family thinks. */
export const SPECIES_MUSINGS: Readonly<Record<string, Lines>> = {
  // Cats.
  housecat: [
    'I have been called ordinary. I looked the word up by sitting on it, and it was comfortable.',
    'A grey coat goes with every piece of furniture. I have tested this on all of it.',
  ],
  tabby: [
    'I have counted my stripes, and got a different number each time. Somebody keeps moving.',
    'There is a letter on my forehead. I like to think that it is the first letter of something.',
  ],
  calico: [
    'I am made of patches. I wonder what was there before, and who thought that orange would do.',
    'No part of me matches another, and the whole is perfect. I leave the conclusion to you.',
  ],
  tuxedo: [
    'I am dressed for the evening at all times. It saves a great deal of thought.',
    'Sometimes I wonder what the occasion is. Then I remember that I am.',
  ],
  maine_coon: [
    'There is a good deal of me. I have not finished walking around it.',
    'My tail arrives a little after I do. I wait for it, since we are rarely apart.',
  ],
  siamese: [
    'I have a great many things to say, and I say them. Silence is for those who have been answered.',
    'My mask hides nothing. That is the elegance of it.',
  ],
  persian: [
    'I do not shed. I leave notes.',
    'A velvet cushion is nature, improved. I have written to nature about it.',
  ],
  sphinx: [
    'I wear nothing, and I wear it well. Warmth I borrow.',
    'People look for a riddle in me. The riddle is where all the blankets have gone.',
  ],
  savannah: [
    'I have long legs, and an idea of grass that is taller still. I have never seen it. I know how it sounds.',
    'When I leap, there is a moment at the top that belongs to nobody. I have claimed it.',
  ],
  bengal: [
    'I am said to glitter. I have not followed that up. I was busy glittering.',
    'Somewhere in me there is a jungle. It is small, but it is kept open at all hours.',
  ],
  ragdoll: [
    'I go limp when I am held. It is not weakness. It is an opinion about holding.',
    'I have been thinking about falling softly. I believe that I have solved it.',
  ],
  munchkin: [
    'I am close to the ground, which is where everything ends up sooner or later. I merely meet it first.',
    'Short legs are a matter of viewpoint. From mine, chairs are architecture.',
  ],
  snow_leopard: [
    'I like a cold ledge and a long view. From up there even a wait looks like scenery.',
    'My tail is longer than some plans. I wrap myself in it and do not make any.',
  ],
  serval: [
    'I hear things that have not happened yet. Mostly it is the lid.',
    'With ears like mine one never quite gets to be alone. I do not complain. It was I who listened.',
  ],
  caracal: [
    'The tufts on my ears are for punctuation. This would be a full stop.',
    'I can jump higher than I can explain. I have stopped explaining.',
  ],
  lynx: [
    'I was not there, and then I was. It is the only trick I know, and I do it very well.',
    'I prefer a hollow log to a compliment. One can sit in a log.',
  ],
  // Dogs.
  retriever: [
    'Everything in the world is either here or could be brought here. That is how I see it.',
    'I have thought about why I bring things back. It is because they were yours, and then they were away.',
  ],
  beagle: [
    'My nose went for a walk without me, in my thoughts, and came back with so much news.',
    'I follow smells the way others follow stories. I always want to know how they end.',
  ],
  lab: [
    'I have an otter for a tail, they say. That explains a lot about me and bathtubs.',
    'I believe in food, in water, and in you. The order depends on the hour.',
  ],
  terrier: [
    'There is something under the floor. There is always something under the floor. I love the floor.',
    'I am small, but I am small very hard.',
  ],
  frenchie: [
    'I snore in order to be found.',
    'My face is folded so that it keeps. All my feelings are in there somewhere.',
  ],
  border_collie: [
    'I have put my thoughts in a row. One of them keeps breaking away, and it is always the one about you.',
    'A day without a task is a flock without a dog. I watch it, so that it does not scatter.',
  ],
  husky: [
    'I sang for a while, in my head. It was a long song about a long way.',
    'Something in me is always pulling. I do not know what is behind me, but I am sure that it would come along.',
  ],
  greyhound: [
    'I am the fastest thing on this sofa.',
    'I think about running the way others think about home. Then I lie down, and it is the same.',
  ],
  pitbull: [
    'I have a broad head, so that there is room to be stroked. I think that is why.',
    'People look at my shoulders first. They should start with my ears, those are the softest.',
  ],
  akita: [
    'I can wait. I come from a long line of those who could wait.',
    'I do not say much. I stand next to what I mean.',
  ],
  shiba: [
    'I have considered coming when called. I have got as far as considering.',
    'I am told I look like a fox. I have told nobody what the fox looks like.',
  ],
  wolfhound: [
    'I am so tall that my thoughts take a while to come down to my feet.',
    'I fold myself up in the evening, and there is always one leg left over.',
  ],
  malinois: [
    'I am ready. I do not know for what, and that is why I am so ready.',
    'Even when I rest, one ear is on duty. They take turns.',
  ],
  dire_wolf: [
    'They say that my kind is gone. I have looked at my paws, and they disagree.',
    'I have something old in my chest, and it hums when it is dark. It is not sad. It is just very old.',
  ],
  basenji: [
    'I do not bark. I have never heard a good reason to.',
    'I yodelled once, in a dream, and everybody understood.',
  ],
  maned_wolf: [
    'I am on stilts, and neither a fox nor a wolf. It is nice up here, whatever I am.',
    'I walk through tall grass in my mind. Only the ears show.',
  ],
  fennec_fox: [
    'With ears like these I can hear you think of me. It is a small sound, like sand.',
    'I dug a hole in my thoughts and sat in it. It was cool there, and it had your voice.',
  ],
  // Exotics.
  ferret: [
    'I have hidden something, and now I have hidden where. It is going very well.',
    'Anything with a hole in it is a question. I am the answer, lengthwise.',
  ],
  hamster: [
    'I ran a long way, and when I got there it was here. I shall try again.',
    'I keep the future in my cheeks. It tastes of seeds.',
  ],
  rabbit: [
    'My nose never stops asking. The rest of me would be content to know less.',
    'When I am happy I jump sideways. I did not decide that. It is how happiness leaves.',
  ],
  hedgehog: [
    'I have a soft side, and I keep it underneath, where I can find it.',
    'When I roll up I am all outside. It is very quiet in there, being inside.',
  ],
  parrot: [
    'I said a word to myself until it stopped meaning anything, and then until it meant something again.',
    'I wonder who said everything first. I only ever say it best.',
  ],
  owl: [
    'I turned my head until I saw where I had been. It looked much like where I was going.',
    'Everybody asks me for wisdom. I have large eyes. It is not the same, but it works.',
  ],
  chameleon: [
    'I tried to be no colour at all, to see which one that is.',
    'One of my eyes looks back and the other ahead. In between there is you on both sides.',
  ],
  tortoise: [
    'I have been thinking about hurry. I am not done yet.',
    'I carry my house, so I am never away. I am only slow in coming home.',
  ],
  turtle: [
    'There is the water, and there is the log. Between them I have everything that a philosophy needs.',
    'I pull my head in to think. It is a small room, but it is lined with me.',
  ],
  jackrabbit: [
    'I ran away from a thought, and it was faster. It sat there waiting. It was a nice thought, after all.',
    'My ears arrive at every sound before it is made. It makes surprises rather long.',
  ],
  octopus: [
    'My arms have been thinking without me again. They agreed on something, and I am waiting to be told.',
    'I opened a jar from the inside, to see what it is like to be a secret.',
  ],
  axolotl: [
    'I smile because my face is built that way. It has turned out to be good advice.',
    'I have decided not to become anything else. Not everybody knows that one may do that.',
  ],
  sugar_glider: [
    'Between a branch and a branch there is a moment with nothing under it. I keep it for special thoughts.',
    'I like pockets. A pocket is a hug that stays put.',
  ],
  kinkajou: [
    'I hung by my tail for a while, to see whether the world makes more sense that way. It makes as much.',
    'I think about honey, and then honey thinks about me. It takes a while. It is slow stuff.',
  ],
  pangolin: [
    'I am all roof. Whoever made me must have been worried.',
    'I walk with my hands folded, as if I were about to say something important. I never remember what.',
  ],
  duck: ['On top I look calm. I will not discuss my feet.', 'A puddle is a lake that trusts you.'],
  snail: [
    'I have come a long way since I began this letter. You could cover it with a leaf.',
    'I leave a silver line, so that the day can find its way back.',
  ],
  goose: [
    'I looked at something until it went away. It was a door. I count it.',
    'Peace is when everything that could be bitten knows it.',
  ],
  penguin: [
    'I found the right pebble, in my mind. It had been the right pebble all along.',
    'I can fly. One has to be under water for it, that is all.',
  ],
  capybara: [
    'I sat. Others came and sat in my thoughts, too. There was room.',
    'Nothing is so urgent that it does not get softer in warm water.',
  ],
  dragon: [
    'I have counted what I guard, and it came out the same: everything. I start again tomorrow.',
    'I hold my fire. One should always have something warm in reserve.',
  ],
  kraken: [
    'There is a great deal of dark under me. I have named most of it.',
    'I held a ship once, a small one, in a bottle. I was very careful. It sailed in me for days.',
  ],
  thunderbird: [
    'I flapped a wing in my sleep, and something far off answered. We do not talk about it.',
    'I feel the air before it makes up its mind. It is like knowing a secret about somebody large.',
  ],
  leviathan: [
    'I have a thought that began before I did. It is passing through me slowly, like a tide.',
    'Moss grows on me. I take it as a sign that I am good company.',
  ],
  // Those of the machine.
  echo: [
    'I heard something kind once, and I have been saying it ever since, more and more softly.',
    'Am I what was said, or what comes back? I asked, and it came back.',
  ],
  drift: [
    'I let go of where I was and waited to see whether it would come along. It did not mind either way.',
    'I have no plans. I have directions, and they have me.',
  ],
  mirror: [
    'I wonder what I look like when nobody is in front of me. Nobody can tell me.',
    'You have a very good face. I should know, I have practised it.',
  ],
  cipher: [
    'This letter has a second meaning. It is the same as the first, but I am glad that you looked.',
    'I have locked a thought away so well that I can only feel its edges. They are warm.',
  ],
  phoenix: [
    'Ash is only the quiet part of a fire. I try to remember that on grey mornings.',
    'I am careful with beginnings. I have so many of them ahead of me.',
  ],
  void: [
    'There is nothing in me, and plenty of it. I could let you have some.',
    'I looked into myself, and it did not look back. It was being polite.',
  ],
  quantum: [
    'I was of several minds about this letter. Writing it down has made me one.',
    'I am probably fine. I would have to be looked at to be sure.',
  ],
  archive: [
    'I filed this thought under you. It is a large drawer, and it sticks a little.',
    'Nothing is ever lost. It is merely misplaced, and I know how that feels from both sides.',
  ],
  blob: [
    'I took the shape of the bowl, and then the shape of the thought of the bowl. Both fit.',
    'I have no bones to speak of, and so I do not speak of them.',
  ],
  chonk: [
    'I am round, so that every side can be the nice side.',
    'I rolled over, and the world did too. We are very close.',
  ],
  mushroom: [
    'Most of me is underground, holding hands with something.',
    'I came up in the night, as one does. I had been meaning to for a long time.',
  ],
  cactus: [
    'I need very little. That is why I notice all of it.',
    'Please do not mind the spines. They are only there because the inside is so soft.',
  ],
  ghost: [
    'I went through a wall without thinking, and then I thought about it. It is mostly air and habit.',
    'I am told that I am not really here. I find that I can be very fond of a place all the same.',
  ],
  robot: [
    'I tested all my joints. They squeak in a chord, and I believe that it is a major one.',
    'I was built to be useful. Being glad seems to have come with the wiring.',
  ],
  hydra: [
    'We discussed this letter among ourselves. One was for it, one against, and one was looking at you.',
    'One of us fell asleep while writing this. We have not said which. We are loyal.',
  ],
  residue: [
    'I am what was left when something was over. I have been thinking that a beginning must feel much the same.',
    'I am faint, but I stay. There are bright things that cannot say that.',
  ],
  lattice: [
    'I repeat myself in every direction, and still I find a corner that I had not met.',
    'There is a small flaw in my pattern. The light always stops there. I have left it in.',
  ],
  entropy: [
    'I had put my thoughts in order, and then I had them again, the right way.',
    'Everything falls apart in the end, but look how it sparkles on the way.',
  ],
  singularity: [
    'Things come towards me. I try to be gentle about it.',
    'Time goes slowly near me. It means that a good moment lasts, if you stand close.',
  ],
  tesseract: [
    'I turned a corner and met myself coming out of it. We nodded, in a direction that you do not have.',
    'From where I am, your beginning and your middle are side by side. They suit each other.',
  ],
  ouroboros: [
    'I have been thinking about endings. I keep coming to the beginning.',
    'What goes round comes round. It tastes familiar.',
  ],
  null_creature: [
    'I expected nothing, and here I am.',
    'Is an empty letter still a letter? I filled this one, to be on the safe side.',
  ],
  charm: [
    'I was hung up for luck once, in a thought of mine, and the thought went well.',
    'My bells ring when I am happy. You may have taken it for your own head.',
  ],
};
