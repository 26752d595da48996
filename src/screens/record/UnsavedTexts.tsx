import { useSelector } from '@xstate/react';
import type { CaseFields } from '../../../contract/http/record.ts';
import type { OrderId } from '../../../contract/ids.ts';
import { isolated } from '../../domain/direction.ts';
import type { TabCopy } from '../../domain/drafts.ts';
import { type ComparedName, differing, RecordDraft, sameFields } from '../../domain/record.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { RecordActor } from '../../machines/record.ts';
import { canCompare, recordOrder, writtenFields } from '../../machines/selectors/record.ts';
import { Button } from '../../ui/Button.tsx';
import { dateTimeText } from '../../ui/format.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useApp } from '../app/app.ts';
import { useCopies } from '../hooks/useCopies.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { useAppendToAddendum } from './Addenda.tsx';
import { textOf } from './RecordConflict.tsx';

/** What the windows of this person wrote into the record on this device and nothing has saved. */
function useWritten(orderId: OrderId) {
  const { copies, drop } = useCopies('record', orderId);
  const written = copies.flatMap((copy) => {
    const { data } = RecordDraft.safeParse(copy.value);
    return data ? [{ copy, fields: data.fields }] : [];
  });
  return { written, drop };
}

type Stored = {
  readonly orderId: OrderId;
  /** The record as the platform has it. */
  readonly stored: CaseFields;
  /** A signed record takes the text as an addendum; one that ended without a signature takes none. */
  readonly isSigned: boolean;
};

type UnsavedProps = Stored & {
  readonly copy: TabCopy;
  readonly fields: CaseFields;
  readonly onDrop: () => void;
};

/** One text that was not saved, beside the record. */
function UnsavedText({ orderId, stored, isSigned, copy, fields, onDrop }: UnsavedProps) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const where = useLocale();
  const append = useAppendToAddendum(orderId);
  const names = differing(fields, stored).filter((name) => (fields[name] ?? '').length > 0);
  const plain = (name: ComparedName) =>
    name === 'diagnosisList'
      ? fields.diagnosisList.map((one) => `${one.code} ${isolated(one.name)}`).join(t('shared.list.items'))
      : (fields[name] ?? '').trim();
  const text = names
    .map((name) => t('record.unsaved.part', { name: t(`record.fields.${name}`), text: plain(name) }))
    .join('\n');
  const copyText = () =>
    navigator.clipboard.writeText(text).then(
      () => toasts.show({ tone: 'success', text: t('record.unsaved.copied') }),
      () => toasts.show({ tone: 'warning', text: t('record.unsaved.notCopied') }),
    );
  const add = () => {
    append(text);
    onDrop();
  };
  if (names.length === 0) return null;
  return (
    <section className="record-unsaved" aria-label={t('record.unsaved.title')}>
      <Notice tone="warning" title={t('record.unsaved.title')}>
        {t(isSigned ? 'record.unsaved.text' : 'record.unsaved.textUnsigned', {
          time: dateTimeText(copy.savedAt, where),
        })}
      </Notice>
      <dl className="record-text">
        {names.map((name) => (
          <div key={name}>
            <dt>{t(`record.fields.${name}`)}</dt>
            <dd dir="auto">{textOf(fields, name)}</dd>
            <dd className="record-unsaved-signed">
              <span>{t(isSigned ? 'record.unsaved.signed' : 'record.unsaved.stored')}</span>{' '}
              {textOf(stored, name) === null ? (
                <em>{t('record.conflict.empty')}</em>
              ) : (
                <span dir="auto">{textOf(stored, name)}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <div className="record-addendum-foot">
        <Button size="sm" look="ghost" tone="neutral" onClick={onDrop}>
          {t('record.unsaved.discard')}
        </Button>
        <Button size="sm" look="outline" tone="neutral" onClick={() => void copyText()}>
          {t('record.unsaved.copy')}
        </Button>
        {isSigned ? (
          <Button size="sm" onClick={add}>
            {t('record.unsaved.addendum')}
          </Button>
        ) : null}
      </div>
    </section>
  );
}

/** Texts that another window of this person, or an earlier visit, had not saved when the record was signed or ended. */
export function UnsavedTexts(record: Stored) {
  const { written, drop } = useWritten(record.orderId);
  return written.map(({ copy, fields }) => (
    <UnsavedText key={copy.tab} {...{ ...record, copy, fields }} onDrop={() => drop(copy)} />
  ));
}

/** Says that a window which is gone left other text in this record, and shows both versions on request. */
export function LeftText({ record }: { readonly record: RecordActor }) {
  const { t } = useTranslation();
  const where = useLocale();
  const { written } = useWritten(useSelector(record, recordOrder));
  const shown = useSelector(record, writtenFields);
  const possible = useSelector(record, canCompare);
  const left = written.find(({ copy, fields }) => copy.place === 'left' && !sameFields(fields, shown));
  if (!left) return null;
  return (
    <Notice
      tone="warning"
      title={t('record.unsaved.left')}
      actions={
        <Button
          size="sm"
          look="outline"
          tone="neutral"
          disabled={!possible}
          onClick={() => record.send({ type: 'comparison.requested' })}
        >
          {t('record.unsaved.compare')}
        </Button>
      }
    >
      {t('record.unsaved.leftText', { time: dateTimeText(left.copy.savedAt, where) })}
    </Notice>
  );
}
