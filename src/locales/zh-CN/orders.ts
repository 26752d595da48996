import type { orders as english } from '../en/orders.ts';
import type { Translation } from '../texts.ts';

export const orders: Translation<typeof english> = {};
