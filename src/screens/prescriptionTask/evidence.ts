import type { ReviewMaterial } from '../../domain/review.ts';
import type { VerificationCode } from '../../domain/reviewQueue.ts';
import { regimenOf } from '../../domain/rxRegimen.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { keepUnits } from '../../ui/unitText.ts';
import { joined } from '../app/joined.ts';
import { usePatientWords } from '../patientFacts/patients.ts';
import { packRestText, packsText, shortRegimenText } from '../prescription/regimenText.ts';
import { useClinicalWords } from '../prescription/useClinicalWords.ts';
import { usePropertyWords } from './usePropertyWords.ts';

const distinct = (texts: readonly string[]) => joined('entries', [...new Set(texts)]) || null;

/** What each verification is about, as the prescription has it; null if it is not recorded. */
export function useEvidence({
  rx,
  drugs: medicines,
}: Pick<ReviewMaterial, 'rx' | 'drugs'>): (code: VerificationCode) => string | null {
  const { t } = useTranslation();
  const people = usePatientWords();
  const words = useClinicalWords();
  const propertyText = usePropertyWords();
  const { patient, lines } = rx;
  const evidence: Readonly<Record<VerificationCode, () => string | null>> = {
    department: () => rx.dept || null,
    patientName: () => patient.name || null,
    patientAge: () => people.full(patient),
    drugName: () => distinct(lines.map(({ drugName }) => keepUnits(drugName))),
    dosageForm: () =>
      lines.every(({ dosageForm }) => dosageForm)
        ? distinct(lines.map(({ dosageForm }) => words.form(dosageForm ?? '')))
        : null,
    specification: () => distinct(lines.map(({ specification }) => keepUnits(specification))),
    quantity: () =>
      joined(
        'entries',
        lines.map((line) =>
          joined('sentences', [
            packsText(line, { words, t }) ?? t('prescription.unreadableLine'),
            packRestText(line, { words, t }),
          ]),
        ),
      ),
    drugProperties: () => {
      const known = lines.flatMap(({ drugId, drugName }) => {
        const medicine = medicines?.find((one) => one.drugId === drugId);
        if (!medicine) return [];
        const text = propertyText(medicine);
        return [lines.length === 1 ? text : t('shared.list.named', { name: keepUnits(drugName), what: text })];
      });
      return known.length === lines.length ? distinct(known) : null;
    },
    usageAndDosage: () =>
      joined(
        'entries',
        lines.map((line) =>
          line.unreadable ? t('prescription.unreadableLine') : shortRegimenText(regimenOf(line), { words, t }),
        ),
      ),
    clinicalDiagnosis: () => distinct(rx.diagnosisList.map(({ name }) => name)),
  };
  return (code) => evidence[code]();
}
