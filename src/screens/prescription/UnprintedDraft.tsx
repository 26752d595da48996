import { useSelector } from '@xstate/react';
import { type RefObject, useMemo } from 'react';
import type { PatientBrief } from '../../../contract/shared.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { siteNameIn } from '../../machines/selectors/session.ts';
import { useApp } from '../app/app.ts';
import { dotted } from '../app/joined.ts';
import { OpenPaper } from '../print/OpenPaper.tsx';
import type { Paper } from '../print/papers.ts';

type Props = { readonly place: RefObject<HTMLElement | null>; readonly patient: PatientBrief };

/** Printed instead of a prescription that is being written: nobody signed it, and its lines may lack values. */
export function UnprintedDraft({ place, patient }: Props) {
  const { t } = useTranslation();
  const hospital = useSelector(useApp().session, siteNameIn);
  const paper = useMemo(
    (): Paper => ({
      size: 'A5',
      foot: dotted(hospital, patient.name),
      draw: () => (
        <>
          <p className="print-mark">{t('prescription.unprinted.title', { patient: patient.name })}</p>
          <p>{t('prescription.unprinted.text')}</p>
        </>
      ),
      load: async () => {},
    }),
    [hospital, patient.name, t],
  );
  return <OpenPaper place={place} paper={paper} />;
}
