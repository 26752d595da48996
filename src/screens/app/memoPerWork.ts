import type { Api } from '../../../contract/catalogue.ts';
import type { Work } from './app.ts';

/** Memoises a value per signed-in doctor, so that the next user gets a new one. */
export function memoPerWork<T>(make: (api: Api) => T): (work: Work, api: Api) => T {
  const made = new WeakMap<Work, { readonly it: T }>();
  return (work, api) => {
    const known = made.get(work) ?? { it: make(api) };
    made.set(work, known);
    return known.it;
  };
}
