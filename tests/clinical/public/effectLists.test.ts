import { expect, test } from 'vitest';
import type { Effect } from '../../../clinical/checks/properties.ts';
import { tables } from './pairChecks.ts';

type PublicList = {
  readonly effect: Effect;
  /** Where the list was read on 2026-11-28. */
  readonly list: string;
  /** Ingredients of the formulary that it names. */
  readonly named: string;
  /** Those without the property here, and why. */
  readonly without: Readonly<Record<string, string>>;
};

const unproven = 'very low quality of evidence, by the review itself';
const lists: readonly PublicList[] = [
  {
    effect: 'serotonergic',
    list: 'Cleveland Clinic Journal of Medicine, table of drugs of serotonin syndrome',
    named:
      'moclobemide selegiline rasagiline linezolid fluoxetine fluvoxamine paroxetine citalopram sertraline escitalopram ' +
      'venlafaxine duloxetine clomipramine imipramine pethidine tramadol tapentadol dextromethorphan valproate ' +
      'carbamazepine ondansetron metoclopramide lithium fentanyl',
    without: { valproate: 'case reports only', carbamazepine: 'case reports only' },
  },
  {
    effect: 'hyperkalaemic',
    list: 'Family Practice Notebook, medications causing hyperkalemia',
    named:
      'digoxin ciclosporin tacrolimus spironolactone eplerenone finerenone amiloride triamterene captopril enalapril ' +
      'lisinopril ramipril perindopril benazepril fosinopril losartan valsartan irbesartan telmisartan candesartan ' +
      'olmesartan drospirenone ibuprofen naproxen diclofenac indometacin ketoprofen piroxicam meloxicam trimethoprim ' +
      'ketoconazole fluconazole itraconazole potassium-chloride potassium-citrate',
    without: {
      digoxin: 'poisoning only',
      ketoconazole: 'among its other agents, without a mechanism',
      fluconazole: 'among its other agents, without a mechanism',
      itraconazole: 'among its other agents, without a mechanism',
    },
  },
  {
    effect: 'sedative',
    list: 'AGS Beers Criteria 2023, medicines that act on the brain, as far as read',
    named:
      'codeine tramadol alprazolam amitriptyline aripiprazole baclofen carbamazepine chlorpromazine chlorzoxazone ' +
      'citalopram clomipramine clonazepam clozapine lamotrigine levetiracetam lorazepam lurasidone pethidine ' +
      'methocarbamol midazolam morphine olanzapine oxazepam oxcarbazepine oxycodone paliperidone paroxetine perampanel ' +
      'perphenazine phenobarbital',
    without: { citalopram: 'counted for falls, not as a sedative', paroxetine: 'counted for falls, not as a sedative' },
  },
  {
    effect: 'hypoglycaemic',
    list: 'Murad, J Clin Endocrinol Metab 2009; 94: 741, abstract',
    named: 'ciprofloxacin levofloxacin moxifloxacin norfloxacin ofloxacin propranolol captopril enalapril quinidine',
    without: { propranolol: unproven, captopril: unproven, enalapril: unproven, quinidine: unproven },
  },
  {
    effect: 'bleeding',
    list: 'Can J Surg 2023, table 2; psychdb.com, affinity to the serotonin transporter',
    named:
      'aspirin clopidogrel dipyridamole ibuprofen naproxen diclofenac indometacin ketoprofen piroxicam meloxicam ' +
      'enoxaparin fluoxetine sertraline paroxetine clomipramine citalopram fluvoxamine venlafaxine',
    without: {},
  },
];

const properties = new Map((tables.properties ?? []).map((one) => [one.code, one]));

test.each(lists)('who is named by a public list has the effect $effect, or a reason why not', (one) => {
  const named = one.named.split(' ');
  expect(named.filter((code) => !properties.has(code))).toEqual([]);
  expect(named.filter((code) => !properties.get(code)?.effects[one.effect])).toEqual(
    Object.keys(one.without).sort((a, b) => named.indexOf(a) - named.indexOf(b)),
  );
});
