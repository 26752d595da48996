import { ArrowDown, ArrowUp, X } from 'lucide-react';
import type { Drug } from '../../../contract/http/drugs.ts';
import { draftLineOf, type EditedLine, setPatchOf, unfinishedIn } from '../../domain/editedTemplate.ts';
import type { LineError } from '../../domain/rxAnswers.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { IconButton } from '../../ui/Button.tsx';
import { ErrorText } from '../../ui/Notice.tsx';
import { keepUnits } from '../../ui/unitText.ts';
import { medicineName } from '../prescription/MedicineSearch.tsx';
import { RxLineFields } from '../prescription/RxLineFields.tsx';
import { toNextField } from '../prescription/toNextField.ts';
import { useClinicalWords } from '../prescription/useClinicalWords.ts';

type Props = {
  readonly line: EditedLine;
  /** Its place in the set, from 0, and the number of lines. */
  readonly index: number;
  readonly of: number;
  /** What the pharmacy says about the medicine; null if unknown. */
  readonly medicine: Drug | null;
  /** The doctor has tried to save, so what is half written is marked. */
  readonly attempted: boolean;
  /** What the platform refuses in this line. */
  readonly errors: readonly LineError[];
  readonly onChange: (patch: Partial<EditedLine>) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
  /** Enter in the last field leads to the next medicine. */
  readonly onDone: () => void;
};

/** A medicine of a set with its dosage, of which every field may be left open. */
export function SetLine({ line, index, of, medicine, attempted, errors, onChange, onMove, onRemove, onDone }: Props) {
  const { t } = useTranslation();
  const words = useClinicalWords();
  const name = medicine ? medicineName(medicine) : keepUnits(line.drugName);
  const refused = errors.find(({ field }) => field === 'drugId' || field === 'drugName')?.msg ?? null;
  const number = index + 1;
  return (
    <fieldset
      className="tpl-line"
      data-line={line.key}
      data-refused={refused ? '' : undefined}
      onKeyDown={(event) => toNextField(event, onDone)}
    >
      <legend className="ui-hidden">{t('prescription.line.name', { number, medicine: name })}</legend>
      <div className="tpl-line-head">
        <span>
          <span>{`${number}. `}</span>
          <strong>{name}</strong>{' '}
          <small>
            {[keepUnits(medicine?.specification ?? line.specification), medicine && words.form(medicine.dosageForm)]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </span>
        {of < 2 ? null : (
          <>
            <IconButton
              size="sm"
              label={t('templates.form.up', { medicine: name })}
              aria-disabled={index === 0}
              data-step="-1"
              onClick={() => onMove(-1)}
            >
              <ArrowUp />
            </IconButton>
            <IconButton
              size="sm"
              label={t('templates.form.down', { medicine: name })}
              aria-disabled={number === of}
              data-step="1"
              onClick={() => onMove(1)}
            >
              <ArrowDown />
            </IconButton>
          </>
        )}
        <IconButton size="sm" label={t('templates.form.removeLine', { medicine: name })} onClick={onRemove}>
          <X />
        </IconButton>
      </div>
      {refused ? <ErrorText urgent>{refused}</ErrorText> : null}
      <RxLineFields
        leftOpen
        line={draftLineOf(line, medicine)}
        finished={attempted}
        missing={attempted ? unfinishedIn(line) : []}
        errors={errors}
        lacksMaximum={false}
        onChange={(patch) => onChange(setPatchOf(patch))}
      />
    </fieldset>
  );
}
