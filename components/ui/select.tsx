'use client'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { Select as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from './class-names.ts'
import { floatClass } from './float-class.ts'
import { fieldBox } from './input.tsx'

export type SelectOption<Value extends string = string> = {
  value: Value
  label: string
  hint?: ReactNode
  disabled?: boolean
}

export type SelectProps<Value extends string> = {
  value: Value | null
  onValueChange: (value: Value) => void
  options: readonly SelectOption<Value>[]
  placeholder?: string
  size?: 'sm' | 'md' | 'lg'
  disabled?: boolean
  id?: string
  name?: string
  className?: string
  'aria-label'?: string
  'aria-invalid'?: boolean
  'aria-describedby'?: string
  onBlur?: () => void
}

/** One of a short, known list. Long or growing lists are a `Combobox`. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { value, onValueChange, options, placeholder, size, disabled, name, className, onBlur, ...rest } = props
  return (
    <Radix.Root
      value={value ?? ''}
      onValueChange={(next) => onValueChange(next as Value)}
      {...(disabled !== undefined && { disabled })}
      {...(name && { name })}
    >
      <Radix.Trigger
        {...rest}
        onBlur={onBlur}
        className={cn(
          fieldBox({ size }),
          'w-full cursor-default text-left focus-visible:border-transparent focus-visible:-outline-offset-1 aria-invalid:border-fault-fg data-placeholder:text-fg-3 disabled:border-line-strong disabled:bg-inset disabled:text-fg-3',
          className,
        )}
      >
        <span className="min-w-0 flex-1 truncate">
          <Radix.Value placeholder={placeholder} />
        </span>
        <Radix.Icon asChild>
          <ChevronDown className="size-3.5 text-fg-3" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className={cn(
            floatClass,
            'z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) animate-pop overflow-hidden',
          )}
        >
          <Radix.Viewport className="p-1">
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                {...(option.disabled && { disabled: true })}
                className="flex min-h-7 items-center gap-2 rounded-sm px-2 py-1 outline-none select-none data-disabled:text-fg-3 data-highlighted:bg-hover coarse:min-h-11"
              >
                <Radix.ItemText>{option.label}</Radix.ItemText>
                {option.hint ? <span className="text-12 text-fg-3">{option.hint}</span> : null}
                <Radix.ItemIndicator className="ml-auto pl-2 text-accent-text">
                  <Check className="size-3.5" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
