import { useSelector } from '@xstate/react';
import { useTranslation } from '../../locales/i18n.ts';
import type { RecordActor } from '../../machines/record.ts';
import { dateTimeText } from '../../ui/format.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useLocale } from '../useLocale.ts';
import { RecordText } from './RecordText.tsx';
import { SaveStatus } from './SaveStatus.tsx';

/** A signed record: to be read, no longer to be changed. */
export function SignedRecord({ record }: { readonly record: RecordActor }) {
  const { t } = useTranslation();
  const where = useLocale();
  const fields = useSelector(record, (s) => s.context.fields);
  const signedAt = useSelector(record, (s) => s.context.current?.signTime ?? s.context.savedAt);
  return (
    <>
      <div className="record-body">
        <Notice tone="success" title={t('record.signedText')}>
          {signedAt === null ? null : t('record.signed', { time: dateTimeText(signedAt, where) })}
        </Notice>
        <RecordText fields={fields} />
      </div>
      <div className="record-foot">
        <SaveStatus record={record} />
      </div>
    </>
  );
}
