import { isDoubtful, isRefused, isTolerated, namesReaction } from './allergyTolerance.ts';

const joins = /\b(?:or|nor|and)\b|[或和及与]/;
const alternatives = /\b(?:or|nor)\b|或/;
const ofAll = /\b(?:both|all|neither|each)\b|[均都皆]/;
const latin = /[a-z]/;

/** The end of a complete denial ("no penicillin allergy"). What follows is a new statement, unless "or" joins it. */
const closed =
  /(?:\b(?:allerg\w*|reactions?|problems?|issues?|history|known|past|far|fine|ok|okay|safe|good|well|tolerated|negative)|过敏(?:史|反应|症状)?|阴性|问题|反应|安全|良好|耐受)[\s.:]*$/;
const isBare = (said: string) => !namesReaction(said) && !isRefused(said) && !isDoubtful(said) && said.length <= 40;

/** The start of a denial whose word "allergy" may follow the last name of its list: "no penicillin, aspirin or …". */
const begun = /\b(?:no|without|denie[sd]|denying|neither)\b|^(?:无|没有|未见|否认)|(?:否认|无|没有|未)对/;
const begunWithTo = /(?:否认|无|没有|未)对/;
const endsWithAllergy = /(?:\ballerg(?:y|ies)(?: history)?|\bhistory of allerg\w+|过敏(?:史|反应)?)[\s.]*$/;

/** Whether a clause is about allergies at all: "no hypertension" denies nothing of the list after it. */
export type IsAboutAllergy = (clause: string) => boolean;

/** The index of the last clause of the list that a denial at `from` covers; null if no such list begins there. */
function endOfDenial(clauses: readonly string[], from: number, isAboutAllergy: IsAboutAllergy): number | null {
  const start = clauses[from] ?? '';
  if (!begun.test(start) || !isBare(start) || !isAboutAllergy(start)) return null;
  const end = clauses.findIndex((one, at) => at > from && !isBare(one));
  const last = clauses[end] ?? '';
  if (end < 0 || !endsWithAllergy.test(last) || isRefused(last) || isDoubtful(last)) return null;
  const joined = latin.test(start) || begunWithTo.test(start) ? joins : alternatives;
  return joined.test(last) ? end : null;
}

/** Joins the clauses of each list under one denial into one: "no penicillin, aspirin and ibuprofen allergy". */
function withWholeDenials(clauses: readonly string[], isAboutAllergy: IsAboutAllergy): readonly string[] {
  const whole: string[] = [];
  for (let at = 0; at < clauses.length; at += 1) {
    const end = endOfDenial(clauses, at, isAboutAllergy) ?? at;
    whole.push(clauses.slice(at, end + 1).join(latin.test(clauses[at] ?? '') ? ' ' : '、'));
    at = end;
  }
  return whole;
}

/** The number of clauses after a denial that it also covers. */
function lengthOfList(denial: string, after: readonly string[]): number {
  const end = after.findIndex((one) => !isBare(one) || isTolerated(one));
  const list = after.slice(0, end < 0 ? undefined : end);
  const goesOn = closed.test(denial) ? alternatives : joins;
  return list.findLastIndex((one) => goesOn.test(one)) + 1;
}

/**
 * The statements of a sentence without those about what is tolerated. A denial covers the list after it if "or" joins
 * the list, or if "and" does and the denial ends with a name ("not allergic to A, B and C"). In "no A allergy, B and C"
 * the last two may be allergies, so they stay for a person to decide. "All are fine" covers the names before it.
 */
export function withoutTolerated(clauses: readonly string[], isAboutAllergy: IsAboutAllergy): readonly string[] {
  const whole = withWholeDenials(clauses, isAboutAllergy);
  const dropped = whole.map(isTolerated);
  for (const [at, isDropped] of [...dropped.entries()]) {
    if (!isDropped) continue;
    const denial = whole[at] ?? '';
    const length = isAboutAllergy(denial) ? lengthOfList(denial, whole.slice(at + 1)) : 0;
    for (let next = 1; next <= length; next += 1) dropped[at + next] = true;
    for (let past = at - 1; ofAll.test(denial) && past >= 0 && isBare(whole[past] ?? ''); past -= 1)
      dropped[past] = true;
  }
  return whole.filter((_, at) => !dropped[at]);
}
