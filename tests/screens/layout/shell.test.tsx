import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Shell } from '../../../src/screens/Shell.tsx';
import type { Awaiting } from '../../../src/streams/awaiting.ts';
import { openScreen } from '../../support/doctorScreen.tsx';

const cloudRoom = (state: Awaiting['state']) => {
  openScreen(<Shell />, { state });
  return screen.getByRole('link', { name: 'Cloud room' });
};

test('a waiting list that could not be loaded is not shown as nobody waiting', () => {
  const link = cloudRoom('failed');
  expect(link).toHaveTextContent('–');
  expect(link).toHaveAccessibleDescription('Number of waiting patients not known');
});

test('while the list is loading the navigation counts nothing', () => {
  expect(cloudRoom('loading')).not.toHaveAccessibleDescription();
});
