import { useCallback, useState } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { useApp } from '../app.ts';
import { useQuestion } from '../useQuestion.ts';

/** Whether patients see the doctor as available. */
export function DutySwitch() {
  const { api } = useApp();
  const { t } = useTranslation();
  const asked = useQuestion(useCallback((signal) => api.getInfo({}, { signal, quiet: true }), [api]));
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  if (asked.state === 'failed')
    return (
      <Button size="sm" look="outline" tone="neutral" onClick={asked.again}>
        {t('home.duty.failed')}
      </Button>
    );
  if (asked.state === 'loading') return null;
  const online = chosen ?? asked.data.online;

  async function change() {
    setBusy(true);
    const answer = await api.updateInfo({ online: !online }, { quiet: true });
    setBusy(false);
    setRefusal(answer.ok ? null : answer.failure.message);
    if (answer.ok) setChosen(!online);
  }
  return (
    <span className="home-duty">
      {refusal ? (
        <span className="form-refusal" role="alert">
          {refusal}
        </span>
      ) : null}
      <span id="home-duty-text" className="card-note">
        {t(online ? 'home.duty.onText' : 'home.duty.offText')}
      </span>
      <button
        type="button"
        role="switch"
        className="home-switch"
        aria-checked={online}
        aria-busy={busy || undefined}
        aria-describedby="home-duty-text"
        onClick={busy ? undefined : () => void change()}
      >
        {t('home.duty.on')}
      </button>
    </span>
  );
}
