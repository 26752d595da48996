import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { OrderId } from '../../contract/ids.ts';
import { draftKey, type ReplyDraft } from '../../src/domain/drafts.ts';
import type { TabChannel } from '../../src/services/crossTab.ts';
import { createDraftBook, type DraftMessage } from '../../src/services/draftBook.ts';
import { openVault } from '../../src/services/openVault.ts';

globalThis.indexedDB = new IDBFactory();

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const anything = z.unknown();
let people = 0;
const key = draftKey('reply', OrderId.parse('1'));

/** One person's browser; each page opened in it has that person's drafts. */
function browser() {
  people += 1;
  const owner = `1:${people}`;
  const tabs = new Set<(news: DraftMessage) => void>();
  let time = 0;
  let delayed: (() => void)[] | null = null;
  /** Messages between the tabs arrive only after the returned call. */
  const delay = () => {
    delayed = [];
    return () => {
      for (const deliver of delayed?.splice(0) ?? []) deliver();
      delayed = null;
    };
  };
  function openPage(tab: string) {
    let mine = (_: DraftMessage) => {};
    const channel: TabChannel<DraftMessage> = {
      post: (news) => {
        const deliver = () => {
          for (const hear of tabs) if (hear !== mine) hear(news);
        };
        if (delayed) delayed.push(deliver);
        else deliver();
      },
      listen(hear) {
        mine = hear;
        tabs.add(hear);
        return () => void tabs.delete(hear);
      },
      close() {},
    };
    const vault = openVault({ crypto, indexedDB, page: null, owner, log: () => {} });
    const now = () => {
      time += 1;
      return time;
    };
    const book = createDraftBook({ vault, channel, now, tab });
    const close = () => {
      book.close();
      vault.close();
    };
    closing.push(close);
    const text = () => book.draft<ReplyDraft>(key).value?.value.text ?? null;
    return { book, vault, text, close };
  }
  return Object.assign(openPage, { delay });
}

test('the next page shows what was typed', async () => {
  const openPage = browser();
  const first = openPage('first');
  first.book.write(key, { text: 'Take' });
  first.book.write(key, { text: 'Take two' });
  const second = openPage('second');
  await expect.poll(() => first.vault.get('draft', key, anything)).toMatchObject({ value: { text: 'Take two' } });
  second.book.draft(key);
  await expect.poll(second.text).toBe('Take two');
});

test('another tab shows what one tab types, and a sent draft disappears in both', async () => {
  const openPage = browser();
  const [first, second] = [openPage('first'), openPage('second')];
  second.book.draft(key);
  first.book.write(key, { text: 'Hello' });
  expect([second.text(), second.book.draft(key).value?.tab]).toEqual(['Hello', 'first']);
  first.book.drop(key);
  expect([first.text(), second.text()]).toEqual([null, null]);
  await expect.poll(() => first.vault.get('draft', key, anything)).toBeNull();
});

test('a draft that is sent while it is still being read does not come back', async () => {
  const openPage = browser();
  const first = openPage('first');
  first.book.write(key, { text: 'Hello' });
  await expect.poll(() => first.vault.get('draft', key, anything)).not.toBeNull();
  first.close();
  const second = openPage('second');
  const read = second.book.read(key, anything);
  second.book.drop(key);
  await read;
  expect(second.text()).toBeNull();
});

const outgoing = z.object({ content: z.string() });

test('a sent text is never missing from the machine and never stored twice', async () => {
  const { book, vault } = browser()('first');
  book.write(key, { text: 'Hello' });
  const states: string[] = [];
  const look = async () => {
    const [draft, message] = await Promise.all([
      vault.get('draft', key, anything),
      vault.get('outgoing', 'm', outgoing),
    ]);
    return `${draft === null ? '' : 'draft'}${message === null ? '' : 'message'}`;
  };
  await expect.poll(look).toBe('draft');
  const handed = book.handOver(key, () => vault.replaceDraft(key, 'outgoing', 'm', { content: 'Hello' }));
  let over = false;
  void handed.then(() => {
    over = true;
  });
  while (!over) states.push(await look());
  states.push(await look());
  expect([states.filter((state) => state !== 'draft' && state !== 'message'), states.at(-1)]).toEqual([[], 'message']);
});

test('text typed while the previous one is being sent is stored as a new draft', async () => {
  const { book, vault, text } = browser()('first');
  book.write(key, { text: 'Hello' });
  const handed = book.handOver(key, () => vault.replaceDraft(key, 'outgoing', 'm', { content: 'Hello' }));
  expect(text()).toBeNull();
  book.write(key, { text: 'Next' });
  await handed;
  await expect.poll(() => vault.get('draft', key, anything)).toMatchObject({ value: { text: 'Next' } });
  expect(await vault.get('outgoing', 'm', outgoing)).toEqual({ content: 'Hello' });
});

const recordKey = draftKey('record', OrderId.parse('7'));
const readText = async (page: { book: ReturnType<typeof createDraftBook> }) =>
  (await page.book.read(recordKey, z.object({ text: z.string() })))?.text ?? null;

test('a tab that saves its record deletes no text that another tab wrote into the same record', async () => {
  const openPage = browser();
  const [first, second] = [openPage('first'), openPage('second')];
  expect([await readText(first), await readText(second)]).toEqual([null, null]);
  first.book.write(recordKey, { text: 'Cough' });
  second.book.write(recordKey, { text: 'Fever' });
  expect([await readText(first), await readText(second)]).toEqual(['Cough', 'Fever']);
  first.book.drop(recordKey);
  await expect.poll(() => first.vault.get('draft', recordKey, anything)).toMatchObject({ value: { text: 'Fever' } });
  second.close();
  expect(await readText(openPage('second again'))).toBe('Fever');
});

test('the text that was typed first is kept as well when the tab that typed last saves', async () => {
  const openPage = browser();
  const [first, second] = [openPage('first'), openPage('second')];
  await Promise.all([readText(first), readText(second)]);
  first.book.write(recordKey, { text: 'Cough' });
  second.book.write(recordKey, { text: 'Fever' });
  second.book.drop(recordKey);
  await expect.poll(() => second.vault.get('draft', recordKey, anything)).toMatchObject({ value: { text: 'Cough' } });
  first.close();
  expect(await readText(openPage('first again'))).toBe('Cough');
});

test('a page that goes on with the draft of a closed one replaces it, and its save deletes both', async () => {
  const openPage = browser();
  const first = openPage('first');
  await readText(first);
  first.book.write(recordKey, { text: 'Cough' });
  await expect.poll(() => first.vault.get('draft', recordKey, anything)).toMatchObject({ value: { text: 'Cough' } });
  first.close();
  const next = openPage('next');
  expect(await readText(next)).toBe('Cough');
  next.book.write(recordKey, { text: 'Cough and fever' });
  next.book.drop(recordKey);
  await expect.poll(() => next.vault.get('draft', recordKey, anything)).toBeNull();
  next.close();
  expect(await readText(openPage('last'))).toBeNull();
});

test('a tab that goes on with the text of one that is open keeps the text that the other still shows', async () => {
  const openPage = browser();
  const [first, second] = [openPage('first'), openPage('second')];
  await readText(first);
  first.book.write(recordKey, { text: 'Cough' });
  expect(await readText(second)).toBe('Cough');
  second.book.write(recordKey, { text: 'Fever' });
  expect([await readText(first), await readText(second)]).toEqual(['Cough', 'Fever']);
  second.book.drop(recordKey);
  await expect.poll(() => first.vault.get('draft', recordKey, anything)).toMatchObject({ value: { text: 'Cough' } });
  first.close();
  second.close();
  expect(await readText(openPage('again'))).toBe('Cough');
});

test('what a tab writes on after another one took its draft over stays when the other saves', async () => {
  const openPage = browser();
  const [first, second] = [openPage('first'), openPage('second')];
  await readText(first);
  first.book.write(recordKey, { text: 'Cough' });
  expect(await readText(second)).toBe('Cough');
  first.book.write(recordKey, { text: 'Cough, worse at night' });
  second.book.drop(recordKey);
  expect(await readText(first)).toBe('Cough, worse at night');
});

test('what another tab types while a text is being sent stays on its screen and on the disk', async () => {
  const openPage = browser();
  const [first, second] = [openPage('first'), openPage('second')];
  second.book.draft(key);
  first.book.write(key, { text: 'Hello' });
  const deliver = openPage.delay();
  second.book.write(key, { text: 'Hello, and take two' });
  await expect
    .poll(() => second.vault.get('draft', key, anything))
    .toMatchObject({ value: { text: 'Hello, and take two' } });
  await first.book.handOver(key, () => first.vault.replaceDraft(key, 'outgoing', 'm', { content: 'Hello' }));
  deliver();
  expect(second.text()).toBe('Hello, and take two');
  await expect
    .poll(() => second.vault.get('draft', key, anything))
    .toMatchObject({ value: { text: 'Hello, and take two' } });
});

const addendumKey = draftKey('addendum', OrderId.parse('7'));

test('deleting the text that was stored keeps what was typed into the same draft since', async () => {
  const openPage = browser();
  const [first, second] = [openPage('first'), openPage('second')];
  second.book.draft(addendumKey);
  first.book.write(addendumKey, { text: 'Result' });
  const sent = first.book.draft(addendumKey).value;
  if (!sent) throw new Error('no draft');
  second.book.write(addendumKey, { text: 'Result, seen today' });
  first.book.drop(addendumKey, sent);
  const shown = [first, second].map(({ book }) => book.draft<ReplyDraft>(addendumKey).value?.value.text);
  expect(shown).toEqual(['Result, seen today', 'Result, seen today']);
  await expect
    .poll(() => first.vault.get('draft', addendumKey, anything))
    .toMatchObject({ value: { text: 'Result, seen today' } });
});

test.each(['question:7', 'answer:7', 'record:7', 'prescription:7', 'review:7'] as const)(
  'a tab that has stored its text of %s deletes no text of another tab, even one typed at that moment',
  async (shared) => {
    const openPage = browser();
    const [first, second] = [openPage('first'), openPage('second')];
    const read = async (page: typeof first) =>
      (await page.book.read(shared as never, z.object({ text: z.string() })))?.text ?? null;
    await Promise.all([read(first), read(second)]);
    first.book.write(shared as never, { text: 'Mine' });
    const deliver = openPage.delay();
    second.book.write(shared as never, { text: 'Theirs' });
    await expect.poll(() => second.vault.get('draft', shared, anything)).not.toBeNull();
    first.book.drop(shared as never);
    await expect.poll(() => first.vault.get('draft', shared, anything)).toBeNull();
    deliver();
    await expect.poll(() => second.vault.get('draft', shared, anything)).toMatchObject({ value: { text: 'Theirs' } });
    second.close();
    expect(await read(openPage('again'))).toBe('Theirs');
  },
);

const placesOf = (page: { book: ReturnType<typeof createDraftBook> }) =>
  page.book.copies(recordKey).value.map(({ value, place }) => [(value as ReplyDraft).text, place]);

test('of several texts, a page knows which one it goes on with and which ones closed pages left', async () => {
  const openPage = browser();
  const [first, second] = [openPage('first'), openPage('second')];
  await Promise.all([readText(first), readText(second)]);
  first.book.write(recordKey, { text: 'Cough' });
  second.book.write(recordKey, { text: 'Fever' });
  await expect.poll(() => second.vault.get('draft', recordKey, anything)).toMatchObject({ value: { text: 'Fever' } });
  expect(placesOf(first)).toEqual([
    ['Fever', 'open'],
    ['Cough', 'here'],
  ]);
  first.close();
  second.close();
  const next = openPage('next');
  expect(await readText(next)).toBe('Fever');
  expect(placesOf(next)).toEqual([
    ['Fever', 'here'],
    ['Cough', 'left'],
  ]);
  next.book.drop(recordKey);
  expect(placesOf(next)).toEqual([['Cough', 'left']]);
  expect(await readText(next)).toBe('Cough');
});

test('one of several texts is discarded, and the others stay', async () => {
  const openPage = browser();
  const [first, second] = [openPage('first'), openPage('second')];
  await Promise.all([readText(first), readText(second)]);
  first.book.write(recordKey, { text: 'Cough' });
  second.book.write(recordKey, { text: 'Fever' });
  const [latest] = first.book.copies(recordKey).value;
  if (!latest) throw new Error('no copy');
  first.book.drop(recordKey, latest);
  expect([placesOf(first), placesOf(second)]).toEqual([[['Cough', 'here']], [['Cough', 'open']]]);
  await expect.poll(() => first.vault.get('draft', recordKey, anything)).toMatchObject({ value: { text: 'Cough' } });
});
