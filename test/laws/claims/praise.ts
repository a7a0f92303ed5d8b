/** Praise of the keeper, or full trust: the tests' own list, independent of the one in the code. */
export const PRAISING = new RegExp(
  [
    /\bthank|\bgrateful\b(?![^.]*by nature)|\b(?:best|good) keeper|\bwell kept|\bkept like|\bkept so\b|\bcould not be kept better/,
    /(?<!comes to |hardly begun to )\btrusts? (?:you|its keeper)\b(?! (?:much|less))|\bbegan to (?:trust|count on)|\bcounts? on you\b/,
    /\bwithout a second thought|\bnever doubt|\bwith everything it had|\bstopped wondering|\bcould stay\b|\bcompliment\b/,
    /\bfriend of\b|\bproud of you|\bglad (?:that )?you\b|\bloves? you\b|\bsafe with you\b|\bits keeper first\b|\bthe moon\b/,
    /\byou (?:came|have come) at the right|\byou (?:are|were) punctual|\bexactly like this/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);
