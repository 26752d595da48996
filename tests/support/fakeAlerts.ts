import { BehaviorSubject, Subject, Subscription } from 'rxjs';
import type { HospitalChanged } from '../../contract/socket.ts';
import type { OwnChanged } from '../../contract/staffEvents.ts';
import { openOwnChanges } from '../../src/compose/app/ownChanges.ts';
import { type AlertSettings, usualAlertSettings } from '../../src/domain/alertSettings.ts';
import type { AlertServices } from '../../src/screens/app/app.ts';

const Nowhere = () => null;

type Given = {
  readonly settings?: Partial<AlertSettings>;
  readonly sound?: AlertServices['sound']['value'];
  readonly permission?: AlertServices['permission']['value'];
  readonly kinds?: AlertServices['kinds'];
  readonly problems?: AlertServices['problems'];
};

/** Alerts in memory; `said` is what their buttons asked for. */
export function fakeAlerts({
  settings = {},
  sound = 'ready',
  permission = 'granted',
  kinds,
  problems = null,
}: Given = {}) {
  const settings$ = new BehaviorSubject<AlertSettings>({ ...usualAlertSettings, ...settings });
  const sound$ = new BehaviorSubject(sound);
  const said: string[] = [];
  const pushed$ = new Subject<OwnChanged>();
  const linked$ = new BehaviorSubject(true);
  const hospital$ = new Subject<HospitalChanged>();
  // Only the events of what people work with are heard.
  const events = ((name: string) => (name === 'own:changed' ? pushed$ : hospital$)) as never;
  const services: AlertServices = {
    kinds: kinds ?? ['message', 'waiting', 'rejected'],
    settings: settings$,
    change: (part) => settings$.next({ ...settings$.value, ...part }),
    sound: sound$,
    test: () => said.push('test'),
    permission: new BehaviorSubject(permission),
    askPermission: () => said.push('ask'),
    opened$: new Subject(),
    duty: null,
    notices: {
      list$: new BehaviorSubject({ value: null, state: 'loading' as const }),
      refresh: () => {},
      At: Nowhere,
    },
    own: openOwnChanges({ socket: { events, current$: linked$ }, refreshLimits: () => {} }, new Subscription()),
    questions: null,
    problems,
  };
  return {
    services,
    settings$,
    sound$,
    said,
    /** Another device or a colleague has changed this. */
    changeElsewhere: (part: OwnChanged['part']) => pushed$.next({ part, time: 0 }),
    changeHospital: (part: HospitalChanged['part']) => hospital$.next({ part, time: 0 }),
    /** The link is lost and returns. */
    returnOfLink() {
      linked$.next(false);
      linked$.next(true);
    },
  };
}
