import { BadgeCheck, ShieldAlert } from 'lucide-react';
import { isReasonFor, subjectOf } from '../../../clinical/checks/reasons.ts';
import type { RuleHit, Rx } from '../../../contract/http/prescription.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import type { Asking } from '../app/reviewerServices.ts';
import { useLive } from '../hooks/useLive.ts';
import { useThread } from './ThreadContext.tsx';

/** Whether a doctor's signed confirmation is still what was signed. */
export function SignedMark({ signature }: { readonly signature: 'valid' | 'broken' }) {
  const { t } = useTranslation();
  const Icon = signature === 'valid' ? BadgeCheck : ShieldAlert;
  return (
    <Badge tone={signature === 'valid' ? 'success' : 'danger'}>
      <Icon aria-hidden="true" />
      <span>{t(`questions.signed.${signature}`)}</span>
    </Badge>
  );
}

type AskProps = { readonly asking: Asking; readonly hit: RuleHit };

/** Takes the finding into the question that is being written. */
function AskButton({ asking, hit }: AskProps) {
  const { t } = useTranslation();
  const chosen = useLive(asking.finding$);
  const { ruleCode, lineIndex = null } = hit;
  const about = subjectOf(hit);
  const isChosen = chosen?.ruleCode === ruleCode && chosen.lineIndex === lineIndex && chosen.about === about;
  const choose = () => {
    asking.choose(isChosen ? null : { ruleCode, lineIndex, about });
    if (!isChosen) document.querySelector<HTMLElement>('.ask textarea')?.focus();
  };
  return (
    <Button size="sm" look="ghost" aria-pressed={isChosen} onClick={choose}>
      {t('questions.ask.toConfirm')}
    </Button>
  );
}

type Props = { readonly hit: RuleHit; readonly rx: Rx };

/** Beside a finding that the doctor continued past: the doctor's signed confirmation, or the way to ask for it. */
export function ConfirmFinding({ hit, rx }: Props) {
  const { t } = useTranslation();
  const thread = useThread();
  if (!thread?.questions || !hit.needReason) return null;
  if (!rx.overrides?.some((given) => isReasonFor(given, hit))) return null;
  const own = thread.questions.filter(
    ({ finding, version }) =>
      finding && version === rx.version && isReasonFor({ ...finding, about: subjectOf(finding) }, hit),
  );
  const confirmed = own.findLast(({ answer }) => answer?.confirms)?.answer;
  const waits = own.some(({ answer, closed }) => !answer && !closed);
  if (confirmed)
    return (
      <p className="finding-confirmed">
        <SignedMark signature={confirmed.signature ?? 'broken'} />
        <span>{` ${confirmed.author.name}`}</span>
        {confirmed.text ? <q dir="auto">{confirmed.text}</q> : null}
      </p>
    );
  if (waits) return <Badge tone="warning">{t('questions.signed.waiting')}</Badge>;
  return thread.asking ? <AskButton asking={thread.asking} hit={hit} /> : null;
}
