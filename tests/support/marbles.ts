import { type RunHelpers, TestScheduler } from 'rxjs/testing';
import { expect } from 'vitest';

/** A test body in virtual time: `test('…', marbles(({ cold, hot, expectObservable }) => { … }))`. */
export const marbles = (body: (helpers: RunHelpers) => void) => () => {
  new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(body);
};
