import { Subject, Subscription } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OrderId } from '../../contract/ids.ts';
import { type Draft, type DraftNews, draftKey, type ReplyDraft } from '../../src/domain/drafts.ts';
import { createDrafts } from '../../src/streams/drafts.ts';

let scope: Subscription;
beforeEach(() => {
  vi.useFakeTimers();
  scope = new Subscription();
});
afterEach(() => {
  scope.unsubscribe();
  vi.useRealTimers();
});
const settled = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

const key = draftKey('reply', OrderId.parse('1'));
const other = draftKey('reply', OrderId.parse('2'));
const quietMs = 300;

type Tab = { kept?: Map<string, Draft>; name?: string; from?: Subject<DraftNews>; to?: Subject<DraftNews> };

/** One tab's drafts on a store that may already hold some. */
function tab({ kept = new Map(), name = 'here', from = new Subject(), to = new Subject() }: Tab = {}) {
  let time = 100;
  const drafts = createDrafts(
    {
      store: {
        load: async (wanted) => kept.get(wanted) ?? null,
        keep: (written, draft) => void kept.set(written, draft),
        remove: (dropped) => void kept.delete(dropped),
      },
      peers: { news$: from, tell: (news) => to.next(news) },
      tab: name,
      now: () => {
        time += 1;
        return time;
      },
      quietMs,
    },
    scope,
  );
  const shown = () => drafts.draft<ReplyDraft>(key).value?.value.text ?? null;
  return { drafts, kept, shown };
}

test('what is typed shows at once and is kept when the typing pauses', async () => {
  const { drafts, kept, shown } = tab();
  drafts.write(key, { text: 'a' });
  await settled(quietMs - 1);
  drafts.write(key, { text: 'ab' });
  await settled(quietMs - 1);
  expect([shown(), kept.size]).toEqual(['ab', 0]);
  await settled(1);
  expect(kept.get(key)).toEqual({ value: { text: 'ab' }, savedAt: 102, tab: 'here' });
});

test('each consultation has its own draft', async () => {
  const { drafts, kept } = tab();
  drafts.write(key, { text: 'a' });
  drafts.write(other, { text: 'b' });
  await settled(quietMs);
  expect([...kept.values()].map(({ value }) => value)).toEqual([{ text: 'a' }, { text: 'b' }]);
});

test('a draft of an earlier page comes back, unless something newer was typed meanwhile', async () => {
  const kept = new Map([[key as string, { value: { text: 'old' }, savedAt: 1, tab: 'before' }]]);
  const { drafts, shown } = tab({ kept });
  drafts.draft(key);
  await settled();
  expect(shown()).toBe('old');
  const second = tab({ kept });
  second.drafts.draft(key);
  second.drafts.write(key, { text: 'new' });
  await settled();
  expect(second.shown()).toBe('new');
});

test('a sent draft is gone here and in the other tab, even if it was still being loaded', async () => {
  const kept = new Map([[key as string, { value: { text: 'old' }, savedAt: 1, tab: 'before' }]]);
  const channel = new Subject<DraftNews>();
  const peer = tab({ kept, name: 'there', from: channel });
  peer.drafts.draft(key);
  await settled();
  const { drafts, shown } = tab({ kept, to: channel });
  drafts.draft(key);
  drafts.drop(key);
  await settled(quietMs);
  expect([shown(), peer.shown(), kept.size]).toEqual([null, null, 0]);
});

test('what another tab types shows here, with the name of that tab', async () => {
  const channel = new Subject<DraftNews>();
  const here = tab({ from: channel });
  here.drafts.draft(key);
  await settled();
  const there = tab({ name: 'there', to: channel });
  there.drafts.write(key, { text: 'from there' });
  await settled(quietMs);
  expect([here.shown(), here.drafts.draft(key).value?.tab]).toEqual(['from there', 'there']);
});

test('what is still waiting is kept when the page goes or the doctor signs out', () => {
  const { drafts, kept } = tab();
  drafts.write(key, { text: 'a' });
  drafts.flush();
  expect(kept.size).toBe(1);
  drafts.write(other, { text: 'b' });
  scope.unsubscribe();
  expect(kept.size).toBe(2);
});
