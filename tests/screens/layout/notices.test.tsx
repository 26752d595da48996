import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import { NoPermission, NotFound } from '../../../src/screens/layout/NotFound.tsx';
import { RouteFailure } from '../../../src/screens/layout/NoticePage.tsx';
import { HospitalProblem } from '../../../src/screens/session/SessionPage.tsx';
import { openScreen } from '../../support/doctorScreen.tsx';
import { show } from '../../support/render.tsx';

test('an unknown URL links to the home page', () => {
  show(<NotFound />);
  expect(screen.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/');
});

test('a screen of another role says which one it needs and links to the user’s own first screen', () => {
  openScreen(<NoPermission needed="doctor" home="/prescriptionTask" />, { isAuditor: true });
  expect(screen.getByRole('heading', { level: 1, name: 'No permission' })).toBeVisible();
  expect(
    screen.getByText(/^This page is for doctors. Lin Yue is logged in with the role of a reviewer\./),
  ).toBeVisible();
  expect(screen.getByRole('link')).toHaveAttribute('href', '/prescriptionTask');
});

test.each([
  ['unknown', 'No hospital at this address'],
  ['disabled', 'This hospital is closed here'],
  ['expired', 'The licence of this hospital has ended'],
  ['unreachable', 'The hospital cannot be reached'],
] as const)('a hospital that is %s has a page of its own and no sign-in', async (why, title) => {
  let asked = 0;
  const { user } = show(<HospitalProblem why={why} onRetry={() => asked++} />);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(asked).toBe(1);
});

function Failing({ error }: { error: Error }): never {
  throw error;
}
function failed(error: Error) {
  const told: unknown[] = [];
  let reloads = 0;
  const router = createMemoryRouter([
    {
      path: '/',
      element: <Failing error={error} />,
      errorElement: <RouteFailure onReload={() => reloads++} onError={told.push.bind(told)} />,
    },
  ]);
  render(<RouterProvider router={router} onError={() => {}} />, { onCaughtError: () => {} });
  return { told, user: userEvent.setup(), reloads: () => reloads };
}

describe('a screen that failed', () => {
  test('offers a reload if its code failed to load', async () => {
    const { user, reloads } = failed(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'));
    expect(screen.getByRole('heading', { level: 1, name: 'A part of the page could not be loaded' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Reload' }));
    expect(reloads()).toBe(1);
  });

  test('says that it crashed and reports the error once', () => {
    const error = new Error('x is undefined');
    const { told } = failed(error);
    expect(screen.getByRole('heading', { level: 1, name: 'This page stopped working' })).toBeVisible();
    expect(told).toEqual([error]);
  });
});
