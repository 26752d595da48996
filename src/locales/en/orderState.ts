/** How an order stands. */
export const orderState = {
  awaitingPayment: 'Not paid yet',
  awaiting: 'Waiting',
  active: 'In consultation',
  finished: 'Finished',
  cancelled: 'Cancelled',
  refused: 'Refused',
  refunding: 'Being paid back',
  refunded: 'Paid back',
  timedOut: 'Not taken in time',
  unknown: 'Unknown status ({{status}})',
} as const;
