import { computedQuantity, type DraftLine } from '../../domain/rxDraft.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { useClinicalWords } from './useClinicalWords.ts';

type Props = { readonly line: DraftLine; readonly onRecalculate: () => void };

/** How the quantity comes about: by which formula, by hand, or why none can be worked out. */
export function QuantityNote({ line, onRecalculate }: Props) {
  const { t } = useTranslation();
  const words = useClinicalWords();
  const computed = computedQuantity(line);
  const recalculable =
    computed?.ok && (line.quantityManual || line.quantity !== computed.packs) ? computed.packs : null;
  if (computed === null) return null;
  if (!computed.ok && line.quantityManual) return <p className="rx-note">{t('prescription.line.manual')}</p>;
  if (!computed.ok)
    return (
      <p className="rx-note">
        {t('prescription.line.noFormula', { why: t(`prescription.quantityWhy.${computed.why}`) })}
      </p>
    );
  const formula = computed.parts
    .map(({ doseInBase, timesPerDay, days }) => [doseInBase, timesPerDay, timesPerDay && String(days)])
    .map((factors) => factors.filter(Boolean).join(' × '))
    .join(' + ');
  return (
    <p className="rx-note">
      {recalculable === null ? null : <strong>{t('prescription.line.manual')} </strong>}
      <span data-numeric="">
        {t('prescription.line.formula', {
          formula,
          total: computed.totalInBase,
          unit: words.unit(line.drug.minUnit),
          packs: computed.packs,
          pack: words.unit(line.drug.packUnit),
        })}
      </span>
      {recalculable === null ? null : (
        <button type="button" onClick={onRecalculate}>
          {t('prescription.line.recalculate', { packs: recalculable })}
        </button>
      )}
    </p>
  );
}
