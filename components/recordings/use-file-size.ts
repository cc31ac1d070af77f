'use client'
import { useCallback } from 'react'
import { useFormatter } from 'use-intl'

const units = ['B', 'KiB', 'MiB', 'GiB'] as const

/** The size of a file in words, from bytes: "3.4 MiB". */
export function useFileSize(): (bytes: number) => string {
  const format = useFormatter()
  return useCallback(
    (bytes) => {
      const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
      return `${format.number(bytes / 1024 ** power, { maximumFractionDigits: power === 0 ? 0 : 1 })} ${units[power]}`
    },
    [format],
  )
}
