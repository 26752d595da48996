import type { Observable, Subscription } from 'rxjs';
import type { Api } from '../../../contract/catalogue.ts';
import type { AccountId } from '../../../contract/ids.ts';
import type { ImSocket } from '../../services/imSocket.ts';
import { awaitingList } from '../../streams/awaiting.ts';
import { fromAnswer } from '../../streams/fromAbortable.ts';
import { subscriptionReady } from '../../streams/subscriptionReady.ts';

type Needs = {
  readonly api: Pick<Api, 'awaitList'>;
  readonly socket: Pick<ImSocket, 'linked$' | 'ask' | 'hear'>;
  readonly visible$: Observable<boolean>;
  readonly me: AccountId;
  readonly now: () => number;
};

const pace = { everyMs: 45_000, maxPauseMs: 60_000 };
const watchAgainMs = 2_000;

/** The waiting patients of a doctor's hospital, on the live link and the calls. */
export function openAwaiting({ api, socket, visible$, me, now }: Needs, scope: Subscription) {
  const linked$ = subscriptionReady({
    linked$: socket.linked$,
    ask: async () => (await socket.ask('awaiting:watch', {})) !== null,
    againMs: watchAgainMs,
  });
  const load = () => fromAnswer(() => api.awaitList({}, { quiet: true }));
  const hints$ = socket.hear('awaiting:changed');
  return awaitingList({ ...pace, linked$, visible$, load, hints$, me, now }, scope);
}
