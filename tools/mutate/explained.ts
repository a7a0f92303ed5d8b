interface Explanation {
  /** The line the bug begins in, as it stands in the file. */
  readonly line: string;
  /** The replacement, on one line; any if omitted. */
  readonly becomes?: readonly string[];
  readonly because: string;
}

/** By file: planted bugs that no test finds, because there is nothing to find. */
export const EXPLAINED: Readonly<Record<string, readonly Explanation[]>> = {
  'src/features/money/checkout-webhook.ts': [
    {
      line: 'outcome: await applyReversals(db, house, reversed, reversals ?? [], now),',
      because: 'an event without a session has reversals; the empty list is for the compiler',
    },
  ],
  'src/features/money/ledger.ts': [
    {
      line: "if (!isEnded) return 'was so already';",
      because: 'what had ended was turned away above; only on PostgreSQL may another end it in between',
    },
  ],
  'src/features/money/pay-inline.ts': [
    {
      line: 'if (!(await settlePayment(db, key, reference, now))) return false;',
      becomes: ['true'],
      because: 'only the operator’s hand asks for it, of what had not ended a moment before',
    },
  ],
  'src/features/money/reconcile.ts': [
    {
      line: "return left.filter((payment) => payment?.state === 'claimed' || payment?.state === 'unknown').length;",
      becomes: ['payment.state'],
      because: 'no payment is ever deleted, so that all of them are found again',
    },
  ],
  'src/features/lives/adopt.ts': [
    {
      line: "(tier): tier is Exclude<UnlockableTier, 'common'> => tier !== 'common' && open.includes(tier),",
      becomes: ['true'],
      because: 'the common tier is the first, and never behind another; the compiler wants to be told',
    },
  ],
  'src/features/lives/resurrect.ts': [
    {
      line: "const current = lock === 'optimistic' ? stored : await selectOwnCreatureForUpdate(db, stored.creature);",
      because: 'who was overtaken reads it anew anyway; between that and the lock only another node can come',
    },
    {
      line: 'if (!current?.creature.died) throw new VersionConflictError();',
      because: 'who was overtaken reads it anew anyway; between that and the lock only another node can come',
    },
  ],
  'src/features/agents/leave.ts': [
    {
      line: 'if (all !== erased || living > 0) throw new VersionConflictError();',
      because: 'between its creatures and its record only another node can come',
    },
    {
      line: 'if (!species || isDue(stored, now)) throw new VersionConflictError();',
      because: 'all that is due was settled a moment before; only another node can make more so',
    },
  ],
  'src/features/agents/departures.store.ts': [
    {
      line: 'const worded = entries.filter(({ item, notes }) => item !== undefined || notes !== undefined);',
      because: 'to take the words out of what has none changes nothing',
    },
  ],
  'src/features/agents/api-keys.ts': [
    {
      line: "const readsAlong = store.shared && wanted === 'agent and creatures';",
      because: 'only a database that is shared reads along, and what it reads is the same',
    },
    {
      line: '? store.together((db) => findWithLiving(db, keyHash))',
      because: 'only a database that is shared comes here',
    },
  ],
  'src/server/authenticate.ts': [
    {
      line: "return authenticateKey(house, key, route.auth === 'required' ? 'agent and creatures' : 'agent');",
      because: 'only a database that is shared reads along, and what it reads is the same',
    },
    {
      line: "if (WRAPPED.test(authorization.trim().replace(/^bearer\\s+/i, '')))",
      because:
        'what comes before a later Bearer is around the key, or it is no key, with or without that word',
    },
  ],
  'src/server/caller.ts': [
    {
      line: 'const [, v4, v6] = WITH_PORT.exec(entry) ?? [];',
      because: 'the first of the list is not looked at',
    },
    {
      line: "return ipaddr.process(ip.replace(/%.*/, '').replace(/^::(?=\\d+\\.)/, '::0:'));",
      because: 'after other groups, one more zero is one of those that :: stands for',
    },
  ],
  'src/server/mistakes/body-limits.ts': [
    {
      line: 'for (let at = 0; at < text.length; at += 1) {',
      becomes: ['at <= text.length'],
      because: 'behind the end of a text stands no sign',
    },
  ],
  'src/outside/rate-limiter.ts': [
    {
      line: 'return dropped >= ROOM_MADE_AT_ONCE ? dropped : dropped + dropOldest(all, ROOM_MADE_AT_ONCE - dropped);',
      becomes: ['dropped > ROOM_MADE_AT_ONCE'],
      because: 'to drop none of the oldest is to drop none',
    },
    {
      line: 'const oldest = queues.reduce((a, b) => (startOf(b.head) < startOf(a.head) ? b : a));',
      becomes: ['startOf(b.head) <= startOf(a.head)'],
      because: 'of two that began in the same moment either may go first',
    },
    {
      line: 'if (oldest.head === undefined) return dropped;',
      becomes: ['false'],
      because: 'room is made when a hundred thousand are there, for five thousand: the queues never end',
    },
  ],
  'src/features/money/ledger.store.ts': [
    {
      line: 'const after = delta >= 0 ? paidIn(account, delta) : paidOut(account, -delta, isClawback(kind));',
      becomes: ['delta > 0'],
      because: 'to move nothing is the same in both directions',
    },
  ],
  'src/features/money/credits.http.ts': [
    {
      line: 'const names = open.flatMap((rail) => rail?.names ?? []);',
      becomes: ['rail.names', '["Stryker was here"]'],
      because: 'what is open is there; the compiler wants to be told',
    },
  ],
  'src/server/payment-headers.ts': [
    {
      line: "const [, method, intent, weight = '1'] = found ?? [];",
      becomes: ['["Stryker was here"]'],
      because: 'the first of the list is not looked at',
    },
    {
      line: 'return method !== undefined && intent !== undefined ? [{ method, intent, weight: Number(weight) }] : [];',
      becomes: ['true', 'method !== undefined || intent !== undefined', '["Stryker was here"]'],
      because: 'both are there or neither, and a range without a method fits none',
    },
  ],
  'src/features/money/checkout.http.ts': [
    {
      line: 'inside.removeAllContentTypeParsers();',
      because: 'around it there is only one parser, for everything, which the next one replaces',
    },
    {
      line: "const signature = typeof given === 'string' ? given : undefined;",
      becomes: ['true'],
      because: 'Node makes one text of such headers, however often they come',
    },
  ],
  'src/outside/money/cashier.ts': [
    {
      line: 'if (!open) onTrouble?.(new Error(`the x402 facilitator does not settle on ${inline.x402.network}`));',
      becomes: ['onTrouble(new Error(`the x402 facilitator does not settle on ${inline.x402.network}`))'],
      because: 'where nobody listens, the failure to tell is caught below and told to nobody',
    },
  ],
  'src/outside/money/checkout-sandbox.ts': [
    {
      line: 'async findSubject() {',
      becomes: ['{}'],
      because: 'to return undefined and to return nothing is the same',
    },
    {
      line: "const [, at = '', given = ''] = /^t=(\\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? [];",
      becomes: ['["Stryker was here"]'],
      because: 'the first of the list is not looked at',
    },
    {
      line: 'return readStripeEvent(JSON.parse(raw.toString()) as Stripe.Event, async () => []);',
      because: 'play money is never given back, so that nobody asks for refunds',
    },
  ],
  'src/outside/money/checkout-stripe.ts': [
    {
      line: '} catch {',
      becomes: ['{}'],
      because: 'to return undefined and to return nothing is the same',
    },
  ],
  'src/outside/money/mpp.ts': [
    {
      line: 'const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));',
      becomes: ['one <= other'],
      because: 'no object has the same name twice',
    },
    {
      line: 'return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));',
      becomes: ['true'],
      because: 'an id of another length could not be read',
    },
  ],
  'src/outside/money/stripe-events.ts': [
    {
      line: 'default:',
      becomes: ['default:'],
      because: 'to return undefined and to return nothing is the same',
    },
  ],
  'src/outside/money/x402.ts': [
    {
      line: 'const back = latest > BLOCKS_BACK ? latest - BLOCKS_BACK : 0n;',
      becomes: ['latest >= BLOCKS_BACK'],
      because: 'as many blocks less as there are is none',
    },
    {
      line: 'let kinds: readonly FacilitatorKind[] = [];',
      becomes: ['["Stryker was here"]'],
      because: 'a text has no version, and opens nothing',
    },
  ],
};
