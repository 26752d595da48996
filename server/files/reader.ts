export const blockBytes = 64 * 1024;

/** No valid picture has more parts; a file made of countless tiny parts would only cost time. */
const maxReads = 500_000;

/** Reads parts of a file; past its end it returns no bytes. */
export type Reader = { size: number; bytes(at: number, length: number): Buffer };

export function createReader(content: Buffer): Reader {
  let reads = 0;
  return {
    size: content.length,
    bytes(at, length) {
      reads += 1;
      return reads > maxReads ? Buffer.alloc(0) : content.subarray(at, at + length);
    },
  };
}
