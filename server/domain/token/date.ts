const DATE = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/

/** `YYYY-MM-DD HH:MM:SS` in UTC, or null when it is no date. */
export function readDate(text: string): Date | null {
  if (!DATE.test(text)) return null
  const date = new Date(`${text.replace(' ', 'T')}Z`)
  // 31 February would quietly become 3 March.
  return Number.isNaN(date.getTime()) || writeDate(date) !== text ? null : date
}

export const writeDate = (date: Date): string => date.toISOString().slice(0, 19).replace('T', ' ')
