/**
 * Ingredients of the formulary with a known or possible risk of torsades. The list itself asks for a registration, so
 * these are from the QT group of the ONC high-priority list and CredibleMeds as cited in public (2023-12).
 */
export const qtRisk = {
  known:
    'amiodarone azithromycin chloroquine chlorpromazine cilostazol ciprofloxacin citalopram clarithromycin domperidone donepezil ' +
    'dronedarone erythromycin escitalopram flecainide fluconazole haloperidol hydroxychloroquine levofloxacin moxifloxacin ' +
    'ondansetron quinidine roxithromycin sotalol sulpiride',
  possible:
    'alfuzosin aripiprazole atomoxetine capecitabine clomipramine clozapine efavirenz imipramine levetiracetam lithium lopinavir ' +
    'lumefantrine memantine mifepristone mirabegron mirtazapine norfloxacin ofloxacin paliperidone perphenazine promethazine ' +
    'risperidone tacrolimus tamoxifen tizanidine tolterodine tramadol vardenafil venlafaxine',
};
