const load = () => import('./Login.tsx');

let requested: ReturnType<typeof load> | null = null;

/** Requests the sign-in page before the code that shows it has arrived. */
export function requestLogin(): void {
  requested = load();
  // Whoever shows the page gets the failure and tries again.
  requested.catch(() => {});
}

/** The sign-in page; what was requested ahead counts as the first try. */
export function importLogin(): ReturnType<typeof load> {
  const first = requested;
  requested = null;
  return first ?? load();
}
