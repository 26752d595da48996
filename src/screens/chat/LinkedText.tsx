const address = /(https?:\/\/[^\s<>"'，。；）]+)/;

/** Text as it was written. Only http and https addresses become links; they open apart and learn nothing of this page. */
export function LinkedText({ text }: { text: string }) {
  const parts = text.split(address);
  return (
    <>
      {parts.map((part, index) =>
        index % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one fixed text never move.
          <a key={index} href={part} target="_blank" rel="noopener noreferrer nofollow">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </>
  );
}
