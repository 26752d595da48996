/**
 * Generics of the formulary that the first list of the national notice 2022 no. 111 (2022-11-30, in force since
 * 2022-12-01) names, by the part of the list. The other entries of the list have no product here.
 */
export const bannedGenerics = {
  'part 2 (2)': ['dextromethorphan', 'compound-liquorice', 'tramadol-paracetamol', 'paracetamol-pseudoephedrine'],
  'part 2 (3)': ['testosterone-undecanoate', 'tibolone'],
  'part 2 (4)': [
    ...['digoxin', 'quinidine', 'propafenone', 'amiodarone', 'aminophylline', 'phenytoin', 'carbamazepine'],
    ...['lamotrigine', 'dabigatran', 'warfarin', 'ticagrelor', 'cilostazol', 'lithium', 'colchicine'],
    ...['mifepristone', 'misoprostol', 'voriconazole', 'linezolid', 'posaconazole', 'cefdinir', 'itraconazole'],
    'cefpodoxime-proxetil',
  ],
} as const;

/** Neither clearly on the list nor clearly outside it: these ask for a reason. */
export const unclearGenerics = ['estradiol-valerate', 'roxadustat'];
