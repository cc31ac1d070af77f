import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

// Our text sizes are numbers (`text-12`); without this list they would be taken for colours and drop each other.
const merge = extendTailwindMerge({
  extend: { theme: { text: ['11', '12', '13', '14', '18'] } },
})

/** Joins class names; of two that set the same property the later one wins, so callers can override. */
export const cn = (...parts: ClassValue[]): string => merge(clsx(parts))
