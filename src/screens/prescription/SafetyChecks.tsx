import { useSelector } from '@xstate/react';
import { ShieldCheck } from 'lucide-react';
import { isReasonFor, subjectOf } from '../../../clinical/checks/reasons.ts';
import type { RuleHit } from '../../../contract/http/prescription.ts';
import { missingInLines, openWarnings, type RxDraft } from '../../domain/rxDraft.ts';
import { reasonFor, withReason } from '../../domain/rxLines.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { PrescriptionActor } from '../../machines/prescription.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { FindingMark, findingDetail, findingText } from './FindingMark.tsx';
import { useClinicalWords } from './useClinicalWords.ts';
import type { DraftUse } from './useDraft.ts';

type Props = {
  readonly prescription: PrescriptionActor;
  readonly draft: RxDraft;
  readonly change: DraftUse['change'];
  readonly tried: boolean;
};

const gravity = { block: 0, warn: 1, info: 2 } as const;
const reasonLength = 500;

/** Result of the safety checks; checks that could not run must never look like "nothing found". */
export function SafetyChecks({ prescription, draft, change, tried }: Props) {
  const { t } = useTranslation();
  const checked = useSelector(prescription, (s) => s.context.checked);
  const unavailable = useSelector(prescription, (s) => s.matches({ drafting: 'unavailable' }));
  const running = useSelector(
    prescription,
    (s) =>
      s.matches({ drafting: 'checking' }) || (s.matches({ drafting: 'unchecked' }) && s.context.draft.lines.length > 0),
  );
  const hits = checked?.available ? checked.hits : [];
  const open = openWarnings(draft, hits);
  const unchecked = [...new Set(missingInLines(draft).map(({ index }) => index + 1))];
  return (
    <section className="rx-checks" aria-label={t('prescription.checks.title')} aria-busy={running}>
      <header>
        <h3>{t('prescription.checks.title')}</h3>
        <span role="status">{running ? t('prescription.checks.running') : ''}</span>
      </header>
      {unavailable ? (
        <Notice
          tone="danger"
          urgent
          title={t('prescription.checks.unavailable')}
          actions={
            <Button size="sm" tone="danger" onClick={() => prescription.send({ type: 'retry.requested' })}>
              {t('prescription.checks.retry')}
            </Button>
          }
        >
          {t('prescription.checks.unavailableText')}
        </Notice>
      ) : draft.lines.length === 0 ? (
        <p className="rx-note">{t('prescription.checks.nothingYet')}</p>
      ) : checked?.available && hits.length === 0 && unchecked.length === 0 && !running ? (
        <p className="rx-clear">
          <ShieldCheck aria-hidden="true" />
          {t('prescription.checks.clear')}
        </p>
      ) : (
        <ul>
          {unchecked.map((number) => (
            <li key={`unchecked ${number}`} data-level="warn">
              <FindingMark level="warn" />
              <p>
                <small>{t('prescription.checks.atLine', { number })}</small>
                {t('prescription.checks.unchecked')}
              </p>
            </li>
          ))}
          {hits
            .toSorted((a, b) => gravity[a.level] - gravity[b.level])
            .map((hit, at, sorted) => (
              <FindingRow
                key={`${hit.ruleCode} ${hit.lineIndex ?? ''} ${JSON.stringify(hit.params ?? {})}`}
                hit={hit}
                draft={draft}
                change={change}
                asks={asksForReason(hit) && sorted.findIndex((other) => isSame(other, hit)) === at}
                lacks={tried && open.some((other) => isSame(other, hit))}
              />
            ))}
        </ul>
      )}
    </section>
  );
}

/** A missing guardian or diagnosis has its own field, which gets the focus instead. */
export const isRefusal = ({ level, ruleCode }: RuleHit) =>
  level === 'block' && ruleCode !== 'guardianMissing' && ruleCode !== 'diagnosisRequired';

/** The reason for a long supply is printed, so it has its own field. */
const asksForReason = ({ level, needReason, ruleCode }: RuleHit) =>
  needReason && level !== 'block' && ruleCode !== 'supplyDays';

/** Findings of the same rule, line and subject share one reason. */
const isSame = (a: RuleHit, b: RuleHit) =>
  isReasonFor({ ...a, about: subjectOf(a) }, b) && subjectOf(a) === subjectOf(b);

type RowProps = Pick<Props, 'draft' | 'change'> & {
  readonly hit: RuleHit;
  readonly asks: boolean;
  readonly lacks: boolean;
};

function FindingRow({ hit, draft, change, asks, lacks }: RowProps) {
  const { t } = useTranslation();
  const words = useClinicalWords();
  const text = findingText(hit, words, t);
  const detail = findingDetail(hit, text);
  const refuses = isRefusal(hit);
  // A finding about one line is also shown there, and takes the focus there.
  const hasLine = typeof hit.lineIndex === 'number';
  return (
    <li data-level={hit.level} {...(refuses && !hasLine ? { 'data-refuses': '', tabIndex: -1 } : {})}>
      <FindingMark level={hit.level} />
      <div>
        <p>
          {hasLine ? <small>{t('prescription.checks.atLine', { number: Number(hit.lineIndex) + 1 })}</small> : null}
          {text}
        </p>
        {refuses ? (
          <p>
            <strong>{t(hasLine ? 'prescription.checks.refusedLine' : 'prescription.checks.refused')}</strong>
          </p>
        ) : null}
        {detail || hit.source ? (
          <p className="rx-note">
            {[detail, hit.source && t('prescription.checks.source', { source: hit.source })]
              .filter(Boolean)
              .join(' · ')}
          </p>
        ) : null}
        {asks ? (
          <TextField
            label={t('prescription.checks.reason', { finding: text })}
            quietLabel
            placeholder={t('prescription.checks.reasonPlaceholder')}
            value={reasonFor(draft, hit)}
            maxLength={reasonLength}
            autoComplete="off"
            required
            error={lacks ? t('prescription.checks.reasonMissing') : null}
            onChange={(event) => change((now) => withReason(now, hit, event.target.value))}
          />
        ) : null}
      </div>
    </li>
  );
}
