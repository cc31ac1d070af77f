import type { ComponentProps } from 'react'
import { cn } from '../class-names.ts'
import { fieldBox } from './input.tsx'

/** Several lines of text; grows with what is typed up to `maxRows`. */
export function Textarea(props: ComponentProps<'textarea'> & { mono?: boolean; maxRows?: number }) {
  const { mono, maxRows = 16, rows = 3, className, ...rest } = props
  return (
    <span className={cn(fieldBox(), 'h-auto px-0')}>
      <textarea
        {...rest}
        rows={rows}
        // Sized by its content, it would not care for `rows`.
        style={{
          minHeight: `calc(${rows} * var(--lh-13) + 8px)`,
          maxHeight: `calc(${maxRows} * var(--lh-13) + 12px)`,
        }}
        className={cn(
          'field-sizing-content min-w-0 flex-1 resize-y bg-transparent px-2 py-1 outline-none focus-visible:outline-none',
          mono && 'mono leading-(--lh-13)',
          className,
        )}
      />
    </span>
  )
}
