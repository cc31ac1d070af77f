/** Addresses out of what people paste: divided by commas, spaces or lines; dashes and dots are written as colons. */
export function macsIn(text: string): string[] {
  return text
    .split(/[\s,;]+/)
    .filter((word) => word !== '')
    .map((word) => {
      const digits = word.replace(/[:.-]/g, '')
      return /^[0-9a-f]{12}$/i.test(digits) ? (digits.toLowerCase().match(/../g)?.join(':') ?? word) : word
    })
}

export const isMac = (text: string): boolean => /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/.test(text)
