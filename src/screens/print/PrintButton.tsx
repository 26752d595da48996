import { Printer } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { Button, type ButtonProps } from '../../ui/Button.tsx';
import { usePending } from '../hooks/usePending.ts';
import { type Paper, papers } from './papers.ts';
import { Sheet } from './Sheet.tsx';
import { usePrinting } from './usePrinting.ts';

type Props = {
  readonly paper: Paper;
  readonly label?: string;
  readonly size?: ButtonProps['size'];
  /** Shows the whole label, where several papers can be printed. */
  readonly labelled?: boolean;
};

/** Prints one paper, which need not be on the screen. */
export function PrintButton({ paper, label, size, labelled = false }: Props) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const [own] = useState(() => ({ element: () => button.current }));
  const [loading, pending] = usePending();
  const printing = usePrinting();
  const print = () => pending(papers.print(own, paper));
  return (
    <>
      <Button
        ref={button}
        look="outline"
        tone="neutral"
        {...(size ? { size } : {})}
        busy={loading}
        aria-label={label}
        onClick={() => void print()}
      >
        <Printer aria-hidden="true" />
        <span>{labelled && label ? label : t('print.print')}</span>
      </Button>
      {printing && papers.current() === own ? <Sheet paper={paper} /> : null}
    </>
  );
}
