import type { PrescriptionId } from '../../../contract/ids.ts';
import { doerName } from '../../domain/owner.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { PrescriptionQueue } from '../../streams/prescriptionQueue.ts';
import { AvatarText } from '../../ui/PersonTag.tsx';
import { useReview } from '../app/app.ts';
import { joined } from '../app/joined.ts';
import { useLive } from '../hooks/useLive.ts';

/** The other reviewers who are connected, each with the prescription that they have open. */
export function Colleagues({ items }: { readonly items: PrescriptionQueue['items'] }) {
  const { t, language } = useTranslation();
  const colleagues = useLive(useReview().colleagues$);
  if (!colleagues || colleagues.length === 0) return null;
  const numberOf = (id: PrescriptionId) => items.get(id)?.prescriptionNo;
  return (
    <ul className="queue-colleagues" aria-label={t('reviewing.colleagues.title')}>
      {colleagues.map(({ by, reviewing }) => {
        const name = doerName(by, language);
        const numbers = reviewing.map(numberOf).filter((number) => number !== undefined);
        const what =
          numbers.length > 0
            ? t('reviewing.colleagues.reviews', { name, number: joined('items', numbers) })
            : t('reviewing.colleagues.idle', { name });
        return (
          <li key={by.id} data-tooltip={what}>
            <AvatarText name={name} picture={null} size="sm" />
            <span aria-hidden="true">
              <span>{name}</span>
              {numbers.length > 0 ? (
                <b data-numeric="">
                  {` ${joined(
                    'items',
                    numbers.map((number) => number.slice(-4)),
                  )}`}
                </b>
              ) : null}
            </span>
            <span className="ui-hidden">{what}</span>
          </li>
        );
      })}
    </ul>
  );
}
