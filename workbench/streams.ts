import { EMPTY, map, merge, type Observable, switchMap } from 'rxjs';
import type { App, DoctorServices } from '../src/screens/app/app.ts';
import type { ReviewerServices } from '../src/screens/app/reviewerServices.ts';
import type { Live } from '../src/streams/live.ts';

type Named = Readonly<Record<string, Observable<string>>>;

/** Streams of a doctor, each as one line without content. */
const ofDoctor = ({ inbox, awaiting, counts$, rejections$, unread$, storageState$ }: DoctorServices): Named => ({
  'inbox.applied$': inbox.applied$.pipe(map(({ event }) => `${event.kind} ${event.seq}`)),
  'inbox.ready': inbox.ready.pipe(map(String)),
  'awaiting.list': awaiting.list.pipe(
    map(({ waiting, running, state }) => `${state}: ${waiting.length} waiting, ${running.length} running`),
  ),
  counts$: counts$.pipe(map((counts) => (counts === null ? 'unknown' : 'counted'))),
  rejections$: rejections$.pipe(map((list) => `${list.length}`)),
  unread$: unread$.pipe(map(String)),
  storageState$: storageState$.pipe(map(String)),
});

/** Streams of a reviewer. */
const ofReviewer = ({ queue, colleagues$, waiting$ }: ReviewerServices): Named => ({
  'queue.queue': queue.queue.pipe(map(({ items, state }) => `${state}: ${items.size} prescriptions`)),
  colleagues$: colleagues$.pipe(map((list) => `${list?.length ?? 'unknown'}`)),
  waiting$: waiting$.pipe(map((count) => `${count ?? 'unknown'}`)),
});

/** A value of a stream with the stream's name. */
export type NamedValue = { readonly stream: string; readonly text: string };

const tagged = (streams: Named): Observable<NamedValue> =>
  merge(...Object.entries(streams).map(([stream, text$]) => text$.pipe(map((text) => ({ stream, text })))));

const ofServices = <S>(services$: Live<S | null>, read: (services: S) => Named): Observable<NamedValue> =>
  services$.pipe(switchMap((services) => (services === null ? EMPTY : tagged(read(services)))));

/** The values of the streams that the workbench shows, each with its stream's name. */
export const namedStreams = ({ connection$, alerts$, work$, review$ }: App): Observable<NamedValue> =>
  merge(
    tagged({
      connection$: connection$.pipe(map(({ state }) => state)),
      alerts$: alerts$.pipe(map((alerts) => (alerts === null ? 'not loaded' : alerts.kinds.join(', ')))),
    }),
    ofServices(work$, ofDoctor),
    ofServices(review$, ofReviewer),
  );
