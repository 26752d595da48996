import type { Addendum } from '../../../contract/http/record.ts';
import { signedAs } from '../../domain/record.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { dateTimeText } from '../../ui/format.ts';
import { joined } from '../app/joined.ts';
import { useLocale } from '../hooks/useLocale.ts';

/** What was added to a signed record: who, when and why. */
export function AddendumList({ addenda }: { readonly addenda: readonly Addendum[] }) {
  const { t } = useTranslation();
  const where = useLocale();
  if (addenda.length === 0) return null;
  return (
    <ol className="record-addenda" aria-label={t('record.addenda.title')}>
      {addenda.map(({ id, reason, text, createTime, ...author }) => (
        <li key={id}>
          <h4>
            {t('record.addenda.by', {
              doctor: joined('posts', signedAs(author)),
              time: dateTimeText(createTime, where),
            })}
          </h4>
          <p className="record-addendum-reason">{t('record.addenda.because', { reason })}</p>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}
