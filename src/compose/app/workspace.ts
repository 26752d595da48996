import { BehaviorSubject, from, map, type Observer, pairwise, type Subscription, startWith } from 'rxjs';
import { createActor, fromEventObservable, fromPromise } from 'xstate';
import type { Api } from '../../../contract/catalogue.ts';
import type { Owner } from '../../domain/owner.ts';
import { emptyLayout } from '../../domain/paneLayout.ts';
import { currentLanguage, onLanguage } from '../../locales/i18n.ts';
import type { Inspection } from '../../machines/actors.ts';
import { consultationOf, layoutOf } from '../../machines/selectors/workspace.ts';
import { type Workspace, workspaceMachine } from '../../machines/workspace.ts';
import type { Alarm } from '../../services/alarm.ts';
import type { TabChannel } from '../../services/crossTab.ts';
import type { DraftBook } from '../../services/draftBook.ts';
import {
  createLayoutStorage,
  createMarkSync,
  type LayoutMessage,
  withPendingFinishes,
} from '../../services/layoutStore.ts';
import type { Vault } from '../../services/vault.ts';
import type { openAttachments } from '../adapters/attachments.ts';
import { createConsultationMachine, forwardConsultationEvents } from '../adapters/consultation.ts';
import { type createPrescriptionMachine, createRecordMachine } from '../adapters/documents.ts';
import type { Link } from '../adapters/link.ts';
import type { openAwaiting, openMessages } from '../adapters/messages.ts';

type Messages = ReturnType<typeof openMessages>;

type Needs = Pick<Messages, 'inbox' | 'outbox'> & {
  readonly inspection?: Inspection;
  readonly owner: Owner;
  readonly api: Api;
  readonly socket: Link;
  /** Runs on the platform's clock. */
  readonly alarm: Alarm;
  readonly vault: Vault;
  readonly drafts: DraftBook;
  readonly uploads: Pick<ReturnType<typeof openAttachments>, 'unsent'>;
  readonly awaiting: ReturnType<typeof openAwaiting>;
  /** Synchronises pins, unread marks and announced endings between the doctor's tabs. */
  readonly channel: TabChannel<LayoutMessage>;
  readonly prescribing: ReturnType<typeof createPrescriptionMachine>;
  /** The platform's clock, epoch ms. */
  readonly now: () => number;
};

/** Closing a pane unloads its chat. */
function unloadClosedChats(workspace: Workspace, inbox: Messages['inbox'], scope: Subscription): void {
  const panes$ = from(workspace).pipe(startWith(workspace.getSnapshot()), map(layoutOf));
  scope.add(
    panes$.pipe(pairwise()).subscribe(([before, now]) => {
      const open = new Set(now.panes.map(({ conversationId }) => conversationId));
      for (const { conversationId } of before.panes) if (!open.has(conversationId)) inbox.close(conversationId);
    }),
  );
}

/** Applies messages of other tabs to this workspace. */
export const layoutListener =
  (workspace: Workspace, marks: ReturnType<typeof createMarkSync>): Observer<LayoutMessage>['next'] =>
  (message) => {
    if (message.kind === 'marked') {
      marks.received(message);
      return workspace.send({ type: 'marks.received', pinned: message.pinned, unread: message.unread });
    }
    const consultation = consultationOf(message.orderId)(workspace.getSnapshot());
    if (message.kind === 'undone') return consultation?.send({ type: 'finish.undoneElsewhere' });
    const { at, summary } = message;
    if (consultation) consultation.send({ type: 'finish.announced', finishing: { at, summary } });
    // The announcing tab may close before the ending is final, so this one must carry it out.
    else workspace.send({ type: 'arrangement.found', stored: withPendingFinishes(emptyLayout, [message]) });
  };

/** Restores the layout of the doctor's panes, stores every change of it and synchronises it with their other tabs. */
export function openWorkspace(needs: Needs, scope: Subscription): Workspace {
  const { owner, api, socket, alarm, vault, drafts, inbox, outbox, uploads, awaiting, channel, now } = needs;
  const storage = createLayoutStorage(vault, channel);
  const marks = createMarkSync(channel);
  const consultation = createConsultationMachine({
    api,
    outbox,
    alarm,
    now,
    pendingFinishes: storage,
    drafts,
    attached: uploads.unsent,
    record: createRecordMachine({ api, drafts, onSigned: () => awaiting.refresh() }),
    prescription: needs.prescribing,
  });
  const workspace = createActor(
    workspaceMachine.provide({
      actors: {
        consultation,
        unsent: fromEventObservable(() =>
          outbox.unsentIn$.pipe(map((conversations) => ({ type: 'unsent.changed', conversations }) as const)),
        ),
        restore: fromPromise(() => storage.restore((stored) => workspace.send({ type: 'arrangement.found', stored }))),
      },
      actions: {
        storeArrangement(_, { layout: arrangement, detached }) {
          if (!detached) storage.save(arrangement);
          marks.changed(arrangement);
        },
      },
    }),
    needs.inspection,
  ).start();
  const language$ = new BehaviorSubject<string>(currentLanguage());
  scope.add(onLanguage(() => language$.next(currentLanguage())));
  forwardConsultationEvents(
    {
      workspace,
      applied$: inbox.applied$,
      events: socket.events,
      current$: socket.current$,
      list: awaiting.list,
      me: owner.userId,
      language$,
    },
    scope,
  );
  unloadClosedChats(workspace, inbox, scope);
  scope.add(channel.listen(layoutListener(workspace, marks)));
  workspace.send({ type: 'owner.entered', owner });
  return workspace;
}
