import { act, screen, waitFor, within } from '@testing-library/react';
import { Link, Navigate, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setLanguage } from '../../../src/locales/i18n.ts';
import { PageHeader } from '../../../src/screens/app/Page.tsx';
import type { Link as Connected } from '../../../src/screens/layout/AppBar.tsx';
import { AppLayout } from '../../../src/screens/layout/AppLayout.tsx';
import type { Role } from '../../../src/screens/layout/navigation.ts';
import { show } from '../../support/render.tsx';

afterEach(() => setLanguage('en'));

type Given = { role?: Role; connection?: Connected; said?: string[] };

function frame({ role = 'doctor', connection = 'online', said = [] }: Given = {}) {
  return (
    <AppLayout
      role={role}
      hospital="Demo General Hospital"
      person={{ name: 'Dr Wang', picture: null }}
      connection={connection}
      theme="system"
      marks={{ '/cloudRoom': { count: 3, label: '3 unread' } }}
      onTheme={(theme) => said.push(theme)}
      onLanguage={(language) => {
        said.push(language);
        void setLanguage(language);
      }}
      onLogOut={() => said.push('out')}
      onShortcuts={null}
      onHelp={null}
    >
      <Routes>
        <Route path="/" element={<PageHeader title="Home" />} />
        <Route path="/cloudRoom" element={<Link to="/">leave</Link>} />
      </Routes>
    </AppLayout>
  );
}
const places = () => within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link');

test('after the sign-in the first heading has the focus; after loading a page the browser decides', () => {
  const { unmount } = show(
    <Routes>
      <Route path="/login" element={<Navigate to="/" replace />} />
      <Route path="*" element={frame()} />
    </Routes>,
    { path: '/login' },
  );
  expect(screen.getByRole('heading', { name: 'Home' })).toHaveFocus();
  unmount();
  show(frame());
  expect(document.body).toHaveFocus();
});

describe('the navigation', () => {
  test('a doctor sees the items for treatment', () => {
    show(frame());
    expect(places().map((link) => [link.getAttribute('href'), link.getAttribute('aria-label')])).toEqual([
      ['/', 'Home'],
      ['/cloudRoom', 'Cloud room'],
      ['/orderRecord', 'Orders'],
      ['/prescriptionRecord', 'Prescriptions'],
      ['/serviceSetup', 'Service setup'],
      ['/workforceManagement', 'Schedule'],
      ['/personalData', 'Profile'],
    ]);
  });

  test('an administrator sees the administration and the profile', () => {
    show(frame({ role: 'administrator' }));
    expect(places().map((link) => link.getAttribute('aria-label'))).toEqual(['Admin', 'Profile']);
  });

  test('a reviewer sees the items for review and the profile', () => {
    show(frame({ role: 'reviewer' }));
    expect(places().map((link) => [link.getAttribute('href'), link.getAttribute('aria-label')])).toEqual([
      ['/prescriptionTask', 'Review queue'],
      ['/myAuditRecord', 'My reviews'],
      ['/personalData', 'Profile'],
    ]);
  });

  test('the current item is marked; a count is its description and not part of its name', () => {
    show(frame(), { path: '/cloudRoom' });
    const link = screen.getByRole('link', { name: 'Cloud room' });
    expect(link).toHaveAttribute('aria-current', 'page');
    expect(link).toHaveAccessibleDescription('3 unread');
    expect(screen.getByRole('link', { name: 'Home' })).not.toHaveAttribute('aria-current');
  });

  test('the review of a prescription at its own address belongs to the review queue', () => {
    show(frame({ role: 'reviewer' }), { path: '/prescriptionReview?id=1' });
    expect(screen.getByRole('link', { name: 'Review queue' })).toHaveAttribute('aria-current', 'page');
    expect(screen.getByRole('link', { name: 'My reviews' })).not.toHaveAttribute('aria-current');
  });

  test('a detail page below an item marks that item, and only the home page marks the home item', () => {
    show(frame(), { path: '/orderRecord/detail' });
    expect(screen.getByRole('link', { name: 'Orders' })).toHaveAttribute('aria-current', 'page');
    expect(screen.getByRole('link', { name: 'Home' })).not.toHaveAttribute('aria-current');
  });

  test('navigation focuses the heading of the new screen', async () => {
    const { user } = show(frame(), { path: '/cloudRoom' });
    await user.click(screen.getByRole('link', { name: 'leave' }));
    expect(screen.getByRole('heading', { name: 'Home', level: 1 })).toHaveFocus();
  });

  test('the first tab stop skips the navigation', async () => {
    const { user } = show(frame());
    await user.tab();
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveAttribute('href', '#main');
    expect(screen.getByRole('main')).toHaveAttribute('id', 'main');
  });
});

describe('the bar', () => {
  test('it names the hospital, and the account menu signs out', async () => {
    const said: string[] = [];
    const { user } = show(frame({ said }));
    expect(screen.getByRole('banner')).toHaveTextContent('Demo General Hospital');
    await user.click(screen.getByRole('button', { name: 'Account menu' }));
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Help', 'Log out']);
    await user.click(screen.getByRole('menuitem', { name: 'Log out' }));
    await waitFor(() => expect(said).toEqual(['out']));
  });

  test('a change of language applies to the whole frame at once', async () => {
    const said: string[] = [];
    const { user } = show(frame({ said }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'zh-CN');
    expect(said).toEqual(['zh-CN']);
    expect(await screen.findByRole('navigation', { name: '主导航' })).toBeVisible();
  });

  test('a theme is chosen from a menu', async () => {
    const said: string[] = [];
    const { user } = show(frame({ said }));
    await user.click(screen.getByRole('button', { name: 'Theme' }));
    await user.click(screen.getByRole('menuitem', { name: 'Dark' }));
    await waitFor(() => expect(said).toEqual(['dark']));
  });
});

describe('the connection', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test.each([
    ['online', 'Online'],
    ['reconnecting', 'Reconnecting'],
    ['offline', 'Offline'],
    ['loggedOut', 'Logged out'],
  ] as const)('%s is shown in words', (connection, text) => {
    show(frame({ connection }));
    expect(screen.getByRole('status', { name: 'Connection' })).toHaveTextContent(text);
  });

  test('a lost connection is announced only after 2 s', () => {
    const { rerender } = show(frame({ connection: 'reconnecting' }));
    act(() => vi.advanceTimersByTime(1_999));
    expect(screen.queryByText(/No connection/)).toBeNull();
    rerender(frame({ connection: 'offline' }));
    act(() => vi.advanceTimersByTime(1));
    expect(screen.getByText(/No connection/)).toBeVisible();
    rerender(frame());
    expect(screen.queryByText(/No connection/)).toBeNull();
  });

  test('somebody logged out does not read that work goes on and is sent later', () => {
    show(frame({ connection: 'loggedOut' }));
    act(() => vi.advanceTimersByTime(10_000));
    expect(screen.queryByText(/No connection/)).toBeNull();
  });

  test('a logged-out person reads so in Chinese', async () => {
    await setLanguage('zh-CN');
    show(frame({ connection: 'loggedOut' }));
    expect(screen.getByRole('status', { name: '连接状态' })).toHaveTextContent('已退出登录');
  });
});
