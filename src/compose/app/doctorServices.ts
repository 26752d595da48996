import { distinctUntilChanged, filter, map, merge, mergeMap, type Observable, Subscription, skip } from 'rxjs';
import { PrescriptionStatus } from '../../../clinical/lifecycle/prescription.ts';
import type { Api } from '../../../contract/catalogue.ts';
import { RequestId } from '../../../contract/ids.ts';
import { SenderType } from '../../../contract/im.ts';
import type { AcceptLimits } from '../../domain/nextPatient.ts';
import { type Owner, ownerName } from '../../domain/owner.ts';
import type { Inspection } from '../../machines/actors.ts';
import type { DoctorServices } from '../../screens/app/app.ts';
import type { Alarm } from '../../services/alarm.ts';
import { browserParts } from '../../services/browserParts.ts';
import { createTabChannel } from '../../services/crossTab.ts';
import { LayoutMessage } from '../../services/layoutStore.ts';
import { steadyNow } from '../../services/serverClock.ts';
import { createSignatureConfirmation } from '../../services/signatureConfirmation.ts';
import { keepStrayFilesOut } from '../../services/strayFiles.ts';
import { createTabLeader, LeaderHeartbeat } from '../../services/tabLeader.ts';
import { createCompanions } from '../../streams/companions.ts';
import { fromAnswer } from '../../streams/fromAbortable.ts';
import { createLoaded } from '../../streams/loaded.ts';
import { orderCounts$, reconciledCounts } from '../../streams/orderCounts.ts';
import { linkReturns } from '../../streams/refreshOnHint.ts';
import { createRejections } from '../../streams/rejections.ts';
import { unreadTotal } from '../../streams/unreadTotal.ts';
import { createRecorder, openAttachments, UploadMessage } from '../adapters/attachments.ts';
import { createPrescriptionMachine, documentCalls } from '../adapters/documents.ts';
import type { Link } from '../adapters/link.ts';
import { OutboxMessages, openAwaiting, openMessages } from '../adapters/messages.ts';
import type { PersonalStorage } from './personalStorage.ts';
import { openWorkspace } from './workspace.ts';

export type DoctorNeeds = {
  readonly inspection: Inspection;
  readonly window: Window & typeof globalThis;
  readonly owner: Owner;
  readonly api: Api;
  readonly socket: Link;
  /** Runs on the platform's clock. */
  readonly alarm: Alarm;
  /** The platform's clock, epoch ms. */
  readonly now: () => number;
  readonly visible$: Observable<boolean>;
  readonly storage: PersonalStorage;
};

const countsEveryMs = 30_000;
const limitsEveryMs = 300_000;
const rejectionsEveryMs = 120_000;
const maxPauseMs = 60_000;
const leaderTimings = { everyMs: 2_000, silenceMs: 10_000 };

/** Builds all services and actors of one signed-in doctor. `close` stops every actor, stream and listener. */
export function openDoctorServices(needs: DoctorNeeds): { readonly work: DoctorServices; close(): void } {
  const { inspection, window, owner, api, socket, now, visible$ } = needs;
  const { newId, vault, drafts } = needs.storage;
  const scope = new Subscription();
  const name = ownerName(owner);
  const localNow = () => Date.now();
  const newRequestId = () => RequestId.parse(newId());
  const { BroadcastChannel, locks } = browserParts(window);
  const tabs = { BroadcastChannel, storage: null, events: null };
  const leaderChannel = createTabChannel(`cloudroom-turn:${name}`, LeaderHeartbeat, tabs);
  const outboxChannel = createTabChannel(`cloudroom-outbox:${name}`, OutboxMessages, tabs);
  const uploadChannel = createTabChannel(`cloudroom-uploads:${name}`, UploadMessage, tabs);
  const layoutChannel = createTabChannel(`cloudroom-desk:${name}`, LayoutMessage, tabs);
  const linked$ = socket.linked$;

  const awaiting = openAwaiting({ api, socket, visible$, me: owner.userId, now }, scope);
  const running$ = awaiting.list.pipe(
    map(({ running }) => running.map(({ conversationId }) => conversationId)),
    distinctUntilChanged((a, b) => a.join() === b.join()),
  );
  const { inbox, outbox } = openMessages(
    {
      ...needs,
      vault,
      drafts,
      isLeader$: createTabLeader({
        locks,
        name: `outbox:${name}`,
        channel: leaderChannel,
        ...leaderTimings,
      }),
      channel: outboxChannel,
      running$,
      newId,
      now: localNow,
      platformNow: now,
      random: Math.random,
    },
    scope,
  );
  scope.add(keepStrayFilesOut(window));
  const uploads = openAttachments(
    {
      inspection,
      api,
      vault,
      outbox,
      linked$,
      newId,
      name,
      channel: uploadChannel,
      locks,
      now: localNow,
      random: Math.random,
    },
    scope,
  );
  const companions = createCompanions(
    {
      typing$: socket.events('typing'),
      presence$: socket.events('presence'),
      linked$,
      written$: inbox.applied$.pipe(
        filter(({ event }) => event.kind === 'message' && event.message.senderType === SenderType.patient),
        map(({ conversationId }) => conversationId),
      ),
      sendTyping: (conversationId) => socket.emit('typing', { conversationId }),
      now: steadyNow,
    },
    scope,
  );
  const counts$ = reconciledCounts(
    orderCounts$({
      load: () =>
        fromAnswer(() => api.getOrderNum({}, { quiet: true })).pipe(
          map(({ awaitNum, processNum, finishNum, cancelNum, todayNum }) => ({
            waiting: awaitNum,
            active: processNum,
            finished: finishNum,
            cancelled: cancelNum,
            today: todayNum ?? null,
          })),
        ),
      visible$,
      hints$: socket.events('awaiting:changed'),
      linked$: socket.current$,
      everyMs: countsEveryMs,
      maxPauseMs,
    }),
    awaiting,
    scope,
  );

  const limits = createLoaded<AcceptLimits>(
    {
      load: () => fromAnswer(() => api.getConsultConfigs({}, { quiet: true })),
      // The doctor's own consultations take the places; a changed limit is known with the next turn.
      hints$: merge(running$.pipe(skip(1)), socket.events('hospital:changed')),
      linked$: socket.current$,
      visible$,
      everyMs: limitsEveryMs,
      maxPauseMs,
    },
    scope,
  );
  const rejections$ = createRejections(
    {
      load: () =>
        fromAnswer(() =>
          api.listPrescriptions({ status: PrescriptionStatus.rejected, pageNo: 1, pageSize: 100 }, { quiet: true }),
        ).pipe(map(({ list }) => list)),
      news$: merge(
        socket.events('prescription:changed'),
        inbox.applied$.pipe(
          mergeMap(({ event }) => (event.kind === 'prescription' ? [{ ...event, id: event.prescriptionId }] : [])),
        ),
      ),
      isRejected: (status) => status === PrescriptionStatus.rejected,
      linked$: socket.current$,
      visible$,
      everyMs: rejectionsEveryMs,
      maxPauseMs,
    },
    scope,
  );

  const signing = createSignatureConfirmation(api);
  const prescribing = createPrescriptionMachine({ api: signing.api, drafts, newRequestId });
  const workspace = openWorkspace(
    {
      ...needs,
      api: signing.api,
      vault,
      inbox,
      outbox,
      uploads,
      awaiting,
      prescribing,
      drafts,
      channel: layoutChannel,
    },
    scope,
  );

  return {
    work: {
      owner,
      workspace,
      recorded: [workspace, outbox.actor],
      inbox,
      awaiting,
      counts$,
      limits$: limits.loaded$,
      refreshLimits: limits.refresh,
      rejections$,
      unread$: unreadTotal({ summaries: inbox.summaries, list: awaiting.list }, scope),
      drafts,
      outbox,
      uploads,
      attachedElsewhere$: uploads.elsewhere$,
      recorder: createRecorder(window, inspection),
      companions,
      storageState$: vault.storageState$,
      patientChanged$: merge(
        socket.events('patient:changed').pipe(map(({ patientId }) => patientId)),
        linkReturns(socket.current$).pipe(map(() => null)),
      ),
      newRequestId,
      prescribing,
      documentCalls,
      signedApi: signing.api,
      signing$: signing.request$,
    },
    close() {
      workspace.send({ type: 'owner.left' });
      workspace.stop();
      scope.unsubscribe();
      layoutChannel.close();
      outboxChannel.close();
      uploadChannel.close();
      leaderChannel.close();
    },
  };
}
