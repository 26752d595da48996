import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Rx } from '../../../contract/http/prescription.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { overlayHost } from '../../ui/overlayHost.ts';
import { RxPaper } from './RxPaper.tsx';
import './print.css';

/** Prints the prescription alone on A5, black on white, with nothing of the page around it. */
export function PrintRx({ rx }: { readonly rx: Rx }) {
  const { t } = useTranslation();
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    if (!printing) return;
    const done = () => setPrinting(false);
    window.addEventListener('afterprint', done);
    window.print();
    return () => window.removeEventListener('afterprint', done);
  }, [printing]);
  return (
    <>
      <Button look="outline" tone="neutral" onClick={() => setPrinting(true)}>
        {t('prescription.print')}
      </Button>
      {printing
        ? createPortal(
            <div className="print-sheet">
              <RxPaper rx={rx} />
            </div>,
            overlayHost.current,
          )
        : null}
    </>
  );
}
