import { zodResolver } from '@hookform/resolvers/zod';
import { useCallback } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import * as z from 'zod/mini';
import type { CatalogueDiagnosis } from '../../../contract/extension/diagnoses.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextAreaField, TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app/app.ts';
import { Page, PageHeader, QueryResult } from '../app/Page.tsx';
import { FormFoot } from '../forms/FormFoot.tsx';
import { errorText, optionalText, problem, requiredText, showRefusal } from '../forms/fields.ts';
import { useUnsaved } from '../forms/LeaveGuard.tsx';
import { useDraftedForm } from '../forms/useDraftedForm.ts';
import { useQuery } from '../lists/usePages.ts';
import { namedIn } from './namedIn.ts';
import { RetireButton } from './RetireButton.tsx';
import { useSection } from './useSection.ts';
import './catalogues.css';

/** A code in an address: one with a dot would be taken for the name of a file. */
export const partOf = (code: string): string => encodeURIComponent(code.replace('.', '-'));

/** The code of a part of an address. */
export const codeOf = (part: string): string => part.replace('-', '.');

const wordLimits = { max: 20, length: 60 };
const wordsOf = (text: string) =>
  text
    .split('\n')
    .map((word) => word.trim())
    .filter((word) => word !== '');
const areWords = (text: string) =>
  wordsOf(text).length <= wordLimits.max &&
  wordsOf(text).every((word) => word.length <= wordLimits.length && !word.includes('|'));

const DiagnosisForm = z.object({
  code: requiredText(20),
  name: requiredText(120),
  nameEn: optionalText(200),
  words: z.string().check(z.refine(areWords, { error: problem('catalogues.diagnoses.tooManyWords', wordLimits) })),
});

type Props = { readonly diagnosis: CatalogueDiagnosis | null; readonly onSaved: () => void };

function Editor({ diagnosis, onSaved }: Props) {
  const { api, toasts } = useApp();
  const { t, language } = useTranslation();
  const { open } = useSection('diagnoses');
  const { code = '', name = '', nameEn = '', words = [] } = diagnosis ?? {};
  const form = useForm({
    resolver: zodResolver(DiagnosisForm),
    defaultValues: { code, name, nameEn, words: words.join('\n') },
    mode: 'onTouched',
  });
  const { register, formState } = form;
  const { errors, isDirty, isSubmitting, isSubmitSuccessful } = formState;
  const drop = useDraftedForm(form, diagnosis ? `diagnosis ${diagnosis.id} ${diagnosis.revision}` : 'new diagnosis');
  useUnsaved(isDirty && !isSubmitSuccessful, drop);
  const save = form.handleSubmit(async (typed) => {
    const known = { id: diagnosis?.id ?? null, revision: diagnosis?.revision ?? null };
    const answer = await api.saveDiagnosis({ ...typed, words: wordsOf(typed.words), ...known }, { quiet: true });
    if (!answer.ok) return showRefusal(form, answer.failure);
    form.reset(typed);
    drop();
    toasts.show({ tone: 'success', text: t('catalogues.saved', { name: namedIn(language, typed) }) });
    if (diagnosis) onSaved();
    else setTimeout(() => open(partOf(typed.code.trim().toUpperCase()), true));
  });
  return (
    <form
      className="card catalogue-form"
      noValidate
      aria-label={t('catalogues.diagnoses.form')}
      onSubmit={(event) => void save(event)}
    >
      <fieldset>
        <TextField
          label={t('catalogues.diagnoses.code')}
          hint={t('catalogues.diagnoses.codeHint')}
          autoComplete="off"
          required
          readOnly={diagnosis !== null}
          error={errorText(errors.code)}
          {...register('code')}
        />
        <TextField
          label={t('catalogues.diagnoses.name')}
          autoComplete="off"
          required
          error={errorText(errors.name)}
          {...register('name')}
        />
        <TextField
          label={t('catalogues.diagnoses.nameEn')}
          autoComplete="off"
          optional={t('catalogues.medicines.optional')}
          error={errorText(errors.nameEn)}
          {...register('nameEn')}
        />
        <TextAreaField
          label={t('catalogues.diagnoses.words')}
          hint={t('catalogues.diagnoses.wordsHint')}
          optional={t('catalogues.medicines.optional')}
          rows={4}
          error={errorText(errors.words)}
          {...register('words')}
        />
      </fieldset>
      <FormFoot
        isNew={diagnosis === null}
        unsaved={isDirty}
        saving={isSubmitting}
        refusal={errors.root?.message}
        onReset={drop}
      />
    </form>
  );
}

/** One diagnosis by its code, or a new one. */
export function DiagnosisPage({ code }: { readonly code: string | null }) {
  const { api } = useApp();
  const { t, language } = useTranslation();
  const result = useQuery(
    useCallback(
      async (signal: AbortSignal) => {
        if (code === null) return { ok: true as const, data: { found: null } };
        const answer = await api.pageDiagnoses({ keyword: code, pageSize: 50 }, { signal, quiet: true });
        if (!answer.ok) return answer;
        return { ok: true as const, data: { found: answer.data.list.find((one) => one.code === code) ?? null } };
      },
      [api, code],
    ),
  );
  const found = result.state === 'ready' ? result.data.found : null;
  const name = found ? namedIn(language, found) : t(`catalogues.diagnoses.${code === null ? 'new' : 'title'}`);
  return (
    <Page>
      <PageHeader title={name}>
        {found?.retired ? <Badge>{t('catalogues.retired')}</Badge> : null}
        {found ? (
          <RetireButton
            name={name}
            retired={found.retired}
            retire={(retired) => api.retireDiagnosis({ id: found.id, revision: found.revision, retired })}
            onDone={result.refresh}
          />
        ) : null}
        <Button asChild size="sm" look="outline" tone="neutral">
          <Link to="/administration/diagnoses">{t('catalogues.back')}</Link>
        </Button>
      </PageHeader>
      <QueryResult result={result}>
        {({ found: shown }) =>
          shown === null && code !== null ? (
            <p className="card card-note">{t('catalogues.nothing')}</p>
          ) : (
            <Editor key={shown?.revision ?? 'new'} diagnosis={shown} onSaved={result.refresh} />
          )
        }
      </QueryResult>
    </Page>
  );
}
