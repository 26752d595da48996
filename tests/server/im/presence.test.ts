import { expect, test } from 'vitest';
import { SenderType } from '../../../contract/im.ts';
import { createPresence } from '../../../server/im/presence.ts';
import type { Io } from '../../../server/im/types.ts';

test('a lookup of connected parties that fails is reported, and nobody is announced as absent', async () => {
  const cause = new Error('another process does not answer');
  const announced: unknown[] = [];
  const io = {
    in: () => ({ fetchSockets: () => Promise.reject(cause) }),
    to: () => ({ emit: (_: string, sent: unknown) => announced.push(sent) }),
  } as unknown as Io;
  const faults: unknown[] = [];
  const presence = createPresence({ io, now: () => 5, onFault: (fault) => faults.push(fault) });
  const side = { tenantId: '1', type: SenderType.patient };
  presence.enter(side, ['7'], (...sent) => announced.push(sent));
  presence.leave(side, ['7']);
  await expect.poll(() => faults).toEqual([cause, cause]);
  expect(announced).toEqual([{ conversationId: '7', senderType: SenderType.patient, online: true, time: 5 }]);
});
