import type { Subscription } from 'rxjs';
import { staffEvents } from '../../../contract/staffEvents.ts';
import type { OwnChanges, OwnPart } from '../../screens/app/app.ts';
import { linkReturns } from '../../streams/refreshOnHint.ts';
import type { Link } from '../adapters/link.ts';

const parts = staffEvents['own:changed'].shape.part.options;

/** Reloads what is shown of a doctor's templates, replies and the like after a change elsewhere, and all of it after a gap. */
export function openOwnChanges({ events, current$ }: Pick<Link, 'events' | 'current$'>, scope: Subscription) {
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
  const pushed$ = events('own:changed', staffEvents['own:changed']);
  scope.add(pushed$.subscribe(({ part }) => change(part)));
  scope.add(linkReturns(current$).subscribe(() => parts.forEach(change)));

  const own: OwnChanges = {
    follow(part, refresh) {
      const list = shown.get(part) ?? [];
      list.push(refresh);
      if (loaded.has(refresh)) reload(part, refresh);
      else loaded.set(refresh, versionOf(part));
      return () => void list.splice(list.indexOf(refresh), 1);
    },
  };
  return { own, pushed$ };
}
