import { useTranslation } from '../locales/i18n.ts';
import { StatusDot } from '../ui/StatusDot.tsx';

export type Saving = 'saved' | 'unsaved' | 'saving';

const tones = { saved: 'success', unsaved: 'warning', saving: 'neutral' } as const;
const words = {
  saved: 'common.state.saved',
  unsaved: 'common.state.notSaved',
  saving: 'common.state.saving',
} as const;

/** Whether what stands in a form is also on the platform. */
export function SaveState({ state }: { readonly state: Saving }) {
  const { t } = useTranslation();
  return (
    <span role="status">
      <StatusDot tone={tones[state]} text={t(words[state])} />
    </span>
  );
}
