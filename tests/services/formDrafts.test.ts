import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { formDraftKey } from '../../src/domain/drafts.ts';
import { createFormDrafts } from '../../src/services/formDrafts.ts';
import { type DraftPage, draftPages } from '../support/draftPages.ts';

const name = 'decision on 7';
const anything = z.unknown();

function openForm(book: DraftPage['book']) {
  const forms = createFormDrafts();
  forms.opened(book);
  forms.at(name);
  return forms;
}

test('a window that empties a form, or saves it, leaves to another one what is still on its screen', async () => {
  const openPage = draftPages();
  const [first, second] = [openPage('first'), openPage('second')];
  const typing = openForm(first.book);
  typing.keep(name, 'No answer since Monday');
  const stored = () => first.vault.get('draft', formDraftKey(name), anything);
  await expect.poll(stored).toMatchObject({ value: { form: 'No answer since Monday' } });
  const looking = openForm(second.book);
  await expect.poll(() => looking.at(name).value).toBe('No answer since Monday');
  looking.keep(name, null);
  await expect.poll(() => second.book.copies(formDraftKey(name)).value.map(({ tab }) => tab)).toEqual(['first']);
  first.close();
  second.close();
  const again = openForm(openPage('again').book);
  await expect.poll(() => again.at(name).value).toBe('No answer since Monday');
});

test('a form that is emptied in the only window is empty after a reload', async () => {
  const openPage = draftPages();
  const page = openPage('first');
  const forms = openForm(page.book);
  forms.keep(name, 'No answer');
  const stored = () => page.vault.get('draft', formDraftKey(name), anything);
  await expect.poll(stored).not.toBeNull();
  forms.keep(name, null);
  await expect.poll(stored).toBeNull();
});
