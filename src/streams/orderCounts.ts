/** The doctor's orders by state; `waiting` is everybody who waits in the hospital. */
export type OrderCounts = {
  readonly waiting: number;
  readonly active: number;
  readonly finished: number;
  readonly cancelled: number;
  readonly today: number | null;
};
