import { type Subscription, timer } from 'rxjs';
import { staffEvents } from '../../../contract/staffEvents.ts';
import type { OwnChanges, OwnPart } from '../../screens/app/app.ts';
import { linkReturns } from '../../streams/refreshOnHint.ts';
import type { Link } from '../adapters/link.ts';

type Needs = {
  readonly socket: Pick<Link, 'events' | 'current$'>;
  /** Loads the limits of the doctor's services again, which no list shows; after a gap they load by themselves. */
  readonly refreshLimits: () => void;
};

type Refresh = Parameters<OwnChanges['follow']>[1];

type Part = {
  version: number;
  readonly shown: Refresh[];
  /** The version that each list has; one that nobody showed meanwhile reloads when it is shown again. */
  readonly loaded: WeakMap<Refresh, number>;
};

const outdated = -1;
const [firstPauseMs, maxPauseMs] = [1_000, 60_000];

/**
 * Reloads what is shown of a doctor's templates, replies and the like, and lists of the administration, after a change
 * elsewhere, and all of it after a gap. A reload that failed is made again after growing waits.
 */
export function openOwnChanges({ socket, refreshLimits }: Needs, scope: Subscription): OwnChanges {
  const parts = new Map<OwnPart, Part>();
  const partOf = (name: OwnPart) => {
    const part = parts.get(name) ?? { version: 0, shown: [], loaded: new WeakMap() };
    parts.set(name, part);
    return part;
  };

  async function load(part: Part, refresh: Refresh, failures = 0) {
    const { version, loaded } = part;
    loaded.set(refresh, version);
    if ((await refresh()) !== false) return;
    // Whoever shows the list next loads it again, even if another change came during this load and was not loaded either.
    loaded.set(refresh, outdated);
    const pause$ = timer(Math.min(maxPauseMs, firstPauseMs * 2 ** failures));
    const isWanted = () => part.shown.includes(refresh) && loaded.get(refresh) === outdated;
    scope.add(pause$.subscribe(() => void (isWanted() && load(part, refresh, failures + 1))));
  }
  function reload(part: Part, refresh: Refresh) {
    if (part.loaded.get(refresh) !== part.version) void load(part, refresh);
  }
  function changed(part: Part) {
    part.version += 1;
    for (const refresh of part.shown) reload(part, refresh);
  }
  const change = (name: OwnPart) => changed(partOf(name));
  scope.add(
    socket.events('own:changed', staffEvents['own:changed']).subscribe(({ part }) => {
      change(part);
      if (part === 'services') refreshLimits();
    }),
  );
  scope.add(socket.events('hospital:changed').subscribe(({ part }) => change(part)));
  scope.add(
    linkReturns(socket.current$).subscribe(() => {
      for (const part of parts.values()) changed(part);
    }),
  );

  return {
    follow(name, refresh) {
      const part = partOf(name);
      const { shown, loaded } = part;
      shown.push(refresh);
      if (loaded.has(refresh)) reload(part, refresh);
      else loaded.set(refresh, part.version);
      return () => void shown.splice(shown.indexOf(refresh), 1);
    },
  };
}
