/** The answer, unless it takes longer than that. */
export function within<Answer>(patienceMs: number, answer: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error(`no answer within ${patienceMs} ms`));
    // If it was this process that stood still, the answer already lies in the socket: read before giving up.
    const timer = setTimeout(() => setImmediate(giveUp), patienceMs);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
