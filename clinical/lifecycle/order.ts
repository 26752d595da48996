import { createNextStatus, type Transitions } from './transition.ts';

/** Status of a consult order. The numbers are the values of the dictionary of order states. */
export const OrderStatus = {
  awaitingPayment: 0,
  awaiting: 10,
  active: 20,
  finished: 30,
  cancelled: 40,
  refused: 50,
  refunding: 60,
  refunded: 61,
  timedOut: 70,
} as const;
export type OrderStatus = (typeof OrderStatus)[keyof typeof OrderStatus];

/** Actions on an order, by the patient, the doctor, a timer or the payment office. */
export type OrderAction =
  | 'pay'
  | 'accept'
  | 'offerToOthers'
  | 'cancel'
  | 'refuse'
  | 'timeOut'
  | 'finish'
  | 'reachTimeLimit'
  | 'reachMessageQuota'
  | 'dispute'
  | 'startRefund'
  | 'completeRefund';

const S = OrderStatus;

/** The life of a consult order. */
export const orderTransitions: Transitions<OrderStatus, OrderAction> = {
  [S.awaitingPayment]: { pay: S.awaiting },
  [S.awaiting]: {
    accept: S.active,
    offerToOthers: S.awaiting,
    cancel: S.cancelled,
    refuse: S.refused,
    timeOut: S.timedOut,
  },
  [S.active]: {
    finish: S.finished,
    reachTimeLimit: S.finished,
    reachMessageQuota: S.finished,
    dispute: S.refunding,
  },
  [S.finished]: {},
  [S.cancelled]: {},
  [S.refused]: { startRefund: S.refunding },
  [S.refunding]: { completeRefund: S.refunded },
  [S.refunded]: {},
  [S.timedOut]: { completeRefund: S.refunded },
};

/** The order's next status, or that the action is not allowed from here. */
export const nextOrderStatus = createNextStatus(orderTransitions);

/** Whether doctor and patient may still exchange messages. */
export const isOrderOpen = (status: number): boolean => status === S.active;
