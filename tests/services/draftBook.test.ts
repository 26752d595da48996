import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { OrderId } from '../../contract/ids.ts';
import { type DraftKey, draftKey, type ReplyDraft } from '../../src/domain/drafts.ts';
import { type DraftPage, draftPages, replyKey } from '../support/draftPages.ts';

const anything = z.unknown();

test('the next page shows what was typed', async () => {
  const openPage = draftPages();
  const first = openPage('first');
  first.book.write(replyKey, { text: 'Take' });
  first.book.write(replyKey, { text: 'Take two' });
  const second = openPage('second');
  await expect.poll(() => first.vault.get('draft', replyKey, anything)).toMatchObject({ value: { text: 'Take two' } });
  second.book.draft(replyKey);
  await expect.poll(second.text).toBe('Take two');
});

test('another tab shows what one tab types, and a sent draft disappears in both', async () => {
  const openPage = draftPages();
  const [first, second] = [openPage('first'), openPage('second')];
  second.book.draft(replyKey);
  first.book.write(replyKey, { text: 'Hello' });
  expect([second.text(), second.book.draft(replyKey).value?.tab]).toEqual(['Hello', 'first']);
  first.book.drop(replyKey);
  expect([first.text(), second.text()]).toEqual([null, null]);
  await expect.poll(() => first.vault.get('draft', replyKey, anything)).toBeNull();
});

test('a draft that is sent while it is still being read does not come back', async () => {
  const openPage = draftPages();
  const first = openPage('first');
  first.book.write(replyKey, { text: 'Hello' });
  await expect.poll(() => first.vault.get('draft', replyKey, anything)).not.toBeNull();
  first.close();
  const second = openPage('second');
  const read = second.book.read(replyKey, anything);
  second.book.drop(replyKey);
  await read;
  expect(second.text()).toBeNull();
});

const outgoing = z.object({ content: z.string() });

test('a sent text is never missing from the machine and never stored twice', async () => {
  const { book, vault } = draftPages()('first');
  book.write(replyKey, { text: 'Hello' });
  const states: string[] = [];
  const look = async () => {
    const [draft, message] = await Promise.all([
      vault.get('draft', replyKey, anything),
      vault.get('outgoing', 'm', outgoing),
    ]);
    return `${draft === null ? '' : 'draft'}${message === null ? '' : 'message'}`;
  };
  await expect.poll(look).toBe('draft');
  const handed = book.handOver(replyKey, () => vault.replaceDraft(replyKey, 'outgoing', 'm', { content: 'Hello' }));
  let over = false;
  void handed.then(() => {
    over = true;
  });
  while (!over) states.push(await look());
  states.push(await look());
  expect([states.filter((state) => state !== 'draft' && state !== 'message'), states.at(-1)]).toEqual([[], 'message']);
});

test('text typed while the previous one is being sent is stored as a new draft', async () => {
  const { book, vault, text } = draftPages()('first');
  book.write(replyKey, { text: 'Hello' });
  const handed = book.handOver(replyKey, () => vault.replaceDraft(replyKey, 'outgoing', 'm', { content: 'Hello' }));
  expect(text()).toBeNull();
  book.write(replyKey, { text: 'Next' });
  await handed;
  await expect.poll(() => vault.get('draft', replyKey, anything)).toMatchObject({ value: { text: 'Next' } });
  expect(await vault.get('outgoing', 'm', outgoing)).toEqual({ content: 'Hello' });
});

const recordKey = draftKey('record', OrderId.parse('7'));
const Text = z.object({ text: z.string() });
/** Shows the text of a draft, to go on with it. */
async function readText(page: DraftPage, key: DraftKey = recordKey) {
  const read = await page.book.read(key, Text);
  page.book.adopt(key);
  return read?.text ?? null;
}

test('a tab that saves its record deletes no text that another tab wrote into the same record', async () => {
  const openPage = draftPages();
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
  const openPage = draftPages();
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
  const openPage = draftPages();
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
  const openPage = draftPages();
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
  const openPage = draftPages();
  const [first, second] = [openPage('first'), openPage('second')];
  await readText(first);
  first.book.write(recordKey, { text: 'Cough' });
  expect(await readText(second)).toBe('Cough');
  first.book.write(recordKey, { text: 'Cough, worse at night' });
  second.book.drop(recordKey);
  expect(await readText(first)).toBe('Cough, worse at night');
});

test('what another tab types while a text is being sent stays on its screen and on the disk', async () => {
  const openPage = draftPages();
  const [first, second] = [openPage('first'), openPage('second')];
  second.book.draft(replyKey);
  first.book.write(replyKey, { text: 'Hello' });
  const deliver = openPage.delay();
  second.book.write(replyKey, { text: 'Hello, and take two' });
  await expect
    .poll(() => second.vault.get('draft', replyKey, anything))
    .toMatchObject({ value: { text: 'Hello, and take two' } });
  await first.book.handOver(replyKey, () => first.vault.replaceDraft(replyKey, 'outgoing', 'm', { content: 'Hello' }));
  deliver();
  expect(second.text()).toBe('Hello, and take two');
  await expect
    .poll(() => second.vault.get('draft', replyKey, anything))
    .toMatchObject({ value: { text: 'Hello, and take two' } });
});

const addendumKey = draftKey('addendum', OrderId.parse('7'));

test('deleting the text that was stored keeps what was typed into the same draft since', async () => {
  const openPage = draftPages();
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
    const openPage = draftPages();
    const [first, second] = [openPage('first'), openPage('second')];
    const read = (page: DraftPage) => readText(page, shared as DraftKey);
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

const placesOf = (page: DraftPage) =>
  page.book.copies(recordKey).value.map(({ value, place }) => [(value as ReplyDraft).text, place]);

test('texts that two windows write at the same moment are both on the disk', async () => {
  const openPage = draftPages();
  const [first, second] = [openPage('first'), openPage('second')];
  await Promise.all([readText(first), readText(second)]);
  const deliver = openPage.delay();
  first.book.write(recordKey, { text: 'Cough' });
  await expect.poll(() => first.vault.get('draft', recordKey, anything)).toMatchObject({ value: { text: 'Cough' } });
  second.book.write(recordKey, { text: 'Fever' });
  await expect.poll(() => first.vault.get('draft', recordKey, anything)).toMatchObject({ value: { text: 'Fever' } });
  deliver();
  await expect
    .poll(() => first.vault.get('draft', recordKey, anything))
    .toMatchObject({ value: { text: 'Fever' }, others: [{ value: { text: 'Cough' } }] });
});

test('the text of a closed page stays beside one that was typed before the disk answered', async () => {
  const openPage = draftPages();
  const first = openPage('first');
  first.book.write(recordKey, { text: 'Cough' });
  await expect.poll(() => first.vault.get('draft', recordKey, anything)).toMatchObject({ value: { text: 'Cough' } });
  first.close();
  const next = openPage('next');
  next.book.write(recordKey, { text: 'Fever' });
  await expect
    .poll(() => next.vault.get('draft', recordKey, anything))
    .toMatchObject({ value: { text: 'Fever' }, others: [{ value: { text: 'Cough' } }] });
});

test('a page that has only read the text of a closed one keeps it, whatever it writes and saves', async () => {
  const openPage = draftPages();
  const first = openPage('first');
  first.book.write(recordKey, { text: 'Cough' });
  await expect.poll(() => first.vault.get('draft', recordKey, anything)).toMatchObject({ value: { text: 'Cough' } });
  first.close();
  const next = openPage('next');
  expect(await next.book.read(recordKey, Text)).toEqual({ text: 'Cough' });
  next.book.write(recordKey, { text: 'Fever' });
  next.book.drop(recordKey);
  await expect.poll(() => next.vault.get('draft', recordKey, anything)).toMatchObject({ value: { text: 'Cough' } });
});

test('a page without a text of its own reads what a closed one left before what another open one writes', async () => {
  const openPage = draftPages();
  const first = openPage('first');
  first.book.write(recordKey, { text: 'Cough' });
  await expect.poll(() => first.vault.get('draft', recordKey, anything)).toMatchObject({ value: { text: 'Cough' } });
  first.close();
  const [second, third] = [openPage('second'), openPage('third')];
  await second.book.read(recordKey, Text);
  third.book.write(recordKey, { text: 'Fever' });
  expect(await second.book.read(recordKey, Text)).toEqual({ text: 'Cough' });
});

test('a window that is reloaded goes on with its own text, not with what another open one typed since', async () => {
  const openPage = draftPages();
  const [first, second] = [openPage('first'), openPage('second')];
  await Promise.all([readText(first), readText(second)]);
  second.book.write(recordKey, { text: 'Fever' });
  first.book.write(recordKey, { text: 'Cough' });
  await expect
    .poll(() => first.vault.get('draft', recordKey, anything))
    .toMatchObject({ value: { text: 'Cough' }, others: [{ value: { text: 'Fever' } }] });
  second.close();
  openPage('second, read only', ['second']).close();
  const again = openPage('second again', ['second', 'second, read only']);
  expect(await readText(again)).toBe('Fever');
  again.book.write(recordKey, { text: 'Fever since Tuesday' });
  again.book.drop(recordKey);
  expect(placesOf(first)).toEqual([['Cough', 'here']]);
});

test('of several texts, a page knows which one it goes on with and which ones closed pages left', async () => {
  const openPage = draftPages();
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
  const openPage = draftPages();
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

test.each(['question:7', 'answer:7', 'review:7'] as const)(
  'a window that empties the text of %s it went on with leaves it to the one that still shows it',
  async (shared) => {
    const openPage = draftPages();
    const [first, second] = [openPage('first'), openPage('second')];
    const read = (page: DraftPage) => readText(page, shared as DraftKey);
    await read(first);
    first.book.write(shared as never, { text: 'Mine' });
    expect(await read(second)).toBe('Mine');
    second.book.empty(shared as never);
    const own = first.book.copies(shared as never).value.find(({ tab }) => tab === 'first');
    expect(own?.value).toEqual({ text: 'Mine' });
    await expect.poll(() => first.vault.get('draft', shared, anything)).toMatchObject({ value: { text: 'Mine' } });
    first.close();
    second.close();
    expect(await read(openPage('again'))).toBe('Mine');
  },
);

test('a window that empties the text of a closed one deletes it', async () => {
  const openPage = draftPages();
  const first = openPage('first');
  await readText(first);
  first.book.write(recordKey, { text: 'Cough' });
  await expect.poll(() => first.vault.get('draft', recordKey, anything)).toMatchObject({ value: { text: 'Cough' } });
  first.close();
  const next = openPage('next');
  expect(await readText(next)).toBe('Cough');
  next.book.empty(recordKey);
  await expect.poll(() => next.vault.get('draft', recordKey, anything)).toBeNull();
  next.close();
  expect(await readText(openPage('last'))).toBeNull();
});
