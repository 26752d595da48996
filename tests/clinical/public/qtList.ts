/**
 * Ingredients of the formulary with a risk of torsades by CredibleMeds, and where each was read: the list itself asks for a
 * registration. `dated` is from a public transcription of the list of 2026-09-14 (62 medicines), `named` from the QT group of
 * the ONC list, the CredibleMeds pairs in dbmi-pitt/public-PDDI-analysis and the list for long QT syndrome of the BC Inherited
 * Arrhythmia Program (2017-02). `unread` was found in no public list: it stays because it is the stricter choice.
 */
export const qtRisk = {
  known: {
    dated:
      'amiodarone ciprofloxacin citalopram clarithromycin domperidone donepezil erythromycin escitalopram fluconazole ' +
      'haloperidol ondansetron',
    named:
      'azithromycin chloroquine chlorpromazine dronedarone flecainide levofloxacin moxifloxacin quinidine sotalol sulpiride',
    unread: 'cilostazol hydroxychloroquine roxithromycin',
  },
  possible: {
    dated:
      'aripiprazole atomoxetine clozapine lithium lurasidone mirtazapine moclobemide paliperidone promethazine ritonavir ' +
      'rivastigmine tamoxifen tizanidine tramadol venlafaxine',
    named: 'alfuzosin capecitabine norfloxacin ofloxacin perphenazine',
    unread:
      'efavirenz imipramine levetiracetam lopinavir lumefantrine memantine mifepristone mirabegron tacrolimus tolterodine ' +
      'vardenafil',
  },
  conditional: {
    dated:
      'amantadine amisulpride amitriptyline clomipramine doxepin fluoxetine fluvoxamine galantamine hydrochlorothiazide ' +
      'hydroxyzine loperamide metoclopramide olanzapine omeprazole paroxetine quetiapine risperidone sertraline trazodone ' +
      'ziprasidone',
  },
} as const;

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
