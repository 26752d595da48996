import { useLayoutEffect, useRef } from 'react';
import type { Claim, FactEntry } from '../../../clinical/facts/summaryShape.ts';
import { valueWords } from '../../../clinical/facts/words.ts';
import type { PatientBrief } from '../../../contract/shared.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useFactSummary } from './useFactSummary.ts';
import type { FactChange, Facts } from './useFacts.ts';
import { usePaperFacts } from './usePaperFacts.ts';

type Entry = NonNullable<PatientBrief['facts']>[number];
type Decision = { readonly label: string; readonly changes: FactChange[] };
type Stored = Entry['claims'][number];

const isUncoded = ({ value }: Pick<Claim, 'value'>) => value.kind === 'allergy' && value.code === null;

/** What a doctor can decide about an entry with one key: take what was stated, keep what was confirmed, or renew. */
function useDecisions() {
  const { t } = useTranslation();
  const { own } = useFactSummary();
  const what = (claim: Stored) => own(valueWords(claim));
  const keep = ({ id, ...claim }: Stored): Decision[] =>
    id === null
      ? []
      : [{ label: t('record.facts.keep', { what: what({ id, ...claim }) }), changes: [{ op: 'keep', id }] }];
  const take = ({ id, ...claim }: Stored): Decision[] =>
    id === null || isUncoded(claim)
      ? []
      : [{ label: t('record.facts.take', { what: what({ id, ...claim }) }), changes: [{ op: 'confirm', id }] }];
  return ({ kind, standing, claims }: Entry): Decision[] => {
    const confirmed = claims.find((claim) => claim.confirmed);
    const stated = claims.find((claim) => !claim.confirmed);
    if (standing === 'contradictory')
      return [
        // An allergy is withdrawn with a reason, never with one key.
        ...(stated && (kind !== 'allergies' || stated.value.kind === 'allergy') ? take(stated) : []),
        ...(confirmed && stated?.id != null ? keep(confirmed) : []),
      ];
    const [id, op] = confirmed ? [confirmed.id, 'renew' as const] : [stated?.id ?? null, 'confirm' as const];
    if (standing !== 'outdated' || id === null) return [];
    return [{ label: t('record.facts.renew'), changes: [{ op, id }] }];
  };
}

/** The origin of a denial that contradicts a known allergy; null without a contradiction. */
function deniedIn({ kind, standing, claims }: FactEntry): 'deniedInRecord' | 'deniedByPatient' | null {
  if (kind !== 'allergies' || standing !== 'contradictory') return null;
  const denial = claims.find(({ value }) => value.kind === 'noKnownAllergy');
  if (denial?.confirmed) return null;
  return denial?.origin === 'record' ? 'deniedInRecord' : 'deniedByPatient';
}

type Props = {
  readonly patient: PatientBrief;
  readonly facts: Facts;
  /** Runs after the last open decision. */
  readonly onAllDecided: () => void;
};

const fieldOf = ({ kind }: FactEntry) => (kind === 'allergies' ? 'allergy' : kind);

/** What is contradictory or outdated, with every value and where it comes from, until a doctor decides. */
export function FactDecisions({ patient, facts, onAllDecided }: Props) {
  const { t } = useTranslation();
  const words = usePaperFacts();
  const decisionsFor = useDecisions();
  const open = (patient.facts ?? []).filter(
    (entry) => entry.standing === 'contradictory' || entry.standing === 'outdated',
  );
  const title = (entry: FactEntry) =>
    t(entry.standing === 'outdated' ? 'record.facts.isOutdated' : 'record.facts.isContradictory', {
      what: words.kind(entry),
    });
  const advice = (entry: FactEntry) => {
    const place = deniedIn(entry);
    return place && <p>{t(`record.facts.${place}`)}</p>;
  };
  const list = useRef<HTMLDivElement>(null);
  const isDecidedHere = useRef(false);
  const left = open.length;
  useLayoutEffect(() => {
    if (left === 0 || !isDecidedHere.current) return;
    isDecidedHere.current = false;
    list.current?.querySelector('button')?.focus();
  }, [left]);
  async function decide(changes: FactChange[]) {
    if (facts.busy) return;
    isDecidedHere.current = true;
    const isStored = await facts.save(changes);
    if (!isStored) isDecidedHere.current = false;
    else if (left === 1) onAllDecided();
  }
  const decision = (entry: Entry) => (
    <div key={entry.kind} data-decide={fieldOf(entry)}>
      <Notice
        tone="warning"
        title={title(entry)}
        actions={decisionsFor(entry).map(({ label, changes }) => (
          <Button
            key={label}
            size="sm"
            look="outline"
            tone="neutral"
            // A disabled button would lose the focus.
            aria-disabled={facts.busy}
            onClick={() => void decide(changes)}
          >
            {label}
          </Button>
        ))}
      >
        <span>{words.entry(entry)}</span>
        {advice(entry)}
      </Notice>
    </div>
  );
  return (
    <div ref={list} className="facts-decisions">
      {open.map(decision)}
    </div>
  );
}
