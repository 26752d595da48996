/** Downloads a text as a file. */
export function saveFile(name: string, content: string, type: 'text/csv' | 'application/json' = 'text/csv'): void {
  const address = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download begins after the click, and needs the address until then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
