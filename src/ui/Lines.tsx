/** A text whose lines are entries. The second row of an entry is indented, so that it does not look like a new one. */
export function Lines({ text }: { readonly text: string }) {
  const lines = text.split('\n');
  if (lines.length === 1) return <span>{text}</span>;
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: equal lines differ by their place only.
    <span key={index} className="ui-line">
      {line}
    </span>
  ));
}
