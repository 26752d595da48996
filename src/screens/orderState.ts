import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import type { Translate } from '../locales/texts.ts';

type Known = keyof typeof OrderStatus;
type Tone = 'neutral' | 'brand' | 'info' | 'success' | 'warning' | 'danger';

const tones: Record<Known, Tone> = {
  awaitingPayment: 'neutral',
  awaiting: 'warning',
  active: 'brand',
  finished: 'success',
  cancelled: 'neutral',
  refused: 'danger',
  refunding: 'info',
  refunded: 'neutral',
  timedOut: 'danger',
};

const nameOf = (status: number): Known | null =>
  (Object.keys(OrderStatus) as Known[]).find((name) => OrderStatus[name] === status) ?? null;

/** An order's state in words and as a tone; one that this version does not know is shown with its number. */
export function orderState(status: number, t: Translate): { readonly text: string; readonly tone: Tone } {
  const name = nameOf(status);
  return name === null
    ? { text: t('orderState.unknown', { status }), tone: 'neutral' }
    : { text: t(`orderState.${name}`), tone: tones[name] };
}

/** All states, to choose from. */
export const orderStates = (t: Translate) =>
  (Object.keys(OrderStatus) as Known[]).map((name) => ({
    value: String(OrderStatus[name]),
    label: t(`orderState.${name}`),
  }));
