/**
 * Ingredients of the formulary in table 1 of the FDA's page "Examples of Medicines that Interact with CYP Enzymes and Transporter
 * Systems" (content of 2026-05-29), read from akarales/drug-interaction-visualizer, crates/engine/data/fda_roles.csv, commit
 * 7b91b4c0. CYP2B6 is no pathway of ours, and of the transporters only P-gp and OATP1B1 are.
 */
export const inhibitors: Readonly<Record<string, string>> = {
  'cyp1a2 strong': 'fluvoxamine',
  'cyp1a2 moderate': 'ciprofloxacin mexiletine',
  'cyp1a2 weak': 'aciclovir allopurinol cimetidine',
  'cyp2c8 strong': 'gemfibrozil',
  'cyp2c8 moderate': 'clopidogrel',
  'cyp2c8 weak': 'trimethoprim',
  'cyp2c9 moderate': 'amiodarone fluconazole',
  'cyp2c9 weak': 'fluvastatin fluvoxamine voriconazole',
  'cyp2c19 strong': 'fluconazole fluoxetine fluvoxamine',
  'cyp2c19 moderate': 'voriconazole',
  'cyp2c19 weak': 'omeprazole',
  'cyp2d6 strong': 'bupropion fluoxetine paroxetine quinidine terbinafine',
  'cyp2d6 moderate': 'duloxetine mirabegron',
  'cyp2d6 weak': 'amiodarone celecoxib cimetidine escitalopram fluvoxamine labetalol sertraline',
  'cyp3a4 strong': 'clarithromycin itraconazole ketoconazole posaconazole ritonavir voriconazole',
  'cyp3a4 moderate': 'ciprofloxacin diltiazem dronedarone erythromycin fluconazole imatinib verapamil',
  'cyp3a4 weak':
    'amiodarone chlorzoxazone ciclosporin cilostazol cimetidine clotrimazole fluvoxamine ranolazine ticagrelor',
};

export const inducers: Readonly<Record<string, string>> = {
  'cyp1a2 moderate': 'phenytoin rifampicin',
  'cyp2c8 moderate': 'rifampicin',
  'cyp2c9 moderate': 'rifampicin',
  'cyp2c9 weak': 'carbamazepine ritonavir',
  'cyp2c19 strong': 'rifampicin',
  'cyp2c19 moderate': 'efavirenz phenytoin',
  'cyp2c19 weak': 'ritonavir',
  'cyp3a4 strong': 'carbamazepine phenytoin rifampicin',
  'cyp3a4 moderate': 'bosentan efavirenz phenobarbital',
  'cyp3a4 weak': 'modafinil',
};

export const substrates: Readonly<Record<string, string>> = {
  'cyp1a2 sensitive': 'caffeine duloxetine melatonin tizanidine',
  'cyp1a2 moderate': 'clozapine theophylline',
  'cyp2c8 sensitive': 'repaglinide',
  'cyp2c8 moderate': 'desloratadine loperamide montelukast pioglitazone',
  'cyp2c9 sensitive': 'celecoxib',
  'cyp2c9 moderate': 'glimepiride phenytoin warfarin',
  'cyp2c19 sensitive': 'omeprazole',
  'cyp2c19 moderate': 'diazepam lansoprazole rabeprazole voriconazole',
  'cyp2d6 sensitive': 'atomoxetine dextromethorphan nebivolol perphenazine tolterodine venlafaxine',
  'cyp2d6 moderate': 'imipramine metoprolol propafenone propranolol tramadol',
  'cyp3a4 sensitive':
    'budesonide buspirone dronedarone eplerenone felodipine ivabradine lurasidone midazolam quetiapine sildenafil ' +
    'simvastatin tacrolimus ticagrelor vardenafil',
  'cyp3a4 moderate': 'alprazolam atorvastatin colchicine loperamide rivaroxaban tadalafil',
};

/** Transporters have no degrees in the table. */
export const transporters: Readonly<Record<string, string>> = {
  'oatp1b1 inhibitor': 'clarithromycin ciclosporin gemfibrozil rifampicin',
  'oatp1b1 substrate':
    'atorvastatin bosentan fexofenadine glibenclamide pitavastatin pravastatin repaglinide rosuvastatin simvastatin',
  'pgp inhibitor':
    'amiodarone clarithromycin ciclosporin dronedarone erythromycin itraconazole ketoconazole propafenone quinidine ranolazine verapamil',
  'pgp substrate': 'dabigatran digoxin edoxaban fexofenadine loperamide',
};

/** What our table has milder than the FDA's, and why. */
export const milder: Readonly<Record<string, string>> = {
  'inhibits cyp3a4 clotrimazole': 'no product here reaches the blood',
  'substrate cyp2c8 montelukast': 'EMA product information: no adjustment with gemfibrozil',
  'substrate cyp3a4 budesonide': 'most products are inhaled; a strong inhibitor already warns',
  'substrate cyp2d6 tramadol': 'the pathway forms the active substance, which has a role of its own',
};

/** What our table has stricter than the FDA's, by the label of the medicine. */
export const stricter: readonly string[] = [
  'inhibits cyp1a2 ciprofloxacin',
  'inhibits cyp3a4 ciclosporin',
  'inhibits cyp3a4 fluvoxamine',
  'induces cyp3a4 phenobarbital',
  'induces cyp3a4 modafinil',
  'induces cyp2c19 ritonavir',
  'substrate cyp1a2 clozapine',
  'substrate cyp2c9 warfarin',
  'substrate cyp2d6 imipramine',
];
