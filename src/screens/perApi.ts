import type { Api } from '../../contract/catalogue.ts';

/** Something that screens share and that lives as long as the calls it is made from. */
export function perApi<T>(make: (api: Api) => T): (api: Api) => T {
  const made = new WeakMap<Api, { readonly it: T }>();
  return (api) => {
    const known = made.get(api) ?? { it: make(api) };
    made.set(api, known);
    return known.it;
  };
}
