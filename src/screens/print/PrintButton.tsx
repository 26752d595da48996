import { Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { Button, type ButtonProps } from '../../ui/Button.tsx';
import { type Paper, papers } from './papers.ts';

type Props = { readonly paper: Paper; readonly label?: string; readonly size?: ButtonProps['size'] };

/** Prints one paper. */
export function PrintButton({ paper, label, size }: Props) {
  const { t } = useTranslation();
  const [loading, setLoading] = useState(false);
  async function print() {
    setLoading(true);
    await papers.print(paper);
    setLoading(false);
  }
  return (
    <Button
      look="outline"
      tone="neutral"
      {...(size ? { size } : {})}
      busy={loading}
      aria-label={label}
      onClick={() => void print()}
    >
      <Printer aria-hidden="true" />
      {t('print.print')}
    </Button>
  );
}
