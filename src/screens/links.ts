import { useMemo } from 'react';
import type { Api } from '../../contract/catalogue.ts';
import { useApp } from './app.ts';

/** Something that screens share and that lives as long as the calls it is made from. */
function perApi<T>(make: (api: Api) => T): (api: Api) => T {
  const made = new WeakMap<Api, { readonly it: T }>();
  return (api) => {
    const known = made.get(api) ?? { it: make(api) };
    made.set(api, known);
    return known.it;
  };
}

/** Links to kept files run out after a while. What was renewed is used from then on, by all panes. */
const renewals = perApi((api) => {
  const renewed = new Map<string, string>();
  return {
    latest: (url: string) => renewed.get(url) ?? url,
    async renew(url: string): Promise<string | null> {
      const answer = await api.signFile({ url }, { quiet: true });
      if (!answer.ok) return null;
      renewed.set(url, answer.data.url);
      return answer.data.url;
    },
  };
});

/** Where files named in messages open now, and how to get a fresh link for one that has run out. */
export function useLinks() {
  const { api, linkOf } = useApp();
  return useMemo(() => {
    const { latest, renew } = renewals(api);
    return {
      linkOf: (url: string) => linkOf(latest(url)),
      renew: async (url: string) => {
        const fresh = await renew(url);
        return fresh === null ? null : linkOf(fresh);
      },
    };
  }, [api, linkOf]);
}
