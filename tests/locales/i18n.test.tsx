import { act, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { chosenLanguage, currentLanguage, hasText, setLanguage, t, useTranslation } from '../../src/locales/i18n.ts';
import { firstLanguage } from '../../src/locales/textFiles.ts';

afterEach(() => setLanguage('en'));

function Count({ count }: { count: number }) {
  const { t } = useTranslation();
  return <p>{t('shared.list.count', { count })}</p>;
}

test('a component re-renders in the chosen language, and the page declares it', async () => {
  render(<Count count={1} />);
  expect(screen.getByText('1 entry')).toBeVisible();
  await act(() => setLanguage('zh-CN'));
  expect(screen.getByText('共1条')).toBeVisible();
  expect(document.documentElement.lang).toBe('zh-CN');
});

test('the chosen language applies to requests before its texts are loaded', async () => {
  const coming = setLanguage('zh-CN');
  expect(chosenLanguage()).toBe('zh-CN');
  expect(currentLanguage()).toBe('en');
  await coming;
  expect(currentLanguage()).toBe('zh-CN');
});

test('the plural form follows the number', () => {
  expect(t('shared.list.count', { count: 1 })).toBe('1 entry');
  expect(t('shared.list.count', { count: 0 })).toBe('0 entries');
});

test('a key built at run time can be checked before use', () => {
  expect(hasText('errors.code.403')).toBe(true);
  expect(hasText('errors.code.1050001001')).toBe(false);
});

describe('the language at the start', () => {
  test.each([
    [null, ['zh-TW', 'en'], 'zh-CN'],
    [null, ['fr-FR', 'en-GB', 'zh-CN'], 'en'],
    [null, ['fr-FR'], 'en'],
    ['en', ['zh-CN'], 'en'],
    ['zh-CN', ['en-US'], 'zh-CN'],
    ['nonsense', ['zh'], 'zh-CN'],
  ] as const)('chosen %s, browser %s: %s', (chosen, browser, expected) => {
    expect(firstLanguage(chosen, browser)).toBe(expected);
  });
});
