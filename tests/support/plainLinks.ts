/** Links that are left as they are, for tests that are not about files. */
export const plainLinks = { renew: (url: string) => url, unsigned: (url: string) => url };
