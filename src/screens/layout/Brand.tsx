/** The product's logo: a cloud with a cross. */
export function Brand() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="var(--chakra-colors-teal-solid)" />
      <path
        d="M8.5 21.5a5 5 0 0 1 .6-9.96A7 7 0 0 1 22.4 11a5.3 5.3 0 0 1 .6 10.5z"
        fill="var(--chakra-colors-teal-contrast)"
      />
      <path d="M15 13h2v2.5h2.5v2H17V20h-2v-2.5h-2.5v-2H15z" fill="var(--chakra-colors-teal-solid)" />
    </svg>
  );
}
