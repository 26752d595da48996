import * as z from 'zod/mini';
import type { ConsultConfig } from '../../../contract/http/consult.ts';
import { centsOf, yuanText } from '../../domain/money.ts';
import { problem, wholeNumber } from '../fields.ts';

const mostYuan = 100_000;

/** The terms of one kind of consultation as they are typed. */
export const Terms = z.object({
  enabled: z.boolean(),
  price: z.string().check(
    z.refine(
      (typed) => {
        const cents = centsOf(typed);
        return cents !== null && cents <= mostYuan * 100;
      },
      { error: problem('settings.services.priceInvalid', { max: mostYuan }) },
    ),
  ),
  durationMin: wholeNumber(1, 10_080),
  msgLimit: wholeNumber(1, 10_000, { optional: true }),
  maxConcurrent: wholeNumber(1, 100),
});
export type Terms = z.infer<typeof Terms>;

const typed = (number: number | null | undefined) => (typeof number === 'number' ? String(number) : '');

/** The kept terms, for typing in. */
export const termsOf = ({ enabled, price, durationMin, msgLimit, maxConcurrent }: ConsultConfig): Terms => ({
  enabled,
  price: yuanText(price),
  durationMin: typed(durationMin),
  msgLimit: typed(msgLimit),
  maxConcurrent: typed(maxConcurrent),
});

/** What was typed, as it is kept. No message limit is kept as null. */
export const configOf = ({ id }: Pick<ConsultConfig, 'id'>, terms: Terms) => ({
  id,
  enabled: terms.enabled,
  price: centsOf(terms.price) ?? 0,
  durationMin: Number(terms.durationMin),
  msgLimit: terms.msgLimit.trim() === '' ? null : Number(terms.msgLimit),
  maxConcurrent: Number(terms.maxConcurrent),
});
