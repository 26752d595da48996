import { useSelector } from '@xstate/react';
import type { saveTemplate, TemplateBrief } from '../../../contract/extension/templates.ts';
import type { TemplateId } from '../../../contract/ids.ts';
import type { Answer, InputOf } from '../../../contract/operation.ts';
import type { PatientBrief } from '../../../contract/shared.ts';
import { mayHaveChanged } from '../../domain/answers.ts';
import type { TemplateValues } from '../../domain/templateTexts.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { hospitalNameIn, ownNameIn } from '../../machines/selectors/session.ts';
import { createQuery, type QueryState } from '../../streams/query.ts';
import { ageParts, dateText } from '../../ui/format.ts';
import { plainSpaces } from '../../ui/unitText.ts';
import { useApp, useWork } from '../app/app.ts';
import { memoPerServices } from '../app/memoPerServices.ts';
import { useLive } from '../hooks/useLive.ts';
import { useTextsFor } from '../hooks/useTextsFor.ts';

export type Kind = TemplateBrief['kind'];
export type Saved = InputOf<typeof saveTemplate>;

/** The lists of templates, shared by all panels of a doctor. */
const listsOf = memoPerServices((api) => {
  const list = (kind: Kind) => createQuery((signal) => api.listTemplates({ kind }, { signal, quiet: true }));
  return { prescription: list('prescription'), record: list('record') };
});

/** The doctor's templates of one kind, and the calls that change them; each reloads the list. */
export function useTemplates(kind: Kind) {
  const { api } = useApp();
  const { answer$, reload, refresh } = listsOf(useWork(), api)[kind];
  const answer: QueryState<readonly TemplateBrief[]> = useLive(answer$);
  const thenReload = <A extends Answer<unknown>>(change: A): A => {
    if (mayHaveChanged(change)) refresh();
    return change;
  };
  const { t } = useTranslation();
  const refused = (name: string) => ({
    failed: (reason: string) => t('templates.manage.refused', { name, reason }),
  });
  return {
    answer,
    reload,
    refresh,
    remove: async ({ id, name }: TemplateBrief) => thenReload(await api.deleteTemplate({ id }, refused(name))),
    save: async (saved: Saved) => thenReload(await api.saveTemplate(saved, { quiet: true })),
    /** A lost count changes only the order of the list. */
    noteUse: async (id: TemplateId) => thenReload(await api.noteTemplateUse({ id }, { quiet: true })),
    /** Gives a template to the department or takes it back. */
    share: async ({ id, name, scope }: TemplateBrief) => {
      const read = await api.getTemplate({ id }, refused(name));
      if (!read.ok) return read;
      const { content, version } = read.data;
      const next = scope === 'personal' ? 'department' : 'personal';
      return thenReload(await api.saveTemplate({ id, version, name, scope: next, content }, refused(name)));
    },
  };
}

const sexes: Readonly<Record<number, 'male' | 'female'>> = { 1: 'male', 2: 'female' };

/** Values of the variables of a template for this patient, today, in the language of its text. */
export function useTemplateValues({ name, gender, birthday, age }: PatientBrief): (text: string) => TemplateValues {
  const textsFor = useTextsFor('now');
  const { session, now$, zone } = useApp();
  const [doctor, hospital] = [useSelector(session, ownNameIn), useSelector(session, hospitalNameIn)];
  const sex = sexes[gender];
  const { unit, count } = (birthday ? ageParts(birthday, now$.value, zone) : null) ?? { unit: 'years', count: age };
  return (text) => {
    const { t, language } = textsFor(text);
    return {
      'patient.name': name,
      'patient.age': plainSpaces(t(`shared.age.${unit}`, { count })),
      'patient.gender': sex === undefined ? '' : t(`shared.sex.${sex}`),
      'doctor.name': doctor,
      hospital,
      date: dateText(now$.value, { language, zone }),
    };
  };
}
