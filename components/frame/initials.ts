/** Two letters for a person: of first and last name, or of the beginning of a single one. */
export function initials(name: string): string {
  const words =
    name
      .split('@')[0]
      ?.split(/[\s._-]+/)
      .filter(Boolean) ?? []
  const letters =
    words.length > 1 ? [words[0], words.at(-1)].map((word) => word?.[0] ?? '') : [...(words[0] ?? '')].slice(0, 2)
  return letters.join('').toLocaleUpperCase()
}
