import type { Subscription } from 'rxjs';
import { createActor, fromPromise } from 'xstate';
import type { Api } from '../../../contract/catalogue.ts';
import type { RequestId } from '../../../contract/ids.ts';
import type { Owner } from '../../domain/owner.ts';
import { chosenLanguage } from '../../locales/i18n.ts';
import { type Workspace, workspaceMachine } from '../../machines/workspace.ts';
import type { Alarm } from '../../services/alarm.ts';
import type { TabChannel } from '../../services/crossTab.ts';
import type { DraftBook } from '../../services/draftBook.ts';
import type { ImSocket } from '../../services/imSocket.ts';
import type { Vault } from '../../services/vault.ts';
import type { openAttachments } from '../adapters/attachments.ts';
import { forwardConsultationEvents, liveConsultation } from '../adapters/consultation.ts';
import { createDeskStorage, type DeskMessage, deskListener, markNews } from '../adapters/desk.ts';
import type { openAwaiting } from '../adapters/link.ts';
import type { openMessages } from '../adapters/messages.ts';
import { livePrescription } from '../adapters/prescription.ts';
import { liveRecord } from '../adapters/record.ts';

type Messages = ReturnType<typeof openMessages>;

type Needs = Pick<Messages, 'inbox' | 'outbox'> & {
  readonly owner: Owner;
  readonly api: Api;
  readonly socket: ImSocket;
  readonly alarm: Alarm;
  readonly vault: Vault;
  readonly drafts: DraftBook;
  readonly uploads: Pick<ReturnType<typeof openAttachments>, 'unsent'>;
  readonly awaiting: ReturnType<typeof openAwaiting>;
  /** Where the doctor's windows tell each other how the desk is arranged. */
  readonly channel: TabChannel<DeskMessage>;
  readonly newRequestId: () => RequestId;
  /** The platform's time. */
  readonly now: () => number;
  readonly localNow: () => number;
};

/** What is loaded of a chat goes with its pane. */
function forgetClosed(workspace: Workspace, inbox: Messages['inbox'], scope: Subscription): void {
  let panes = workspace.getSnapshot().context.desk.panes;
  const watching = workspace.subscribe(
    ({
      context: {
        desk: { panes: now },
      },
    }) => {
      const isLeft = new Set(now.map(({ conversationId }) => conversationId));
      for (const { conversationId } of panes) if (!isLeft.has(conversationId)) inbox.close(conversationId);
      panes = now;
    },
  );
  scope.add(() => watching.unsubscribe());
}

/** The desk of one doctor as it was left, with the consultations on it; every change of it is kept and told to their other windows. */
export function openWorkspace(needs: Needs, scope: Subscription): Workspace {
  const { owner, api, socket, alarm, vault, drafts, inbox, outbox, uploads, awaiting, channel } = needs;
  const { newRequestId, now, localNow } = needs;
  const desk = createDeskStorage(vault, channel);
  const marks = markNews(channel);
  const consultation = liveConsultation({
    api,
    outbox,
    alarm,
    now,
    localNow,
    endings: desk,
    attached: uploads.unsent,
    record: liveRecord({ api, kept: drafts, onSigned: () => awaiting.refresh() }),
    prescription: livePrescription({ api, kept: drafts, newRequestId }),
    newRequestId,
  });
  const workspace = createActor(
    workspaceMachine.provide({
      actors: {
        consultation,
        restore: fromPromise(() => desk.restore((kept) => workspace.send({ type: 'arrangement.found', kept }))),
      },
      guards: {
        hasUnsent: (_, conversationId) => conversationId !== null && outbox.unsent(conversationId).length > 0,
      },
      actions: {
        keep(_, { desk: arrangement, alone }) {
          if (!alone) desk.save(arrangement);
          marks.changed(arrangement);
        },
      },
    }),
  ).start();
  forwardConsultationEvents(
    {
      workspace,
      applied$: inbox.applied$,
      hear: socket.hear,
      list: awaiting.list,
      me: owner.userId,
      language: chosenLanguage,
    },
    scope,
  );
  forgetClosed(workspace, inbox, scope);
  scope.add(channel.listen(deskListener(workspace, marks)));
  workspace.send({ type: 'owner.entered', owner });
  return workspace;
}
