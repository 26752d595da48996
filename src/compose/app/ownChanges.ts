import type { Subscription } from 'rxjs';
import { staffEvents } from '../../../contract/staffEvents.ts';
import type { OwnChanges, OwnPart } from '../../screens/app/app.ts';
import { linkReturns } from '../../streams/refreshOnHint.ts';
import type { Link } from '../adapters/link.ts';

const parts = staffEvents['own:changed'].shape.part.options;

type Needs = {
  readonly socket: Pick<Link, 'events' | 'current$'>;
  /** Loads the limits of the doctor's services again, which no list shows; after a gap they load by themselves. */
  readonly refreshLimits: () => void;
};

/** Reloads what is shown of a doctor's templates, replies and the like after a change elsewhere, and all of it after a gap. */
export function openOwnChanges({ socket, refreshLimits }: Needs, scope: Subscription): OwnChanges {
  const shown = new Map<OwnPart, (() => void)[]>(parts.map((part) => [part, []]));
  const versions = new Map<OwnPart, number>();
  /** The version of its part that each list has; one that nobody showed meanwhile reloads when it is shown again. */
  const loaded = new WeakMap<() => void, number>();
  const versionOf = (part: OwnPart) => versions.get(part) ?? 0;

  function reload(part: OwnPart, refresh: () => void) {
    if (loaded.get(refresh) === versionOf(part)) return;
    loaded.set(refresh, versionOf(part));
    refresh();
  }
  function change(part: OwnPart) {
    versions.set(part, versionOf(part) + 1);
    for (const refresh of shown.get(part) ?? []) reload(part, refresh);
  }
  scope.add(
    socket.events('own:changed', staffEvents['own:changed']).subscribe(({ part }) => {
      change(part);
      if (part === 'services') refreshLimits();
    }),
  );
  scope.add(linkReturns(socket.current$).subscribe(() => parts.forEach(change)));

  return {
    follow(part, refresh) {
      const list = shown.get(part) ?? [];
      list.push(refresh);
      if (loaded.has(refresh)) reload(part, refresh);
      else loaded.set(refresh, versionOf(part));
      return () => void list.splice(list.indexOf(refresh), 1);
    },
  };
}
