import { customType, jsonb } from 'drizzle-orm/pg-core';

/** Whether a row could have this id: PostgreSQL's bigint, as the string that ids are inside the product. */
export const isRowId = (id: string): boolean => /^\d{1,18}$/.test(id);

/** An id that no row could have names nothing, so it becomes -1. */
const asId = {
  toDriver: (value: string) => (isRowId(value) ? value : '-1'),
  fromDriver: (value: string | number | bigint) => String(value),
};

/** A reference to another row. */
export const id = customType<{ data: string; driverData: string | number | bigint }>({
  dataType: () => 'bigint',
  ...asId,
});

/** The key of a row, given by the database. */
export const identity = customType<{
  data: string;
  driverData: string | number | bigint;
  notNull: true;
  default: true;
}>({ dataType: () => 'bigserial', ...asId });

/** A moment as epoch milliseconds, as the wire writes it. */
export const ms = customType<{ data: number; driverData: string | number | bigint }>({
  dataType: () => 'bigint',
  toDriver: (value) => String(Math.trunc(value)),
  fromDriver: (value) => Number(value),
});

/** A JSON column that holds `T`. */
export const json = <T>() => jsonb().$type<T>();

/** A JSON column that holds a list, empty unless given. */
export const list = <T>() => jsonb().$type<T[]>().notNull().default([]);
