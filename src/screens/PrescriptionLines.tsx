import type { RxLine } from '../../contract/http/prescription.ts';
import { useTranslation } from '../locales/i18n.ts';
import { moneyText } from '../ui/format.ts';
import { useLocale } from './useLocale.ts';
import { worded } from './worded.ts';
import './prescriptionSheet.css';

/** The drugs of a prescription: what, how much of it, and how it is taken. */
export function PrescriptionLines({ lines }: { readonly lines: readonly RxLine[] }) {
  const { t } = useTranslation();
  return (
    <ol className="rx-lines" aria-label={t('prescription.lines')}>
      {lines.map((line) => (
        <Line key={`${line.drugId} ${line.frequency} ${line.route}`} line={line} />
      ))}
    </ol>
  );
}

function Line({ line }: { readonly line: RxLine }) {
  const { t } = useTranslation();
  const { language } = useLocale();
  const { drugName, tradeName, specification, dosageForm, manufacturer, quantity, packUnit, price, remark } = line;
  const what = [
    specification,
    dosageForm ? worded('prescription.words.form', dosageForm) : '',
    tradeName,
    manufacturer,
  ];
  const use = t('prescription.paper.line', {
    dose: line.onceDose,
    unit: worded('prescription.words.unit', line.onceDoseUnit),
    frequency: worded('prescription.words.frequency', line.frequency),
    route: worded('prescription.words.route', line.route),
    days: line.days,
  });
  return (
    <li>
      <div>
        <strong>{drugName}</strong>
        <span className="rx-quantity">
          {t('prescription.paper.quantity', { quantity, pack: worded('prescription.words.unit', packUnit) })}
        </span>
      </div>
      <div>
        <small>{what.filter(Boolean).join(' · ')}</small>
        {typeof price === 'number' ? <small>{moneyText(price * quantity, language)}</small> : null}
      </div>
      <p>{use}</p>
      {remark ? <p>{remark}</p> : null}
    </li>
  );
}
