/** Why a typed number was not read, and the units written behind a number. */
export const numbers = {
  twoReadings: '“{{typed}}” can mean {{first}} or {{second}}. Write {{first}} or {{second}}.',
  oneReading: '“{{typed}}” is not clear. If {{first}} is meant, write {{first}}.',
  fraction: '“{{typed}}” cannot be stored exactly. Write a decimal such as {{first}}.',
  unit: 'Write only the number, without a unit.',
  negative: 'Write the number without a minus sign.',
  unfinished: 'Finish the number, such as 0.5.',
  notWhole: 'Enter a whole number.',
  tooFine: 'Too many decimals; the most are {{places}}.',
  tooHigh: 'Enter a number up to {{max}}.',
  tooLong: 'This number is too long.',
  symbols: { microgram: ' mcg', units: ' units', tenThousandUnits: ' × 10,000 units' },
} as const;
