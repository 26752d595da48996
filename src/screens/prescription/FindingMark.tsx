import { Ban, Info, TriangleAlert } from 'lucide-react';
import type { RuleHit } from '../../../contract/http/prescription.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';

const marks = {
  block: { Icon: Ban, tone: 'danger' },
  warn: { Icon: TriangleAlert, tone: 'warning' },
  info: { Icon: Info, tone: 'info' },
} as const;

/** How grave a finding is: sign, word and colour. */
export function FindingMark({ level }: { readonly level: RuleHit['level'] }) {
  const { t } = useTranslation();
  const { Icon, tone } = marks[level];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden="true" />
      {t(`prescription.checks.levels.${level}`)}
    </Badge>
  );
}
