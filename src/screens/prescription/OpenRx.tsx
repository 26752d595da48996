import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import type { Rx } from '../../../contract/http/prescription.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { siteNameIn } from '../../machines/selectors/session.ts';
import { useApp } from '../app/app.ts';
import { dotted } from '../app/joined.ts';
import { OpenPaper } from '../print/OpenPaper.tsx';
import { PrintButton } from '../print/PrintButton.tsx';
import type { Paper } from '../print/papers.ts';
import { loadPicture } from '../print/SignaturePicture.tsx';
import { PrintedRx, type PrintedRxProps } from './PrintedRx.tsx';
import { pictureOf } from './Signatures.tsx';
import { qrLibrary } from './VerifyCode.tsx';

/** The prescription on A5, as printed. */
export function useRxPaper(rx: Rx): Paper {
  const { linkOf, session } = useApp();
  const hospital = useSelector(session, siteNameIn);
  const pictures = [pictureOf(rx, 'doctor'), pictureOf(rx, 'auditor')].flatMap((url) => (url ? [linkOf(url)] : []));
  return {
    size: 'A5',
    foot: dotted(hospital, rx.prescriptionNo, rx.patient.name),
    draw: () => <PrintedRx rx={rx} printed />,
    load: () => Promise.all([qrLibrary.load(), ...pictures.map(loadPicture)]),
  };
}

/** A prescription on the screen, which the browser's print command prints. */
export function OpenRx(props: Omit<PrintedRxProps, 'printed'>) {
  const place = useRef<HTMLDivElement>(null);
  const paper = useRxPaper(props.rx);
  return (
    <div ref={place}>
      <PrintedRx {...props} />
      <OpenPaper place={place} paper={paper} />
    </div>
  );
}

type PrintRxProps = {
  readonly rx: Rx;
  /** One of several on the screen: smaller, and named by its number. */
  readonly among?: boolean;
};

/** Prints a prescription. */
export function PrintRx({ rx, among = false }: PrintRxProps) {
  const { t } = useTranslation();
  const paper = useRxPaper(rx);
  if (!among) return <PrintButton paper={paper} />;
  return (
    <PrintButton paper={paper} size="sm" labelled label={t('print.prescription', { number: rx.prescriptionNo })} />
  );
}
