/**
 * WHO AWaRe classification of antibiotics, 2023, of the formulary's oral and injected antibacterials, by ATC code; read on
 * 2026-11-28 in a public transcription of the whole list (258 antibiotics in a classifier made of WHO's table). Eye drops,
 * ear drops, vaginal products and antifungals are not on it.
 */
export const aware = {
  access:
    'amoxicillin amoxicillin-clavulanate cephalexin doxycycline co-trimoxazole metronidazole ornidazole nitrofurantoin ' +
    'penicillin-v ampicillin cloxacillin cefadroxil gentamicin amikacin tinidazole secnidazole clindamycin trimethoprim tetracycline',
  watch:
    'cefaclor cefuroxime-axetil cefdinir cefixime azithromycin clarithromycin roxithromycin erythromycin levofloxacin ' +
    'moxifloxacin norfloxacin minocycline fosfomycin-trometamol cefprozil cefpodoxime-proxetil ciprofloxacin ofloxacin ceftriaxone ' +
    'rifaximin',
  reserve: 'linezolid',
} as const;

/**
 * Where our level is another step than the group (unrestricted for Access, restricted for Watch, special for Reserve). The
 * two answer different questions: AWaRe looks at resistance in the world, the Chinese levels at safety, resistance and price.
 */
export const otherStep = {
  lower:
    'cefaclor cefuroxime-axetil azithromycin clarithromycin roxithromycin erythromycin levofloxacin norfloxacin ' +
    'fosfomycin-trometamol ciprofloxacin ofloxacin ceftriaxone',
  higher: 'ornidazole',
} as const;
