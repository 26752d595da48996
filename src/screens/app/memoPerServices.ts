import type { Api } from '../../../contract/catalogue.ts';
import type { DoctorServices } from './app.ts';

/** Memoises a value per signed-in doctor, so that the next user gets a new one. */
export function memoPerServices<T>(make: (api: Api) => T): (work: DoctorServices, api: Api) => T {
  const made = new WeakMap<DoctorServices, { readonly it: T }>();
  return (work, api) => {
    const known = made.get(work) ?? { it: make(api) };
    made.set(work, known);
    return known.it;
  };
}
