import { useCallback } from 'react';
import { Asked } from '../Asked.tsx';
import { useApp } from '../app.ts';
import { useQuestion } from '../useQuestion.ts';
import { ProfileForm } from './ProfileForm.tsx';

/** What patients and colleagues see of the doctor. */
export function Profile() {
  const { api } = useApp();
  const asked = useQuestion(useCallback((signal) => api.getInfo({}, { signal, quiet: true }), [api]));
  return (
    <div className="personal">
      <Asked asked={asked} lines={12}>
        {(info) => <ProfileForm info={info} />}
      </Asked>
    </div>
  );
}
