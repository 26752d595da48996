import type { Api } from '../../contract/catalogue.ts';
import type { Work } from './app.ts';

/** Something that the screens of one doctor share: whoever signs in next on the same page has their own. */
export function perWork<T>(make: (api: Api) => T): (work: Work, api: Api) => T {
  const made = new WeakMap<Work, { readonly it: T }>();
  return (work, api) => {
    const known = made.get(work) ?? { it: make(api) };
    made.set(work, known);
    return known.it;
  };
}
