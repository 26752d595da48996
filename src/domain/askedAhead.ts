/** Asks for something before the code that needs it has arrived; what was asked for ahead counts as the first try. */
export function askedAhead<Given extends readonly unknown[], Answer>(ask: (...given: Given) => Promise<Answer>) {
  const pending: Promise<Answer>[] = [];
  return {
    askAhead(...given: Given): void {
      const answer = ask(...given);
      // Whoever needs the answer gets the failure and tries again.
      answer.catch(() => {});
      pending.push(answer);
    },
    ask: (...given: Given): Promise<Answer> => pending.shift() ?? ask(...given),
  };
}
