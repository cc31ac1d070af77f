'use client'
import type { Control } from 'react-hook-form'
import { TextField } from '../form/fields.tsx'

/** A code of the authenticator, or one for recovery. */
export function CodeField({ control, label }: { control: Control<{ code: string }>; label: string }) {
  return (
    <TextField
      control={control}
      name="code"
      label={label}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus
      mono
      required
    />
  )
}
