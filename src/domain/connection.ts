/** The link to the platform as the doctor sees it. `since` is epoch ms on this machine. */
export type Connection =
  | { readonly state: 'online'; readonly since: number }
  | { readonly state: 'reconnecting'; readonly since: number }
  | { readonly state: 'offline'; readonly since: number };
