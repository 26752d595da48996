import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { useForm } from 'react-hook-form';

const accepted = { values: {}, errors: {} };
const refused = { values: {}, errors: { root: { type: 'check' } } };

/**
 * The submissions of a form whose fields show a draft of another kind and say themselves what is wrong with them, after the
 * first attempt at the latest. `showProblem` focuses the first of these; false if there is none, and the form is sent.
 */
export function useKeptForm(showProblem: (form: HTMLElement | null) => boolean) {
  const fields = useRef<HTMLFormElement>(null);
  const { formState, handleSubmit, reset } = useForm({
    async resolver() {
      // What the attempt marks is on the screen once its synchronous part is over.
      await Promise.resolve();
      return showProblem(fields.current) ? refused : accepted;
    },
  });
  const { isSubmitted, isSubmitting } = formState;
  return {
    fields,
    isSubmitting,
    /** Somebody tried to send the form, so what it lacks is marked. */
    isAttempted: isSubmitted || isSubmitting,
    /** The form begins without marks. */
    begin: () => reset(),
    submit(send: () => Promise<void>) {
      if (!isSubmitting) flushSync(() => void handleSubmit(send)());
    },
  };
}
