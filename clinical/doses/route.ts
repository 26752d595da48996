/** Routes of administration. Labels come from the dictionary of routes. */
export const routeCodes = [
  'po',
  'sl',
  'top',
  'inh',
  'neb',
  'nas',
  'oph',
  'otic',
  'pr',
  'pv',
  'td',
  'gargle',
  'sc',
  'im',
  'iv',
  'ivgtt',
] as const;
export type RouteCode = (typeof routeCodes)[number];

/** Dosage forms with the routes by which each may be given, the usual one first. */
const forms = {
  tablet: ['po'],
  'tablet-sr': ['po'],
  'tablet-ec': ['po'],
  'tablet-chewable': ['po'],
  'tablet-dispersible': ['po'],
  'tablet-effervescent': ['po'],
  'tablet-sublingual': ['sl'],
  'tablet-vaginal': ['pv'],
  'tablet-buccal': ['po'],
  capsule: ['po'],
  'capsule-sr': ['po'],
  'capsule-ec': ['po'],
  'capsule-soft': ['po'],
  'capsule-inhalation': ['inh'],
  granules: ['po'],
  powder: ['po'],
  'oral-solution': ['po'],
  'oral-suspension': ['po'],
  syrup: ['po'],
  'oral-drops': ['po'],
  lozenge: ['po'],
  mouthwash: ['gargle'],
  inhaler: ['inh'],
  'powder-inhaler': ['inh'],
  'nebuliser-solution': ['neb'],
  'nasal-spray': ['nas'],
  'eye-drops': ['oph'],
  'eye-ointment': ['oph'],
  'ear-drops': ['otic'],
  cream: ['top'],
  ointment: ['top'],
  gel: ['top'],
  lotion: ['top'],
  solution: ['top'],
  shampoo: ['top'],
  patch: ['td', 'top'],
  suppository: ['pr'],
  enema: ['pr'],
  'vaginal-suppository': ['pv'],
  'pen-injection': ['sc'],
  injection: ['iv', 'ivgtt', 'im', 'sc'],
} as const satisfies Record<string, readonly RouteCode[]>;

export type DosageForm = keyof typeof forms;

/** Every known dosage form. */
export const dosageForms = Object.keys(forms) as DosageForm[];

/** The routes by which a form may be given; null if the form is unknown. */
export const routesOf = (form: string): readonly RouteCode[] | null =>
  Object.hasOwn(forms, form) ? forms[form as DosageForm] : null;

/** Whether a form is injected; online prescriptions allow that for diabetes only. */
export const isInjected = (form: string): boolean => form === 'injection' || form === 'pen-injection';

/** Whether the code is a known route. */
export const isRoute = (code: string): code is RouteCode => (routeCodes as readonly string[]).includes(code);

/** Where a medicine acts: in the whole body, or where it is applied. */
export type Site = 'systemic' | 'airways' | 'nose' | 'skin' | 'eye' | 'ear' | 'mouth' | 'vagina';

const sites: Partial<Record<RouteCode, Site>> = {
  top: 'skin',
  oph: 'eye',
  otic: 'ear',
  gargle: 'mouth',
  pv: 'vagina',
  nas: 'nose',
  inh: 'airways',
  neb: 'airways',
};

/** The site of a product; without a route that fits it, that of its form's usual route. Unknown forms count as systemic. */
export function siteOf(dosageForm: string, route: string | null = null): Site {
  const fitting = routesOf(dosageForm);
  const given = fitting?.find((one) => one === route) ?? fitting?.[0];
  return (given && sites[given]) ?? 'systemic';
}

/** Whether what is given at this site counts toward the maximum of the whole body. */
export const isSystemicSite = (site: Site): boolean => site === 'systemic';

/** Whether almost nothing of what is given at this site reaches the blood; inhaled and nasal medicines do. */
export const isLocalSite = (site: Site): boolean => site !== 'systemic' && site !== 'airways' && site !== 'nose';
