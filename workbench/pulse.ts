/** A value of a named stream; `at` is the platform's time in ms. */
export type Pulse = { readonly stream: string; readonly at: number; readonly text: string };
