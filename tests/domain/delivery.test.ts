import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Delivery } from '../../src/domain/message.ts';
import { advance, type DeliveryStateChange, deliveryAt } from '../../src/domain/outgoing.ts';

const refused: DeliveryStateChange = {
  type: 'refused',
  why: 'conversationClosed',
  retryAfterMs: null,
  message: 'closed',
};
const after = (...news: DeliveryStateChange[]) => news.reduce(advance, { state: 'queued' } as Delivery);

test.each<[DeliveryStateChange[], Delivery['state']]>([
  [[{ type: 'sending' }], 'sending'],
  [[{ type: 'sending' }, { type: 'stored' }], 'sent'],
  [[{ type: 'stored' }, { type: 'sending' }], 'sent'],
  [[{ type: 'read' }, { type: 'delivered' }, { type: 'stored' }], 'read'],
  [[{ type: 'sending' }, refused], 'failed'],
  [[{ type: 'sending' }, { type: 'rateLimited' }], 'rateLimited'],
  [[{ type: 'sending' }, { type: 'rateLimited' }, { type: 'sending' }], 'sending'],
  [[{ type: 'sending' }, { type: 'rateLimited' }, refused], 'failed'],
  [[{ type: 'stored' }, { type: 'rateLimited' }], 'sent'],
  [[refused, { type: 'retried' }], 'queued'],
  [[refused, { type: 'sending' }], 'failed'],
  [[refused, { type: 'stored' }], 'sent'],
  [[{ type: 'stored' }, refused], 'sent'],
  [[{ type: 'stored' }, { type: 'retried' }], 'sent'],
])('after %j a message is %s', (news, state) => {
  expect(after(...news).state).toBe(state);
});

const everything = fc.constantFrom<DeliveryStateChange>(
  { type: 'sending' },
  { type: 'rateLimited' },
  { type: 'stored' },
  { type: 'delivered' },
  { type: 'read' },
  { type: 'retried' },
  refused,
);
/** A message being sent may alternate between sending and held. */
const stages = { queued: 0, sending: 1, rateLimited: 1, failed: 2, sent: 3, delivered: 4, read: 5 };
const stage = ({ state }: Delivery) => stages[state];

test('a message never goes back, except by a retry after a failure', () => {
  fc.assert(
    fc.property(fc.array(everything), (news) => {
      news.reduce(
        (current: Delivery, item) => {
          const next = advance(current, item);
          const retried = current.state === 'failed' && item.type === 'retried';
          expect(retried || stage(next) >= stage(current)).toBe(true);
          return next;
        },
        { state: 'queued' } as Delivery,
      );
    }),
  );
});

test.each([
  [3, 'sent'],
  [2, 'delivered'],
  [1, 'read'],
])('the message at place %d is %s when the patient got 2 and read 1', (seq, state) => {
  expect(deliveryAt(seq, 2, 1).state).toBe(state);
});
