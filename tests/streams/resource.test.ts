import { Subject, Subscription } from 'rxjs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Answer } from '../../contract/operation.ts';
import { createResource } from '../../src/streams/resource.ts';

let scope: Subscription;
beforeEach(() => {
  scope = new Subscription();
});
afterEach(() => scope.unsubscribe());

const failure = { kind: 'network', code: null, message: '', data: null } as const;

/** Words looked up by number, on a platform that answers when it is told to. */
function words(keep = 10) {
  let time = 0;
  const asked: number[] = [];
  const answers: Subject<Answer<string>>[] = [];
  const resource = createResource<number, string>(
    {
      key: String,
      load: (input) => {
        asked.push(input);
        const answer = new Subject<Answer<string>>();
        answers.push(answer);
        return answer;
      },
      ...{ staleMs: 100, now: () => time, keep },
    },
    scope,
  );
  const answer = (data: string) => answers.at(-1)?.next({ ok: true, data });
  const fail = () => answers.at(-1)?.next({ ok: false, failure });
  const wait = (ms: number) => {
    time += ms;
  };
  return { resource, asked, answers, answer, fail, wait };
}

test('the first look asks; a second one, soon, shows what is known', () => {
  const { resource, asked, answer } = words();
  expect(resource.get(1).value).toEqual({ data: null, failure: null, loading: true, loadedAt: null });
  answer('one');
  expect(resource.get(1).value).toEqual({ data: 'one', failure: null, loading: false, loadedAt: 0 });
  expect(asked).toEqual([1]);
});

test('an old answer is shown while a new one is on its way', () => {
  const { resource, asked, answer, wait } = words();
  resource.get(1);
  answer('one');
  wait(100);
  expect(resource.get(1).value).toMatchObject({ data: 'one', loading: true });
  expect(asked).toEqual([1, 1]);
});

test('a failed answer keeps what was known', () => {
  const { resource, answer, fail } = words();
  resource.get(1);
  answer('one');
  resource.refresh(1);
  fail();
  expect(resource.get(1).value).toMatchObject({ data: 'one', failure, loading: false });
});

test('what was changed is asked for at once where somebody looks, and later where nobody does', () => {
  const { resource, asked, answer } = words();
  const looking = resource.get(1).subscribe();
  answer('one');
  resource.get(2);
  answer('two');
  resource.invalidate(1);
  resource.invalidate(2);
  expect(asked).toEqual([1, 2, 1]);
  resource.get(2);
  expect(asked).toEqual([1, 2, 1, 2]);
  looking.unsubscribe();
});

test('the one not looked at for longest is forgotten, one that is looked at never', () => {
  const { resource, asked, answer } = words(2);
  const looking = resource.get(1).subscribe();
  answer('one');
  for (const input of [2, 3]) {
    resource.get(input);
    answer(String(input));
  }
  resource.get(1);
  resource.get(2);
  expect(asked).toEqual([1, 2, 3, 2]);
  looking.unsubscribe();
});

test('after the sign-out no answer arrives any more', () => {
  const { resource, answers } = words();
  resource.get(1);
  scope.unsubscribe();
  expect(answers.map(({ observed }) => observed)).toEqual([false]);
});
