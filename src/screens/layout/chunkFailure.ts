/** A part of the program did not arrive in time. */
export class ChunkTimeout extends Error {
  override name = 'ChunkTimeout';
}

/** How Chromium, Firefox and Safari say that a module could not be fetched, and Vite that its style could not. */
const said = /dynamically imported module|importing a module script failed|unable to preload css/i;

/** Whether a screen failed because its program did not come (a new version, a lost connection) rather than by a fault in it. */
export const isChunkFailure = (error: unknown): boolean =>
  error instanceof ChunkTimeout || (error instanceof Error && said.test(error.message));

/** Gives up on a screen's program after that long (specification, section 9: 120 s). */
export function within<T>(ms: number, chunk: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkTimeout()), ms);
    const settle =
      <V>(then: (value: V) => void) =>
      (value: V) => {
        clearTimeout(timer);
        then(value);
      };
    chunk().then(settle(resolve), settle(reject));
  });
}
