import { useMemo } from 'react';
import type { Api } from '../../../contract/catalogue.ts';
import { useApp } from './app.ts';

/** Memoises a value per API instance, so that screens share it. */
function memoPerApi<T>(make: (api: Api) => T): (api: Api) => T {
  const made = new WeakMap<Api, { readonly it: T }>();
  return (api) => {
    const known = made.get(api) ?? { it: make(api) };
    made.set(api, known);
    return known.it;
  };
}

/** Renewed file links, shared by all panes, because links expire. */
const renewals = memoPerApi((api) => {
  const renewed = new Map<string, string>();
  const refused = new Map<string, string>();
  return {
    latest: (url: string) => renewed.get(url) ?? url,
    refusalOf: (url: string) => refused.get(url) ?? null,
    async renew(url: string): Promise<string | null> {
      const answer = await api.signFile({ url }, { quiet: true });
      refused.delete(url);
      if (!answer.ok) {
        if (answer.failure.kind === 'business') refused.set(url, answer.failure.message);
        return null;
      }
      renewed.set(url, answer.data.url);
      return answer.data.url;
    },
  };
});

/** The current URL of a file in a message, how to renew its link, and why the platform no longer serves the file. */
export function useLinks() {
  const { api, linkOf } = useApp();
  return useMemo(() => {
    const { latest, refusalOf, renew } = renewals(api);
    return {
      refusalOf,
      linkOf: (url: string) => linkOf(latest(url)),
      renew: async (url: string) => {
        const fresh = await renew(url);
        return fresh === null ? null : linkOf(fresh);
      },
    };
  }, [api, linkOf]);
}
