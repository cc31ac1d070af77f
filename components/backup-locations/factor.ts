import type { useFormatter } from 'use-intl'

/** From here on it says nothing but that the disks are nearly empty. */
const MOST = 1000

/** How many times more disks hold than what is stored of them, as a text. */
export const factorText = (
  format: Pick<ReturnType<typeof useFormatter>, 'number'>,
  { disk_mib, stored_mib }: { disk_mib: number; stored_mib: number },
): string => {
  const factor = disk_mib / stored_mib
  return factor > MOST ? `> ${format.number(MOST)}` : format.number(factor, { maximumSignificantDigits: 3 })
}
