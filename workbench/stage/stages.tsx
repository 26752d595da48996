import type { ReactElement } from 'react';
import { BehaviorSubject } from 'rxjs';
import { type AnyActorRef, createActor, fromPromise, type InspectionEvent, StateMachine, waitFor } from 'xstate';
import type { Remembered } from '../../src/domain/credentials.ts';
import { consultationMachine } from '../../src/machines/consultation.ts';
import { prescriptionMachine } from '../../src/machines/prescription.ts';
import { recordMachine } from '../../src/machines/record.ts';
import { reviewMachine } from '../../src/machines/review.ts';
import { consultationOf } from '../../src/machines/selectors/workspace.ts';
import { sessionMachine } from '../../src/machines/session.ts';
import { signInMachine } from '../../src/machines/signIn.ts';
import { smsCodeMachine } from '../../src/machines/smsCode.ts';
import { type App, AppContext } from '../../src/screens/app/app.ts';
import { CloudRoom } from '../../src/screens/cloudRoom/CloudRoom.tsx';
import { Keyboard } from '../../src/screens/keyboard/Keyboard.tsx';
import { PrescriptionTask } from '../../src/screens/prescriptionTask/PrescriptionTask.tsx';
import { RequireSession, SessionPage } from '../../src/screens/session/SessionPage.tsx';
import { SignInForm } from '../../src/screens/signIn/SignInForm.tsx';
import { fakeApp } from '../../tests/support/fakeApp.tsx';
import { fakeEntrance } from '../../tests/support/fakeEntrance.ts';
import { fakeReviewer, item } from '../../tests/support/fakeReviewer.ts';
import { consultationWorld } from '../../tests/support/worlds/consultation.ts';
import { reviewWorld } from '../../tests/support/worlds/review.ts';
import { still } from './path.ts';
import { pathsTo, type StagedMachine } from './worlds.ts';

/** `actor` resolves once the screen that starts it is shown. */
type Played = { readonly actor: Promise<AnyActorRef>; readonly element: ReactElement };

/** A consultation without answers of its own, in the cloud room. */
async function opened() {
  const actors = { record: still(recordMachine), prescription: still(prescriptionMachine) };
  const fake = fakeApp({
    consultation: still(consultationMachine.provide({ actors })),
    answers: { listWarehouses: () => [{ id: '1', name: 'Central pharmacy', isDefault: true }] },
  });
  const { key } = consultationWorld.walk.input;
  await waitFor(fake.workspace, (now) => !now.matches('restoring'));
  fake.workspace.send({ type: 'consultation.opened', ...key, order: null });
  const actor = consultationOf(key.orderId)(fake.workspace.getSnapshot());
  if (!actor) throw new Error('no consultation was opened');
  const element = fake.within(
    <Keyboard goTo={{}}>
      <CloudRoom />
    </Keyboard>,
  );
  return { actor, workspace: fake.workspace, orderId: key.orderId, element };
}

async function consultation(): Promise<Played> {
  const { actor, element } = await opened();
  return { actor: Promise.resolve(actor), element };
}

/** The record or the prescription beside the chat of a running consultation. */
async function beside(panel: 'record' | 'prescription'): Promise<Played> {
  const { actor, workspace, orderId, element } = await opened();
  for (const event of pathsTo.consultation().get('active') ?? []) actor.send(event as never);
  workspace.send({ type: 'sidePanel.chosen', orderId, choice: { beside: panel, over: panel } });
  actor.send({ type: 'panel.shown', panel });
  const shown = actor.getSnapshot().context[panel];
  if (!shown) throw new Error(`no ${panel} was opened`);
  return { actor: Promise.resolve(shown), element };
}

async function review(): Promise<Played> {
  const { id, version } = reviewWorld.walk.input;
  const reviewer = fakeReviewer({
    items: [item(id, 'Wang Min')],
    queueAs: (queue) => queue.provide({ actors: { review: still(reviewMachine) } }),
  });
  reviewer.reviewQueue.send({ type: 'prescription.opened', id, version });
  const actor = reviewer.reviewQueue.getSnapshot().children.review;
  if (!actor) throw new Error('no review was opened');
  return {
    actor: Promise.resolve(actor),
    element: reviewer.within(
      <Keyboard goTo={{}}>
        <PrescriptionTask />
      </Keyboard>,
    ),
  };
}

const silentSignIn = still(signInMachine);
/** In the dialogs of a session nothing was remembered. */
const inDialog = silentSignIn.provide({ actors: { recall: fromPromise<Remembered | null, void>(async () => null) } });
const sessionMachines = { signIn: inDialog, unlock: inDialog, smsCode: still(smsCodeMachine) };
const signInMachines = { signIn: silentSignIn, unlock: silentSignIn, smsCode: still(smsCodeMachine) };

async function session(): Promise<Played> {
  const actor = createActor(still(sessionMachine)).start();
  const app = {
    ...fakeApp().app,
    entrance: { ...fakeEntrance().entrance, machines: () => sessionMachines },
    session: actor,
    appearance: { current$: new BehaviorSubject({ theme: 'system', language: null }), change: () => {} },
  } as unknown as App;
  return {
    actor: Promise.resolve(actor),
    element: (
      <AppContext value={app}>
        <SessionPage>
          <RequireSession>
            <main>
              <h1>The screens after the sign-in</h1>
            </main>
          </RequireSession>
        </SessionPage>
      </AppContext>
    ),
  };
}

async function signIn(): Promise<Played> {
  const { app } = fakeApp();
  let found: (actor: AnyActorRef) => void = () => {};
  const actor = new Promise<AnyActorRef>((resolve) => {
    found = resolve;
  });
  const inspect = ({ type, actorRef }: InspectionEvent) => {
    const logic: unknown = Reflect.get(actorRef, 'logic');
    if (type === '@xstate.snapshot' && logic instanceof StateMachine && logic.id === signInMachine.id)
      found(actorRef as AnyActorRef);
  };
  const own = {
    ...app,
    inspection: { inspect },
    entrance: { ...fakeEntrance().entrance, machines: () => signInMachines },
  };
  return {
    actor,
    element: (
      <AppContext value={own as unknown as App}>
        <main className="stage-form">
          <SignInForm />
        </main>
      </AppContext>
    ),
  };
}

/** Sets the screen of a machine over a fake app, with the actor that a path moves. */
export const stages: Readonly<Record<StagedMachine, () => Promise<Played>>> = {
  consultation,
  record: () => beside('record'),
  prescription: () => beside('prescription'),
  review,
  session,
  signIn,
};
