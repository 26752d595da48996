import { PrescriptionStatus } from '../../../clinical/lifecycle/prescription.ts';
import { labelOf } from '../../domain/enumerations.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { useApp } from '../app.ts';
import { useLive } from '../useLive.ts';

const tones: Readonly<Record<number, 'info' | 'danger' | 'success' | 'warning'>> = {
  [PrescriptionStatus.pending]: 'info',
  [PrescriptionStatus.rejected]: 'danger',
  [PrescriptionStatus.approved]: 'success',
  [PrescriptionStatus.dispensed]: 'success',
};

/** A prescription's state in the platform's own word; one that it does not name is shown with its number. */
export function RxStatus({ status }: { readonly status: number }) {
  const { t } = useTranslation();
  const { Prescription_Status: names } = useLive(useApp().lists$);
  return (
    <Badge tone={tones[status] ?? 'neutral'}>
      {labelOf(names, status) ?? t('common.state.unknown', { value: status })}
    </Badge>
  );
}
