import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { typedNumber } from '../../../clinical/doses/typedNumber.ts';
import type { getMedicine, WarehouseStock } from '../../../contract/extension/medicines.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { dateTimeText } from '../../ui/format.ts';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app/app.ts';
import { dotted } from '../app/joined.ts';
import { errorText, registerNumber, requiredText, showRefusal, wholeNumber } from '../forms/fields.ts';
import { useDiscardQuestion } from '../forms/useDiscardQuestion.tsx';
import { useDraftedForm } from '../forms/useDraftedForm.ts';
import { useLocale } from '../hooks/useLocale.ts';

type Found = ReplyOf<typeof getMedicine>;
type Props = { readonly found: Found; readonly onChanged: () => void };

const Correction = z.object({ after: wholeNumber({ min: 0, max: 10_000_000 }), reason: requiredText(200) });

type CorrectionProps = {
  readonly drugId: Found['medicine']['id'];
  readonly place: WarehouseStock;
  readonly onClose: () => void;
  readonly onDone: () => void;
};

function CorrectionForm({ drugId, place, onClose, onDone }: CorrectionProps) {
  const { api, toasts } = useApp();
  const { t } = useTranslation();
  const defaultValues = { after: String(place.stock), reason: '' };
  const form = useForm({ resolver: zodResolver(Correction), defaultValues, mode: 'onTouched' });
  const { register, formState } = form;
  const { errors, isDirty, isSubmitting } = formState;
  const drop = useDraftedForm(form, `stock ${drugId} ${place.warehouseId}`);
  const { close, question } = useDiscardQuestion(isDirty, () => {
    drop();
    onClose();
  });
  const save = form.handleSubmit(async ({ after, reason }) => {
    const counted = { after: typedNumber(after) ?? 0, before: place.stock, reason: reason.trim() };
    const answer = await api.correctStock({ id: drugId, warehouseId: place.warehouseId, ...counted }, { quiet: true });
    if (!answer.ok) return showRefusal(form, answer.failure);
    toasts.show({ tone: 'success', text: t('catalogues.stock.saved', { name: place.name, count: answer.data.stock }) });
    drop();
    onDone();
  });
  return (
    <Dialog
      open
      title={t('catalogues.stock.correctIn', { name: place.name })}
      closeLabel={t('common.actions.close')}
      maskCloses={false}
      onClose={close}
    >
      <form className="catalogue-form" noValidate onSubmit={(event) => void save(event)}>
        <TextField
          label={t('catalogues.stock.counted')}
          inputMode="numeric"
          required
          error={errorText(errors.after)}
          {...registerNumber(form, 'after')}
        />
        <TextField
          label={t('catalogues.stock.reason')}
          hint={t('catalogues.stock.reasonHint')}
          required
          error={errorText(errors.reason)}
          {...register('reason')}
        />
        {errors.root ? (
          <p className="form-refusal" role="alert">
            {errors.root.message}
          </p>
        ) : null}
        {question}
        <Button type="submit" busy={isSubmitting}>
          {t('catalogues.stock.save')}
        </Button>
      </form>
    </Dialog>
  );
}

/** The packs of a medicine in each warehouse, and who corrected them. */
export function StockTable({ found, onChanged }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [place, setPlace] = useState<WarehouseStock | null>(null);
  const { warehouses, corrections, medicine } = found;
  const nameOf = (id: string) => warehouses.find(({ warehouseId }) => warehouseId === id)?.name ?? id;
  return (
    <section className="card" aria-label={t('catalogues.stock.title')}>
      <h2>{t('catalogues.stock.title')}</h2>
      <p className="card-note">{t('catalogues.stock.text')}</p>
      <table className="catalogue-table" aria-label={t('catalogues.stock.table')}>
        <thead>
          <tr>
            <th scope="col">{t('catalogues.stock.warehouse')}</th>
            <th scope="col" data-align="end">
              {t('catalogues.stock.packs')}
            </th>
            <th scope="col">
              <span className="ui-hidden">{t('catalogues.columns.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {warehouses.map((one) => (
            <tr key={one.warehouseId}>
              <th scope="row">{one.name}</th>
              <td data-align="end">{one.stock}</td>
              <td data-align="end">
                <Button
                  size="sm"
                  look="outline"
                  tone="neutral"
                  aria-label={t('catalogues.stock.correctIn', { name: one.name })}
                  onClick={() => setPlace(one)}
                >
                  {t('catalogues.stock.correct')}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3>{t('catalogues.stock.history')}</h3>
      {corrections.length === 0 ? (
        <p className="card-note">{t('catalogues.stock.none')}</p>
      ) : (
        <ul className="catalogue-history">
          {corrections.map((one) => (
            <li key={`${one.time} ${one.warehouseId} ${one.before} ${one.after}`}>
              <strong>{t('catalogues.stock.change', { before: one.before, after: one.after })}</strong>
              <span>{` ${one.reason}`}</span>
              <small>{dotted(nameOf(one.warehouseId), one.by, dateTimeText(one.time, locale))}</small>
            </li>
          ))}
        </ul>
      )}
      {place ? (
        <CorrectionForm
          drugId={medicine.id}
          place={place}
          onClose={() => setPlace(null)}
          onDone={() => {
            setPlace(null);
            onChanged();
          }}
        />
      ) : null}
    </section>
  );
}
