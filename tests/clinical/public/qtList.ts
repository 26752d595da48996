/**
 * Ingredients of the formulary with a risk of torsades by CredibleMeds, and where each was read: the list itself asks for a
 * registration. `dated` is from a public transcription of the list of 2026-09-14 (62 medicines), `named` from the QT group of
 * the ONC list, the CredibleMeds pairs in dbmi-pitt/public-PDDI-analysis and the list for long QT syndrome of the BC Inherited
 * Arrhythmia Program (2017-02). `labelled` is on none of these; its label or another public text warns of other QT medicines,
 * and its row of `ingredient-properties.json` names that text and the day.
 */
export const qtRisk = {
  known: {
    dated:
      'amiodarone ciprofloxacin citalopram clarithromycin domperidone donepezil erythromycin escitalopram fluconazole ' +
      'haloperidol ondansetron',
    named:
      'azithromycin chloroquine chlorpromazine dronedarone flecainide levofloxacin moxifloxacin quinidine sotalol sulpiride',
    labelled: 'cilostazol hydroxychloroquine roxithromycin',
  },
  possible: {
    dated:
      'aripiprazole atomoxetine clozapine lithium lurasidone mirtazapine moclobemide paliperidone promethazine ritonavir ' +
      'rivastigmine tamoxifen tizanidine tramadol venlafaxine',
    named: 'alfuzosin capecitabine norfloxacin ofloxacin perphenazine',
    labelled:
      'efavirenz imipramine lopinavir lumefantrine memantine mifepristone mirabegron tacrolimus tolterodine vardenafil',
  },
  conditional: {
    dated:
      'amantadine amisulpride amitriptyline clomipramine doxepin fluoxetine fluvoxamine galantamine hydrochlorothiazide ' +
      'hydroxyzine loperamide metoclopramide olanzapine omeprazole paroxetine quetiapine risperidone sertraline trazodone ' +
      'ziprasidone',
  },
} as const;

/** No public text was found that says whether they prolong the QT interval: unknown, so "not checked" beside one that does. */
export const qtUnknown: readonly string[] = ['levetiracetam'];

/** On the dated list, without a property of ours, and why. */
export const qtWithout: Readonly<Record<string, string>> = {
  omeprazole: 'conditional by low magnesium after months of use, which no single prescription shows',
};

/** On the list as conditional, with a stronger property of ours: the label of each forbids or warns of other QT medicines. */
export const qtStricter = [
  ...[
    'amisulpride',
    'amitriptyline',
    'clomipramine',
    'doxepin',
    'hydroxyzine',
    'quetiapine',
    'risperidone',
    'trazodone',
  ],
  'ziprasidone',
];
