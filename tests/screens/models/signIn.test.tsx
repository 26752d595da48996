import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ActorRefFrom, InspectionEvent, SnapshotFrom } from 'xstate';
import { signInMachine } from '../../../src/machines/signIn.ts';
import type { App } from '../../../src/screens/app/app.ts';
import { puzzleBoard } from '../../../src/screens/signIn/CodeFields.tsx';
import { SignInForm } from '../../../src/screens/signIn/SignInForm.tsx';
import { fakeApp } from '../../support/fakeApp.tsx';
import { fakeEntrance } from '../../support/fakeEntrance.ts';
import { playedPaths, withWaiting } from '../../support/playedPaths.ts';
import { show } from '../../support/render.tsx';
import { signInWorld } from '../../support/worlds/signIn.ts';

await puzzleBoard.load();

const { walk, failure } = signInWorld;

type State = SnapshotFrom<typeof signInMachine>;
const machine = withWaiting(signInMachine, ['recall', 'logIn']);
const paths = playedPaths(machine, {
  ...walk,
  looks: ({ value, context: { method, codeNeeded, failure: why } }) => [value, method, codeNeeded, why !== null],
});

const isBusy = async () =>
  expect(screen.getAllByRole('button', { name: /Log in/ }).some(({ ariaBusy }) => ariaBusy === 'true')).toBe(true);

/** What the sign-in form shows in each state. */
const shownIn: Record<State['value'], (state: State) => Promise<unknown>> = {
  recalling: async () => expect(screen.queryByRole('tab')).toBeNull(),
  entering: async ({ context: { method, codeNeeded, attempted } }) => {
    expect(screen.getByRole('tab', { selected: true })).toHaveTextContent(method === 'code' ? 'SMS' : 'Password');
    expect(screen.getByRole('button', { name: 'Log in' })).not.toHaveAttribute('aria-busy');
    if (codeNeeded) expect(screen.getByRole('alert')).toHaveTextContent(failure.message);
    else if (attempted === null) expect(screen.queryAllByText(/is required|Enter /)).toEqual([]);
  },
  delayed: async ({ context: { method } }) => {
    if (method === 'password') expect(await screen.findByRole('button', { name: /Try again in/ })).toBeVisible();
  },
  solving: () => screen.findByRole('group', { name: 'Are you a person?' }),
  submitting: isBusy,
  accepted: isBusy,
};

/** The form over a machine that the test leads. */
function form() {
  const fake = fakeApp();
  const started = new Set<ActorRefFrom<typeof signInMachine>>();
  const inspect = (event: InspectionEvent) => {
    if (event.type === '@xstate.snapshot' && (event.snapshot as State).machine?.id === 'signIn')
      started.add(event.actorRef as ActorRefFrom<typeof signInMachine>);
  };
  const { entrance } = fakeEntrance();
  const machines = () => ({ ...entrance.machines({} as never), signIn: machine });
  const app = { ...fake.app, inspection: { inspect }, entrance: { ...entrance, machines } } as unknown as App;
  Object.assign(fake.app, app);
  show(fake.within(<SignInForm />), { path: '/login' });
  const actor = [...started].at(-1);
  if (!actor) throw new Error('the form has started no sign-in');
  return actor;
}

const seen = new Set<State['value']>();

test.each(
  paths.map(({ state, events: steps }) => ({
    name: `${state.value} by ${state.context.method}${state.context.failure ? ' after a refusal' : ''}`,
    state,
    steps,
  })),
)('the form shows what a sign-in is: $name', async ({ state, steps }) => {
  const signIn = form();
  for (const event of steps) {
    act(() => signIn.send(event as never));
    await shownIn[signIn.getSnapshot().value](signIn.getSnapshot());
    seen.add(signIn.getSnapshot().value);
  }
  await shownIn[state.value](state);
  expect(signIn.getSnapshot().value).toBe(state.value);
  seen.add(state.value);
});

test('the paths have led through every state', () => {
  expect([...seen].sort()).toEqual(Object.keys(shownIn).sort());
});
