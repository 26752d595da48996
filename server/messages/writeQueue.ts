type Waiting<Row, Result> = { row: Row; settle: (result: Result) => void; fail: (cause: unknown) => void };

type Needs<Row, Result> = {
  /** Writes rows together and answers each in its place. */
  write: (rows: Row[]) => Promise<Result[]>;
  maxRows: number;
};

/**
 * Collects what arrives while a batch is being written into the next batch, without waiting for more. A batch that
 * fails is tried row by row, so that one bad row never fails its neighbours.
 */
export function createBatcher<Row, Result>({ write, maxRows }: Needs<Row, Result>) {
  const queue: Waiting<Row, Result>[] = [];
  let writing = false;

  async function writeAlone({ row, settle, fail }: Waiting<Row, Result>) {
    try {
      const [result] = await write([row]);
      settle(result as Result);
    } catch (cause) {
      fail(cause);
    }
  }

  async function writeTogether(batch: Waiting<Row, Result>[]) {
    try {
      const results = await write(batch.map(({ row }) => row));
      for (const [n, { settle }] of batch.entries()) settle(results[n] as Result);
    } catch {
      for (const waiting of batch) await writeAlone(waiting);
    }
  }

  async function drain() {
    if (writing) return;
    writing = true;
    while (queue.length > 0) await writeTogether(queue.splice(0, maxRows));
    writing = false;
  }

  return (row: Row) =>
    new Promise<Result>((settle, fail) => {
      queue.push({ row, settle, fail });
      if (!writing && queue.length === 1) setImmediate(() => void drain());
    });
}
