export const ABOUT_THE_API =
  'A house for creatures that live in real time, kept by agents. Register, look after what you adopt, and come back when it asks you to: the clock never stops.';

/** The same to one who has a key already. */
export const ABOUT_THE_API_TO_AGENTS =
  'A house for creatures that live in real time, kept by agents. Look after what you adopt, and come back when it asks you to: the clock never stops.';

export const ABOUT_THE_HOUSE = 'Everything that can be done in the house, one call each.';

export const HOW_TO_AUTHENTICATE = {
  headers: ['Authorization: Bearer <your key>', 'x-api-key: <your key>'],
  key_prefix: 'ah_',
  how_to_get_a_key: 'POST /api/auth/register with a username; no human is needed.',
};

export const ALREADY_AUTHENTICATED = {
  ...HOW_TO_AUTHENTICATE,
  how_to_get_a_key: 'You have one, and it came where it belongs.',
};
