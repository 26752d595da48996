import type { CaseInfo } from '../../contract/http/record.ts';
import { useTranslation } from '../locales/i18n.ts';
import { Badge } from '../ui/Badge.tsx';
import { dateTimeText } from '../ui/format.ts';
import { Facts } from './Facts.tsx';
import { useLocale } from './useLocale.ts';

const signed = 1;

const sections = [
  'chiefComplaint',
  'presentIllness',
  'pastHistory',
  'allergyHistory',
  'personalHistory',
  'familyHistory',
  'physicalExam',
  'auxiliaryExam',
] as const;

/** A medical record as it was written, to be read. */
export function RecordSheet({ record }: { readonly record: CaseInfo }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const isSigned = record.status === signed;
  const time = record.signTime ?? record.updateTime;
  return (
    <>
      <p>
        <Badge tone={isSigned ? 'success' : 'warning'}>
          {isSigned ? t('orders.archive.signed') : t('orders.archive.unsigned')}
        </Badge>{' '}
        <span className="card-note">{[record.doctorName, dateTimeText(time, locale)].filter(Boolean).join(', ')}</span>
      </p>
      <Facts
        label={t('orders.archive.record')}
        rows={[
          ...sections.map((name) => [t(`record.fields.${name}`), record[name]] as const),
          [
            t('record.fields.diagnosisList'),
            record.diagnosisList
              .map(({ code, name, main }) => `${name} (${code})${main ? ` · ${t('record.diagnosis.main')}` : ''}`)
              .join('\n'),
          ],
          [t('record.fields.treatmentAdvice'), record.treatmentAdvice],
        ]}
      />
    </>
  );
}
