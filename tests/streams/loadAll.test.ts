import { expect, test } from 'vitest';
import { exportLimit, loadAll } from '../../src/streams/loadAll.ts';
import type { Ask } from '../../src/streams/pages.ts';

const failed = (reason: string) => reason;
const open = { signal: new AbortController().signal, failed };
const failure = { kind: 'network' as const, code: null, message: 'No connection', data: null };

/** Pages of a list of this many rows. */
const listOf =
  (total: number, pageSize = 100): Ask<number> =>
  async (pageNo) => {
    const from = (pageNo - 1) * pageSize;
    const list = Array.from({ length: Math.max(0, Math.min(pageSize, total - from)) }, (_, n) => from + n);
    return { ok: true, data: { list, total } };
  };

test('all pages are loaded, one after the other, with their progress', async () => {
  const seen: [number, number][] = [];
  const found = await loadAll(listOf(250), open, (...progress) => void seen.push(progress));
  expect(found).toMatchObject({ outcome: 'done', total: 250 });
  expect(found.outcome === 'done' && found.rows).toEqual(Array.from({ length: 250 }, (_, n) => n));
  expect(seen).toEqual([
    [100, 250],
    [200, 250],
  ]);
});

test('a list beyond the limit is cut, and says how long it is', async () => {
  const found = await loadAll(listOf(exportLimit + 70), open, () => {});
  expect(found).toMatchObject({ outcome: 'done', total: exportLimit + 70 });
  expect(found.outcome === 'done' && found.rows.length).toBe(exportLimit);
});

test('an empty list ends at once, also if the platform promised rows', async () => {
  const found = await loadAll(
    async () => ({ ok: true, data: { list: [], total: 3 } }),
    open,
    () => {},
  );
  expect(found).toEqual({ outcome: 'done', rows: [], total: 3, atLeast: false });
});

test('a failed page exports nothing, and a cancelled export stops', async () => {
  const broken: Ask<number> = async (pageNo, options) =>
    pageNo === 1 ? listOf(250)(pageNo, options) : { ok: false, failure: failure as never };
  expect(await loadAll(broken, open, () => {})).toEqual({ outcome: 'failed' });
  const own = new AbortController();
  expect(await loadAll(listOf(250), { signal: own.signal, failed }, () => own.abort())).toEqual({
    outcome: 'cancelled',
  });
});
