import { useTranslation } from '../../locales/i18n.ts';
import { StatusDot } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';

type Saving = 'saved' | 'unsaved' | 'saving';

const tones = { saved: 'success', unsaved: 'warning', saving: 'neutral' } as const;
const words = {
  saved: 'common.state.saved',
  unsaved: 'common.state.notSaved',
  saving: 'common.state.saving',
} as const;

/** Whether the form is saved on the platform. */
function SaveState({ state }: { readonly state: Saving }) {
  const { t } = useTranslation();
  return (
    <span role="status">
      <StatusDot tone={tones[state]} text={t(words[state])} />
    </span>
  );
}

type Props = {
  /** True if nothing has been saved yet, so there is no state to show. */
  readonly isNew?: boolean;
  readonly unsaved: boolean;
  readonly saving: boolean;
  /** The platform's message about the last attempt. */
  readonly refusal: string | null | undefined;
  readonly onReset: () => void;
  readonly submitLabel?: string;
};

/** The end of a form: save state, error, reset and submit buttons. */
export function FormFoot({ isNew = false, unsaved, saving, refusal, onReset, submitLabel }: Props) {
  const { t } = useTranslation();
  return (
    <footer className="form-foot">
      {isNew && !unsaved && !saving ? (
        <span />
      ) : (
        <SaveState state={saving ? 'saving' : unsaved ? 'unsaved' : 'saved'} />
      )}
      {refusal ? (
        <p className="form-refusal" role="alert">
          {refusal}
        </p>
      ) : null}
      <Button look="ghost" tone="neutral" disabled={!unsaved || saving} onClick={onReset}>
        {t('common.actions.reset')}
      </Button>
      {/* A field checked on leaving would show its error and move this button away before the click. */}
      <Button type="submit" busy={saving} disabled={!unsaved} onMouseDown={(event) => event.preventDefault()}>
        {submitLabel ?? t('common.actions.save')}
      </Button>
    </footer>
  );
}
