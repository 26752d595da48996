import type { Translate } from '../../locales/texts.ts';

/** How the tables name their sources, the longer names first; other titles stay in the language of their publication. */
const phrases = [
  ['notSoldOnline', 'NMPA notice 2022 no. 111 (2022-11-30), list of medicines not sold online, first edition, part '],
  ['doping', ', with the national catalogue of doping substances'],
  ['onlineRulesTrial', 'Rules for online diagnosis and treatment (trial, 2022)'],
  ['onlineRules', 'Rules for online diagnosis and treatment'],
  ['prescriptionMeasures', 'Prescription Management Measures'],
  ['antibacterialMeasures', 'Measures for the clinical use of antibacterials (2012)'],
  [
    'generalKnowledge',
    'Written from general knowledge of labels (NMPA, FDA, EMA) and guidelines; not compared with the published text',
  ],
  ['usesKnowledge', 'Groups by WHO ATC; uses written from general knowledge, not compared with a published list'],
  ['interactionTable', 'FDA table of substrates, inhibitors and inducers'],
  ['symptoms', 'Treats symptoms of any disease, or supplements food'],
  ['beers', 'AGS Beers Criteria 2023'],
  ['emaInformation', 'EMA product information'],
  ['mhraInformation', 'MHRA product information'],
  ['mhraUpdate', 'MHRA drug safety update'],
  ['fdaLabelling', 'FDA labelling'],
  ['nmpaLabelling', 'NMPA labelling'],
  ['notChecked', 'not checked against the label'],
  ['noMaximum', 'no maximum is published'],
  ['textNotCompared', 'not compared with a published text'],
  ['textCompared', 'compared with a published text'],
  ['comparedWith', 'compared with '],
  ['medicineTable', 'Medicine table'],
  ['hospitalList', 'List of the hospital'],
  ['pharmacyStock', 'Stock of the pharmacy'],
  ['routeTable', 'Table of routes and forms'],
] as const;

const article = /,? art(?:icle|\.) (\d{1,4})/g;

/** The source of a finding in the user's language. */
export function sourceText(source: string, t: Translate): string {
  if (source === 'Hospital') return t('prescription.words.sources.hospital');
  const named = phrases.reduce(
    (text, [key, phrase]) => text.replaceAll(phrase, t(`prescription.words.sources.${key}`)),
    source,
  );
  return named
    .replace(article, (_, number: string) => t('prescription.words.sources.article', { number }))
    .replaceAll('; ', t('prescription.words.sources.separator'));
}
