/**
 * Ingredients of the formulary in the FDA's table of substrates, inhibitors and inducers (version of 2023-06). Where our table
 * is stricter, it stays; where it is milder on purpose, the exception says why.
 */
export const inhibitors: Readonly<Record<string, string>> = {
  'cyp1a2 strong': 'ciprofloxacin fluvoxamine',
  'cyp1a2 moderate': 'mexiletine',
  'cyp1a2 weak': 'aciclovir allopurinol cimetidine',
  'cyp2c8 strong': 'gemfibrozil',
  'cyp2c8 moderate': 'clopidogrel leflunomide',
  'cyp2c8 weak': 'trimethoprim',
  'cyp2c9 moderate': 'amiodarone fluconazole',
  'cyp2c9 weak': 'fluvastatin fluvoxamine voriconazole',
  'cyp2c19 strong': 'fluconazole fluoxetine fluvoxamine',
  'cyp2c19 weak': 'omeprazole voriconazole',
  'cyp2d6 strong': 'bupropion fluoxetine paroxetine quinidine terbinafine',
  'cyp2d6 moderate': 'duloxetine mirabegron',
  'cyp2d6 weak': 'amiodarone celecoxib cimetidine desvenlafaxine diphenhydramine escitalopram ritonavir sertraline',
  'cyp3a4 strong': 'clarithromycin itraconazole ketoconazole posaconazole ritonavir voriconazole',
  'cyp3a4 moderate':
    'ciclosporin ciprofloxacin diltiazem dronedarone erythromycin fluconazole fluvoxamine imatinib verapamil',
  'cyp3a4 weak': 'chlorzoxazone cilostazol cimetidine ranolazine ticagrelor',
};

export const inducers: Readonly<Record<string, string>> = {
  'cyp3a4 strong': 'carbamazepine phenytoin rifampicin',
  'cyp3a4 moderate': 'bosentan efavirenz phenobarbital',
  'cyp3a4 weak': 'modafinil',
  'cyp2c19 strong': 'rifampicin',
  'cyp2c9 moderate': 'rifampicin',
};

export const substrates: Readonly<Record<string, string>> = {
  'cyp1a2 sensitive': 'caffeine duloxetine melatonin tizanidine',
  'cyp1a2 moderate': 'clozapine theophylline',
  'cyp2c8 sensitive': 'repaglinide',
  'cyp2c8 moderate': 'montelukast pioglitazone',
  'cyp2c9 sensitive': 'celecoxib',
  'cyp2c9 moderate': 'glimepiride phenytoin warfarin',
  'cyp2c19 sensitive': 'omeprazole',
  'cyp2c19 moderate': 'diazepam lansoprazole rabeprazole voriconazole',
  'cyp2d6 sensitive': 'atomoxetine dextromethorphan nebivolol perphenazine tolterodine',
  'cyp2d6 moderate': 'imipramine metoprolol propafenone propranolol tramadol venlafaxine',
  'cyp3a4 sensitive':
    'budesonide buspirone dronedarone ebastine eplerenone felodipine lurasidone midazolam quetiapine sildenafil simvastatin ' +
    'tacrolimus ticagrelor vardenafil',
  'cyp3a4 moderate': 'alprazolam atorvastatin colchicine rivaroxaban tadalafil',
};

/** What our table has milder than the FDA's, and why. */
export const milder: Readonly<Record<string, string>> = {
  'substrate cyp2c8 montelukast': 'EMA product information: no adjustment with gemfibrozil',
  'substrate cyp3a4 budesonide': 'most products are inhaled; a strong inhibitor already warns',
  'substrate cyp2d6 tramadol': 'the pathway forms the active substance, which has a role of its own',
};
