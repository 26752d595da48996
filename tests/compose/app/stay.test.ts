import { setImmediate } from 'node:timers/promises';
import { firstValueFrom, merge, Observable, Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { AccountId, HospitalId } from '../../../contract/ids.ts';
import { followPerson, openOnceLoaded, type Person } from '../../../src/compose/app/stay.ts';

const person = (name: string, role: Person['role'] = 'doctor'): Person => ({
  owner: { hospitalId: HospitalId.parse('t1'), userId: AccountId.parse(name) },
  role,
});

function application() {
  const person$ = new Subject<Person | null>();
  const log: string[] = [];
  followPerson({
    person$,
    changed: (isAnother) => void log.push(isAnother ? 'another' : 'changed'),
    left: () => void log.push('left'),
    parts: ({ owner, role }) =>
      new Observable<never>(() => {
        log.push(`open ${owner.userId} ${role}`);
        return () => void log.push(`close ${owner.userId}`);
      }),
  });
  const after = (...people: readonly (Person | null)[]) => {
    log.length = 0;
    for (const next of people) person$.next(next);
    return [...log];
  };
  return { after };
}

test('a person’s parts open at the sign-in and close before what they have seen is discarded', () => {
  const { after } = application();
  expect(after(null, person('1'))).toEqual(['changed', 'open 1 doctor']);
  expect(after(null)).toEqual(['close 1', 'left', 'changed']);
});

test('a renewed session of the same person opens nothing again', () => {
  const { after } = application();
  expect(after(person('1'), person('1'))).toEqual(['changed', 'open 1 doctor']);
});

test('a person whose role has changed gets the parts of the new role', () => {
  const { after } = application();
  after(person('1'));
  expect(after(person('1', 'reviewer'))).toEqual(['close 1', 'left', 'changed', 'open 1 reviewer']);
});

test('the next person’s parts open after everything of the last person is closed and forgotten', () => {
  const { after } = application();
  after(person('1'));
  expect(after(person('2'))).toEqual(['close 1', 'left', 'another', 'open 2 doctor']);
});

test('another person is told from the same one after a sign-out too', () => {
  const { after } = application();
  after(person('1'), null);
  expect(after(person('1'), null, person('2')).filter((entry) => entry === 'another')).toHaveLength(1);
});

type Code = { readonly name: string };

function code() {
  const arrived$ = new Subject<Code>();
  const failed$ = new Subject<never>();
  const log: string[] = [];
  const opened$ = openOnceLoaded(
    { load: () => firstValueFrom(merge(arrived$, failed$)), whenLoaded: () => firstValueFrom(arrived$) },
    {
      open({ name }) {
        log.push(`open ${name}`);
        if (name === 'broken') throw new Error(name);
        return () => void log.push('close');
      },
      missing() {
        log.push('missing');
        return () => void log.push('no longer missing');
      },
      failed: () => void log.push('failed'),
    },
  );
  const arrive = (name: string) => arrived$.next({ name });
  const stayAway = () => failed$.error(new Error('offline'));
  return { log, arrive, stayAway, subscription: opened$.subscribe() };
}

test('parts whose code arrives after the person has left are not opened', async () => {
  const { log, arrive, subscription } = code();
  subscription.unsubscribe();
  arrive('desk');
  await setImmediate();
  expect(log).toEqual([]);
});

test('the offer to reload is shown while the code stays away, and goes when the code has arrived', async () => {
  const { log, arrive, stayAway, subscription } = code();
  stayAway();
  await expect.poll(() => log).toEqual(['missing']);
  arrive('desk');
  await expect.poll(() => log).toEqual(['missing', 'no longer missing', 'open desk']);
  subscription.unsubscribe();
  expect(log.at(-1)).toBe('close');
});

test('parts that cannot be opened are reported, and the next sign-in is followed', async () => {
  const { log, arrive, subscription } = code();
  arrive('broken');
  await expect.poll(() => log).toEqual(['open broken', 'failed']);
  expect(subscription.closed).toBe(false);
});
