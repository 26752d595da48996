import { filter, map, merge, mergeMap, Subscription, timer } from 'rxjs';
import type { AccountChanged, HospitalChanged } from '../../../contract/socket.ts';
import type { Session } from '../../machines/session.ts';
import type { PersonSettings } from '../../services/personSettings.ts';
import { linkReturns } from '../../streams/refreshOnHint.ts';
import type { Link } from './link.ts';

type Needs = {
  readonly socket: Pick<Link, 'events' | 'current$'>;
  readonly settings: Pick<PersonSettings, 'refresh'>;
  readonly session: Pick<Session, 'send'>;
  /** Loads the dictionaries again. */
  readonly refreshLists: () => void;
  /** Reads the hospital's own data again, the time until the screen locks among them. */
  readonly refreshHospital: () => void;
  readonly random: () => number;
};

/** All staff hear of a change at once and load up to twelve lists each, so they spread; after a gap they need not hurry. */
const spreadMs = { pushed: 5_000, gap: 60_000 };

/** Loads again what another device or the hospital has changed: the person's settings, name and rights, the hospital's settings and dictionaries. */
export function followChanges({
  socket,
  settings,
  session,
  refreshLists,
  refreshHospital,
  random,
}: Needs): Subscription {
  const returned$ = linkReturns(socket.current$);
  const ofPerson = (wanted: AccountChanged['part']) =>
    merge(returned$, socket.events('account:changed').pipe(filter(({ part }) => part === wanted)));
  const ofHospital = (wanted: HospitalChanged['part']) => {
    const pushed$ = socket.events('hospital:changed').pipe(filter(({ part }) => part === wanted));
    const delays$ = merge(pushed$.pipe(map(() => spreadMs.pushed)), returned$.pipe(map(() => spreadMs.gap)));
    return delays$.pipe(mergeMap((ms) => timer(random() * ms)));
  };
  const scope = new Subscription();
  scope.add(ofPerson('settings').subscribe(() => settings.refresh()));
  scope.add(ofPerson('account').subscribe(() => session.send({ type: 'account.changed' })));
  scope.add(ofHospital('dictionaries').subscribe(refreshLists));
  scope.add(ofHospital('settings').subscribe(refreshHospital));
  return scope;
}
