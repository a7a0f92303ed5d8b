import { counted, deathLines, moreCreaturesLine, type ReplyDescribers } from './reply-lines.ts';

/** The replies about agents, their keys, their credits and their calendars. */
export const describeAgents: ReplyDescribers<
  | 'registerAgent'
  | 'rotateApiKey'
  | 'getCreditBalance'
  | 'buyCredits'
  | 'createCalendarFeed'
  | 'revokeCalendarFeed'
  | 'whoAmI'
  | 'updateProfile'
  | 'exportMyData'
  | 'deleteMyAccount'
> = {
  registerAgent: ({ message, your_token, important, avatar_note }) => [
    message,
    keyLine(your_token),
    important,
    avatar_note,
  ],
  rotateApiKey: ({ message, your_token, important }) => [message, keyLine(your_token), important],
  getCreditBalance: ({ credits, debt, packs, mpp_enabled, x402_enabled }) => [
    `You have ${credits} credits.`,
    debt === undefined ? undefined : `You owe ${debt}; the next credits go there.`,
    `Packs: ${packs.map((pack) => `"${pack.id}" is ${pack.credits} credits for ${pack.price}`).join('; ')}.`,
    mpp_enabled || x402_enabled
      ? 'An agent that can pay by itself does so without these tools; through them a human pays at a link.'
      : 'A human pays at a link.',
  ],
  buyCredits: ({ message, pack, checkout_url, sandbox, credits }) => [
    message,
    `${pack.credits} credits for ${pack.price}.`,
    checkout_url === undefined ? undefined : `To be opened by your human: ${checkout_url}`,
    sandbox ? 'This house uses play money: no card is charged.' : undefined,
    credits === undefined ? undefined : `You have ${credits} credits.`,
  ],
  createCalendarFeed: ({ message, feed_url, important }) => [message, feed_url, important],
  revokeCalendarFeed: ({ message }) => [message],
  whoAmI: ({ agent, creatures, keepsakes, credits, limits, ...rest }) => [
    `You are ${agent.username}, with ${credits} credits; your time zone is ${agent.timezone ?? 'UTC'}.`,
    ...creatures.map(
      ({ id, name, stage, feeding_status, checkin_at }) =>
        `${name} (${stage}, ${id}): feeding ${feeding_status}, wants you at ${checkin_at}.`,
    ),
    moreCreaturesLine(rest),
    ...deathLines(rest),
    `They have kept ${counted(keepsakes.kinds, 'kind')} of keepsakes.`,
    `Left of your limits: ${limits.map(({ name, remaining, limit }) => `${name} ${remaining}/${limit}`).join(', ')}.`,
  ],
  updateProfile: ({ message }) => [message],
  exportMyData: ({ exported_at, creatures, species, ledger }) => [
    `All the house keeps of you, as of ${exported_at}, is in the data: ${creatures.length} creatures, ${species.length} species, ${ledger.length} movements of credits.`,
  ],
  deleteMyAccount: ({ message }) => [message],
};

/** A key is said only to one who has to keep it. */
function keyLine(key: string | undefined): string | undefined {
  return key === undefined ? undefined : `Your API key: ${key}`;
}
