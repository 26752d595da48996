import { useSelector } from '@xstate/react';
import { gravity } from '../../../clinical/checks/level.ts';
import { isBlocking } from '../../../clinical/checks/obstacles.ts';
import type { RuleHit } from '../../../contract/http/prescription.ts';
import { missingInLines, obstaclesIn, type RxDraft } from '../../domain/rxDraft.ts';
import { reasonFor } from '../../domain/rxLines.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { PrescriptionActor } from '../../machines/prescription.ts';
import { checkedOf } from '../../machines/selectors/prescription.ts';
import { Button } from '../../ui/Button.tsx';
import { joined } from '../app/joined.ts';
import { FindingMark, findingDetail, findingText } from './FindingMark.tsx';
import { FindingQuestion, FindingReason } from './FindingReason.tsx';
import { sourceText } from './sourceText.ts';
import { useClinicalWords } from './useClinicalWords.ts';

const keyOf = (hit: RuleHit) => `${hit.ruleCode} ${hit.lineIndex ?? ''} ${JSON.stringify(hit.params ?? {})}`;

/** A missing guardian or diagnosis has its own field, which gets the focus instead. */
const isRefusal = ({ level, ruleCode }: RuleHit) =>
  level === 'block' && ruleCode !== 'guardianMissing' && ruleCode !== 'diagnosisRequired';

type FindingListProps = {
  readonly label: string;
  readonly hits: readonly RuleHit[];
  /** Each finding about a line names it, because the list is not at the line. */
  readonly naming?: boolean;
  /** The reasons already written, where the list is only read. */
  readonly draft?: RxDraft;
};

/** Findings, the gravest first; a refusal can take the focus, and the reason for a warning is typed beside it. */
export function FindingList({ label, hits, naming = false, draft }: FindingListProps) {
  if (hits.length === 0) return null;
  return (
    <ul className="rx-findings" aria-label={label}>
      {hits
        .toSorted((a, b) => gravity[b.level] - gravity[a.level])
        .map((hit) => (
          <FindingRow key={keyOf(hit)} hit={hit} naming={naming} reason={draft ? reasonFor(draft, hit) : ''} />
        ))}
    </ul>
  );
}

type FindingRowProps = { readonly hit: RuleHit; readonly naming: boolean; readonly reason: string };

function FindingRow({ hit, naming, reason }: FindingRowProps) {
  const { t } = useTranslation();
  const words = useClinicalWords();
  const text = findingText(hit, words, t);
  const detail = findingDetail(hit, text);
  const hasLine = typeof hit.lineIndex === 'number';
  const refuses = isRefusal(hit);
  return (
    <li className="rx-finding" {...(refuses ? { 'data-refuses': '' } : {})} data-finding="" tabIndex={-1}>
      <FindingMark level={hit.level} />
      <div>
        <p>
          {naming && hasLine ? (
            <small>{t('prescription.checks.atLine', { number: Number(hit.lineIndex) + 1 })}</small>
          ) : null}
          <span>{text}</span>
        </p>
        {refuses ? <strong>{t(`prescription.checks.${hasLine ? 'refusedLine' : 'refused'}`)}</strong> : null}
        {detail || hit.source ? (
          <p className="rx-note">
            {[detail, hit.source && t('prescription.checks.source', { source: sourceText(hit.source, t) })]
              .filter(Boolean)
              .join(' · ')}
          </p>
        ) : null}
        {reason ? <q>{reason}</q> : null}
        <FindingQuestion hit={hit} />
        <FindingReason hit={hit} text={text} />
      </div>
    </li>
  );
}

type CheckStripProps = {
  readonly prescription: PrescriptionActor;
  readonly draft: RxDraft;
  readonly hits: readonly RuleHit[];
  readonly onShow: () => void;
};

/**
 * How many findings there are and how many medicines are not checked yet, always in sight above the buttons; "show" leads to
 * the gravest.
 */
export function CheckStrip({ prescription, draft, hits, onShow }: CheckStripProps) {
  const { t } = useTranslation();
  const checked = useSelector(prescription, checkedOf);
  const unchecked = new Set(missingInLines(draft).map(({ index }) => index)).size;
  if (draft.lines.length === 0 || (!checked && unchecked === 0)) return null;
  if (checked && !checked.available) return <p className="rx-strip">{t('prescription.checks.unavailable')}</p>;
  const refusals = hits.filter(isBlocking).length;
  const warnings = hits.filter(({ level }) => level === 'warn').length;
  if (refusals + warnings + unchecked === 0) return null;
  const open = obstaclesIn(draft, hits).unanswered.length;
  const parts = [
    refusals > 0 ? t('prescription.strip.refusals', { count: refusals }) : null,
    warnings > 0 ? t('prescription.strip.warnings', { count: warnings }) : null,
    open > 0 ? t('prescription.strip.unanswered', { count: open }) : null,
    unchecked > 0 ? t('prescription.strip.unchecked', { count: unchecked }) : null,
  ];
  return (
    <p className="rx-strip" data-level={refusals > 0 ? 'block' : 'warn'}>
      <span>{joined('details', parts)}</span>
      <Button size="sm" look="ghost" tone="neutral" onClick={onShow}>
        {t('prescription.strip.show')}
      </Button>
    </p>
  );
}
