import * as z from 'zod/mini';
import { templateVariables } from '../../contract/extension/templates.ts';
import { TemplateId } from '../../contract/ids.ts';
import { otherVariables } from './otherVariables.ts';
import { asText, fillIn } from './reply.ts';

export { templateVariables };

type TemplateVariable = (typeof templateVariables)[number];

/** Values of the variables for one patient; an empty value counts as unknown. */
export type TemplateValues = Readonly<Record<TemplateVariable, string>>;

/** Variables that no template knows, so the platform refuses the text. */
export const unknownVariables = (text: string): readonly string[] => otherVariables(text, templateVariables);

/** The text for this patient; a variable without a value stays visible. */
export const filledText = (text: string, values: TemplateValues): string => asText(fillIn(text, values));

/** A text as part of a template: the patient's name becomes a variable, because a template outlives the consultation. */
export const withoutPatient = (text: string, patientName: string): string =>
  patientName.trim() === '' ? text : text.replaceAll(patientName.trim(), '{{patient.name}}');

const Place = z.object({ field: z.string() });

/** The field of a template that the platform refuses, such as `name` or `lines.2.days`; null if it names none. */
export const refusedField = (data: unknown): string | null =>
  Place.safeParse(data).data?.field.replace(/^content\./, '') ?? null;

/** Splits the path of a refused field into line and field; null if the field belongs to no line. */
export function refusedLine(field: string): { readonly index: number; readonly field: string } | null {
  const [, index, name] = /^lines\.(\d+)\.(.+)$/.exec(field) ?? [];
  return index === undefined || name === undefined ? null : { index: Number(index), field: name };
}

/** The author's other template of the same name, in the data of the platform's refusal. */
const Taken = z.object({ id: TemplateId, version: z.int() });

export const takenBy = (data: unknown): z.infer<typeof Taken> | null => Taken.safeParse(data).data ?? null;
