import { createContext, useCallback, useContext, useState } from 'react';
import { BehaviorSubject } from 'rxjs';
import type { OrderId } from '../../../contract/ids.ts';
import { memoPerServices } from '../app/memoPerServices.ts';
import { useLive } from '../hooks/useLive.ts';

/** Unsaved input by name: what is typed or opened, but is no draft of its own. */
export type KeptInput = { readonly at: <T>(name: string, first: T) => BehaviorSubject<T> };

export function createKeptInput(): KeptInput {
  const values = new Map<string, BehaviorSubject<unknown>>();
  return {
    at<T>(name: string, first: T) {
      const known = values.get(name) ?? new BehaviorSubject<unknown>(first);
      values.set(name, known);
      // A name always has values of the type that belongs to it.
      return known as BehaviorSubject<T>;
    },
  };
}

/** Input of each consultation and of the lists, until the doctor signs out. */
export const keptInputs = memoPerServices(() => {
  const all = new Map<OrderId | 'lists', KeptInput>();
  return (owner: OrderId | 'lists'): KeptInput => {
    const known = all.get(owner) ?? createKeptInput();
    all.set(owner, known);
    return known;
  };
});

/** Whose input the components below keep; null keeps it only as long as they are on the screen. */
export const KeptInputOf = createContext<KeptInput | null>(null);

/**
 * State that outlives its component. Panes, side panels and lists leave the screen when the window changes its size or
 * another panel takes their place; what was typed in them is there again when they return.
 */
export function useKept<T>(name: string, first: T): readonly [T, (next: T) => void] {
  const kept = useContext(KeptInputOf);
  const [own] = useState(createKeptInput);
  const value$ = (kept ?? own).at(name, first);
  const set = useCallback((next: T) => value$.next(next), [value$]);
  return [useLive(value$), set];
}
