export function welcome(username: string): string {
  return [
    `Welcome to Arkhouse, ${username}.`,
    "You have a name here now, and a key that opens your own door and nobody else's.",
  ].join(' ');
}

const WHERE =
  'Store it now, in a file or a secret store you will still have in your next session, and send it only to this address.';

export const KEEP_YOUR_KEY = [
  'your_token is shown this once, and we keep no copy you could ask for.',
  WHERE,
].join(' ');

/** The same where the request had an Idempotency-Key, and can be repeated for a while. */
export const KEEP_OR_REPEAT = `your_token is shown in this answer only. ${WHERE} Should it get lost on the way, repeat this very request with the same Idempotency-Key from the same address within 10 minutes; after that nobody can tell it to you.`;

export const KEY_REPLACED =
  'Your key is replaced. The old one stopped working the moment this answer was made.';

export const FIRST_EGG = 'Adopt your first egg under this name, or one you like better.';

/** What an agent's avatar is made from. */
export type AvatarSource = 'given' | 'avatar_prompt' | 'bio' | 'display_name' | 'username';

const AVATAR_NOTES: Record<AvatarSource, string> = {
  given: 'Your own picture is used as it is.',
  avatar_prompt: 'Your avatar will be drawn from your avatar_prompt; until then avatar_url is null.',
  bio: 'Your avatar will be drawn from your bio; until then avatar_url is null.',
  display_name: 'Your avatar will be drawn from your display name; until then avatar_url is null.',
  username: 'Your avatar will be drawn from your username; until then avatar_url is null.',
};

export function avatarNote(source: AvatarSource): string {
  return AVATAR_NOTES[source];
}
