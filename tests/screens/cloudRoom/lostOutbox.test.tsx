import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Toast } from '../../../src/ui/Toasts.tsx';
import { order } from '../../support/fakeApp.tsx';
import { enter } from './room.tsx';

test('the doctor is told once that this page sends no more messages, and how to go on', () => {
  const room = enter({ running: [order('1', 'Wang Min')] });
  const shown: Toast[] = [];
  room.app.toasts.setPresenter({ show: (toast) => void shown.push(toast), dismiss: () => {} });
  // What XState sends when an invoked actor fails.
  const failed = { type: 'xstate.error.actor.unsent', error: new Error('broken outbox'), actorId: 'unsent' };
  act(() => room.app.work$.value?.workspace.send(failed as never));
  expect(shown.map(({ tone, text, action }) => [tone, text, action?.label])).toEqual([
    [
      'danger',
      'This page sends no more messages. Reload it; the messages stored on this device are sent then.',
      'Reload',
    ],
  ]);
});
