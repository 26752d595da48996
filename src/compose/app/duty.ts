import type { Observable, Subscription } from 'rxjs';
import type { Api } from '../../../contract/catalogue.ts';
import { staffEvents } from '../../../contract/staffEvents.ts';
import type { DutyStatus, Notices } from '../../screens/app/app.ts';
import { fromAnswer } from '../../streams/fromAbortable.ts';
import { createLoaded } from '../../streams/loaded.ts';
import type { Link } from '../adapters/link.ts';

type Needs = { readonly api: Api; readonly socket: Link; readonly visible$: Observable<boolean> };

const timings = { everyMs: 5 * 60_000, maxPauseMs: 60_000 };

/** The signed-in doctor's duty state; a change in another window, or by the schedule, arrives by the socket. */
export function openDuty({ api, socket, visible$ }: Needs, scope: Subscription): Omit<DutyStatus, 'Switch'> {
  const load = () => fromAnswer(() => api.getDuty({}, { quiet: true }));
  const hints$ = socket.events('duty:changed', staffEvents['duty:changed']);
  const { loaded$, refresh } = createLoaded({ load, hints$, linked$: socket.current$, visible$, ...timings }, scope);
  return {
    current$: loaded$,
    refresh,
    async set(state, message, shownBy) {
      const answer = await api.setDuty({ state, message }, { quiet: shownBy === 'form' });
      refresh();
      return answer.ok ? null : answer.failure.message;
    },
  };
}

/** The hospital's notices to its staff. */
export function openNotices({ api, socket, visible$ }: Needs, scope: Subscription): Omit<Notices, 'At'> {
  const load = () => fromAnswer(() => api.listNotices({}, { quiet: true }));
  const hints$ = socket.events('notices:changed', staffEvents['notices:changed']);
  const { loaded$, refresh } = createLoaded({ load, hints$, linked$: socket.current$, visible$, ...timings }, scope);
  return { list$: loaded$, refresh };
}
