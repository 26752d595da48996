import { TriangleAlert } from 'lucide-react';
import type { Rx } from '../../../contract/http/prescription.ts';
import { allergiesOf } from '../../domain/allergies.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';

const states = ['pregnant', 'lactating', 'liver', 'kidney'] as const;
const male = 1;
const yes = 1;
const no = 0;

/** What about the patient can speak against a drug. What nobody asked is said, because it is not the same as "no". */
export function PatientContext({ rx }: { readonly rx: Rx }) {
  const { t } = useTranslation();
  const { patient } = rx;
  const allergies = allergiesOf(patient.allergy);
  const asked = states.filter((state) => patient.gender !== male || (state !== 'pregnant' && state !== 'lactating'));
  const present = asked.filter((state) => patient[state] === yes);
  const unknown = asked.filter((state) => patient[state] !== yes && patient[state] !== no);
  return (
    <section className="review-patient" aria-label={t('audit.patient.title')}>
      {allergies.kind === 'known' ? (
        allergies.to.map((substance) => (
          <Badge key={substance} tone="danger">
            <TriangleAlert aria-hidden="true" />
            {t('workspace.patient.allergicTo', { substance })}
          </Badge>
        ))
      ) : (
        <Badge tone={allergies.kind === 'none' ? 'neutral' : 'warning'}>
          {allergies.kind === 'other'
            ? t('workspace.patient.allergiesWritten', { text: allergies.text })
            : t(allergies.kind === 'none' ? 'workspace.patient.noAllergies' : 'workspace.patient.allergiesNotRecorded')}
        </Badge>
      )}
      {present.map((state) => (
        <Badge key={state} tone="warning">
          <TriangleAlert aria-hidden="true" />
          {t(`audit.patient.${state}`)}
        </Badge>
      ))}
      {unknown.length > 0 ? (
        <Badge>
          {t('audit.patient.notAsked', { what: unknown.map((state) => t(`audit.patient.${state}`)).join(', ') })}
        </Badge>
      ) : null}
      {patient.weightKg ? <Badge>{t('workspace.patient.weight', { weight: patient.weightKg })}</Badge> : null}
      {rx.guardianConfirmed ? <Badge tone="info">{t('audit.patient.guardian')}</Badge> : null}
    </section>
  );
}
