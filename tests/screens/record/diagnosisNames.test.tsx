import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { setLanguage } from '../../../src/locales/i18n.ts';
import { bronchitis, completeDraft } from '../../support/clinical.ts';
import { prescriptionScreen } from '../../support/prescriptionScreen.tsx';
import { recordScreen, stored } from '../../support/recordScreen.tsx';

afterEach(() => setLanguage('en'));

const inChinese = { ...bronchitis, name: '急性支气管炎' };

/** The list of diagnoses, with names in the language of the reader. */
function listed(language: () => 'en' | 'zh-CN') {
  const asked: string[] = [];
  const pageDiseases = ({ code = '' }: { code?: string }) => {
    asked.push(code);
    const { main: _, ...one } = language() === 'en' ? bronchitis : inChinese;
    return { list: code === one.code ? [one] : [], total: 1 };
  };
  return { asked, answers: { pageDiseases } };
}

const chosen = async (name: string) => within(await screen.findByRole('list', { name }));

test('a draft that was written in Chinese shows its diagnosis in English, also before it is sent', async () => {
  const { answers } = listed(() => 'en');
  const { user } = prescriptionScreen({ draft: { ...completeDraft, diagnosisList: [inChinese] }, answers });
  expect(await (await chosen('Chosen diagnoses')).findByText('Acute bronchitis')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Submit prescription' }));
  expect(await within(await screen.findByRole('alertdialog')).findByText('Acute bronchitis')).toBeVisible();
  expect(screen.queryByText(inChinese.name)).toBeNull();
});

test('the diagnosis of a record follows a change of language, and nothing is saved for it', async () => {
  let language: 'en' | 'zh-CN' = 'en';
  const { answers, asked } = listed(() => language);
  const draft = { fields: { ...stored(), diagnosisList: [bronchitis] }, version: 1 };
  const { platform } = recordScreen({ draft, record: stored(), answers });
  expect(await (await chosen('Chosen diagnoses')).findByText('Acute bronchitis')).toBeVisible();
  expect(asked).toEqual([]);
  language = 'zh-CN';
  await act(() => setLanguage('zh-CN'));
  expect(await (await chosen('已选诊断')).findByText('急性支气管炎')).toBeVisible();
  expect(platform.saves).toEqual([]);
});
