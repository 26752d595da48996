import { useSelector } from '@xstate/react';
import { ShieldCheck } from 'lucide-react';
import type { RuleHit } from '../../../contract/http/prescription.ts';
import { missingInLines, type RxDraft } from '../../domain/rxDraft.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { PrescriptionActor } from '../../machines/prescription.ts';
import { areChecksRunning, areChecksUnavailable, checkedOf } from '../../machines/selectors/prescription.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { FindingList } from './FindingList.tsx';
import { FindingMark } from './FindingMark.tsx';

type Props = {
  readonly prescription: PrescriptionActor;
  readonly draft: RxDraft;
  readonly hits: readonly RuleHit[];
  /** Findings that are shown as fields to fill in. */
  readonly toFillIn: readonly RuleHit[];
};

/** Result of the safety checks; checks that could not run must never look like "nothing found". */
export function SafetyChecks({ prescription, draft, hits: due, toFillIn }: Props) {
  const { t } = useTranslation();
  const checked = useSelector(prescription, checkedOf);
  const unavailable = useSelector(prescription, areChecksUnavailable);
  const running = useSelector(prescription, areChecksRunning);
  const hits = checked?.available ? due : [];
  // Refusals and warnings about a line are shown at that line.
  const others = hits.filter(({ level, lineIndex }) => level === 'info' || typeof lineIndex !== 'number');
  const atLines = hits.length - others.length;
  const unchecked = [...new Set(missingInLines(draft).map(({ index }) => index + 1))];
  const nothing = hits.length + toFillIn.length + unchecked.length === 0;
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
      ) : checked?.available && nothing && !running ? (
        <p className="rx-clear">
          <ShieldCheck aria-hidden="true" />
          <span>{t('prescription.checks.clear')}</span>
        </p>
      ) : (
        <>
          {unchecked.length > 0 ? (
            <ul>
              {unchecked.map((number) => (
                <li key={`unchecked ${number}`} data-level="warn">
                  <FindingMark level="warn" />
                  <p>
                    <small>{t('prescription.checks.atLine', { number })}</small>
                    <span>{t('prescription.checks.unchecked')}</span>
                  </p>
                </li>
              ))}
            </ul>
          ) : null}
          {toFillIn.map(({ lineIndex }) => (
            <p key={lineIndex} className="rx-note">
              <small>{t('prescription.checks.atLine', { number: Number(lineIndex) + 1 })}</small>
              <span>{t('prescription.line.maximumWanted')}</span>
            </p>
          ))}
          <FindingList naming label={t('prescription.checks.others')} hits={others} />
          {atLines > 0 ? <p className="rx-note">{t('prescription.checks.atLines', { count: atLines })}</p> : null}
        </>
      )}
    </section>
  );
}
