import { useSelector } from '@xstate/react';
import type { RuleHit } from '../../../contract/http/prescription.ts';
import { openWarnings, type RxDraft } from '../../domain/rxDraft.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { PrescriptionActor } from '../../machines/prescription.ts';
import { Button } from '../../ui/Button.tsx';
import { FindingMark, findingDetail, findingText } from './FindingMark.tsx';
import { isRefusal } from './SafetyChecks.tsx';
import { useClinicalWords } from './useClinicalWords.ts';

const gravity = { block: 0, warn: 1, info: 2 } as const;
const keyOf = (hit: RuleHit) => `${hit.ruleCode} ${hit.lineIndex ?? ''} ${JSON.stringify(hit.params ?? {})}`;

type FindingListProps = { readonly label: string; readonly hits: readonly RuleHit[] };

/** Findings in short, the gravest first; a refusal can take the focus. */
export function FindingList({ label, hits }: FindingListProps) {
  const { t } = useTranslation();
  const words = useClinicalWords();
  if (hits.length === 0) return null;
  return (
    <ul className="rx-findings" aria-label={label}>
      {hits
        .toSorted((a, b) => gravity[a.level] - gravity[b.level])
        .map((hit) => {
          const text = findingText(hit, words, t);
          return (
            <li
              key={keyOf(hit)}
              className="rx-finding"
              {...(isRefusal(hit) ? { 'data-refuses': '' } : {})}
              data-finding=""
              tabIndex={-1}
            >
              <FindingMark level={hit.level} />
              <span>
                {[text, findingDetail(hit, text)].filter(Boolean).join('. ')}
                {isRefusal(hit) ? <strong>{t('prescription.checks.refusedLine')}</strong> : null}
              </span>
            </li>
          );
        })}
    </ul>
  );
}

type CheckStripProps = {
  readonly prescription: PrescriptionActor;
  readonly draft: RxDraft;
  readonly onShow: () => void;
};

/** How many findings there are, always in sight above the buttons; "show" leads to the gravest. */
export function CheckStrip({ prescription, draft, onShow }: CheckStripProps) {
  const { t } = useTranslation();
  const checked = useSelector(prescription, (s) => s.context.checked);
  if (draft.lines.length === 0 || !checked) return null;
  if (!checked.available) return <p className="rx-strip">{t('prescription.checks.unavailable')}</p>;
  const refusals = checked.hits.filter(({ level }) => level === 'block').length;
  const warnings = checked.hits.filter(({ level }) => level === 'warn').length;
  if (refusals + warnings === 0) return null;
  const open = openWarnings(draft, checked.hits).length;
  const parts = [
    refusals > 0 ? t('prescription.strip.refusals', { count: refusals }) : null,
    warnings > 0 ? t('prescription.strip.warnings', { count: warnings }) : null,
    open > 0 ? t('prescription.strip.unanswered', { count: open }) : null,
  ];
  return (
    <p className="rx-strip" data-level={refusals > 0 ? 'block' : 'warn'}>
      <span>{parts.filter(Boolean).join(t('prescription.strip.and'))}</span>
      <Button size="sm" look="ghost" tone="neutral" onClick={onShow}>
        {t('prescription.strip.show')}
      </Button>
    </p>
  );
}
