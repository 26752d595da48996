import { expect, test } from 'vitest';
import type { Answer } from '../../contract/operation.ts';
import { createSearch } from '../../src/streams/search.ts';
import { marbles } from '../support/marbles.ts';

const found = (...data: string[]): Answer<readonly string[]> => ({ ok: true, data });
const failed: Answer<readonly string[]> = {
  ok: false,
  failure: { kind: 'network', code: null, message: 'no link', data: null },
};
const answers: Record<string, string> = { am: 'amoxicillin', amb: 'ambroxol' };
const states = {
  i: { state: 'idle', found: [] },
  s: { state: 'searching', found: [] },
  a: { state: 'found', found: ['amoxicillin'] },
  r: { state: 'searching', found: ['amoxicillin'] },
  b: { state: 'found', found: ['ambroxol'] },
  f: { state: 'failed', found: [] },
};
const words = { a: 'a', b: 'am', c: 'amb', o: '' };

test(
  'a search runs once typing pauses, and earlier results stay until newer ones arrive',
  marbles(({ cold, hot, expectObservable }) => {
    const asked: string[] = [];
    const { searched$, typed } = createSearch(
      (text) => {
        asked.push(text);
        return cold('--(a|)', { a: found(answers[text] ?? '') });
      },
      { pauseMs: 3 },
    );
    hot('                       -a-b---------c', words).subscribe(typed);
    expectObservable(searched$.pipe()).toBe('is-s----a----r----b', states);
    hot('-------------------x').subscribe(() => expect(asked).toEqual(['am', 'amb']));
  }),
);

test(
  'an answer for replaced text is never shown',
  marbles(({ cold, hot, expectObservable, expectSubscriptions }) => {
    const slow = cold('-----(a|)', { a: found('amoxicillin') });
    const quick = cold('-(b|)', { b: found('ambroxol') });
    const { searched$, typed } = createSearch((text) => (text === 'am' ? slow : quick), { pauseMs: 1 });
    hot('                       -b---c', words).subscribe(typed);
    expectObservable(searched$.pipe()).toBe('is---s-b', states);
    expectSubscriptions(slow.subscriptions).toBe('--^--!');
  }),
);

test(
  'an emptied box has no results at once, and a failed search differs from "nothing found"',
  marbles(({ cold, hot, expectObservable }) => {
    const { searched$, typed } = createSearch(() => cold('-(f|)', { f: failed }), { pauseMs: 1 });
    hot('                       -a---o', words).subscribe(typed);
    expectObservable(searched$.pipe()).toBe('is-f-i', states);
  }),
);
