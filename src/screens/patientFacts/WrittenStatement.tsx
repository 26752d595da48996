import { nonMedicineAllergen } from '../../../clinical/facts/patientFacts.ts';
import type { AllergenOffer, WrittenAllergy } from '../../../contract/extension/facts.ts';
import { isolated } from '../../domain/direction.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Checkbox } from '../../ui/TextField.tsx';
import { useKept } from '../forms/useKept.ts';
import { useWrittenPlace } from './factWords.ts';
import type { FactChange, Facts } from './useFacts.ts';

type Props = { readonly written: WrittenAllergy; readonly facts: Facts };

/** What somebody wrote about allergies, with the codes it probably means; until one is confirmed it is not checked. */
export function WrittenStatement({ written: { text, place, denied, offers, rest }, facts }: Props) {
  const { t } = useTranslation();
  const placeOf = useWrittenPlace();
  const allergy = (code: string): FactChange => ({
    op: 'add',
    origin: 'patient',
    value: { kind: 'allergy', code, text, reaction: '', severity: 'unknown' },
  });
  // What was not recognised stays as an allergy without a code, which no check covers.
  const coded = (codes: readonly string[]): FactChange[] => [
    ...codes.map(allergy),
    ...(rest && codes.length > 0 ? [uncoded(rest)] : []),
  ];
  const action = (label: string, changes: FactChange[]) => (
    <Button
      size="sm"
      look="outline"
      tone="neutral"
      disabled={facts.busy || changes.length === 0}
      onClick={() => void facts.save(changes)}
    >
      {label}
    </Button>
  );
  const [only, second] = offers;
  const [ticked, setTicked] = useKept(`facts.${place}.${text}.ticked`, likelyIn(offers));
  const codes = offers.filter(({ code }) => ticked.includes(code)).map(({ code }) => code);
  return (
    <Notice
      tone={denied ? 'info' : 'warning'}
      title={t(denied ? 'record.facts.deniedIn' : 'record.facts.writtenIn', {
        place: placeOf({ place }),
      })}
      actions={
        denied ? (
          action(t('record.facts.confirmNone'), [{ op: 'add', origin: 'patient', value: { kind: 'noKnownAllergy' } }])
        ) : (
          <>
            {second ? action(t('record.facts.confirmTicked', { count: codes.length }), coded(codes)) : null}
            {only && !second ? action(t('record.facts.confirmAs', { name: only.name }), coded([only.code])) : null}
            {action(t('record.facts.noMedicine'), [allergy(nonMedicineAllergen)])}
          </>
        )
      }
    >
      <span>{`“${isolated(text)}”`}</span>
      {rest ? <p>{t('record.facts.restUnchecked', { rest })}</p> : null}
      {second ? (
        <fieldset className="facts-offers">
          <legend className="ui-hidden">{t('record.facts.offers')}</legend>
          {offers.map(({ code, name }) => (
            <Checkbox
              key={code}
              label={name}
              checked={ticked.includes(code)}
              onChange={({ target: { checked } }) =>
                setTicked(checked ? [...ticked, code] : ticked.filter((one) => one !== code))
              }
            />
          ))}
        </fieldset>
      ) : null}
    </Notice>
  );
}

const uncoded = (text: string): FactChange => ({
  op: 'add',
  origin: 'patient',
  value: { kind: 'allergy', code: null, text, reaction: '', severity: 'unknown' },
});

/** Of several codes for the same words the first; all of them are confirmed together, so that none is lost. */
const likelyIn = (offers: readonly AllergenOffer[]): readonly string[] =>
  offers.filter(({ said }, at) => offers.findIndex((one) => one.said === said) === at).map(({ code }) => code);
