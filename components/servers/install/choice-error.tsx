'use client'
import { type Control, type FieldPath, useController } from 'react-hook-form'
import { useLabel } from '../../form/labels.ts'
import { StateMark } from '../../ui/display/state-mark.tsx'
import type { InstallValues } from './rules.ts'

export type InstallControl = Control<InstallValues, unknown, InstallValues>

/** A field that is a table or cards: its value, and what is wrong with it as it stands below. */
export function useChoice<Name extends FieldPath<InstallValues>>(control: InstallControl, name: Name, label: string) {
  useLabel(control, name, label)
  const { field, fieldState } = useController({ control, name })
  const words = fieldState.error?.message
  return {
    field,
    error: words ? (
      <p role="alert" className="mt-1.5 flex items-start gap-1 text-12 text-fault-fg">
        <StateMark kind="fault" className="mt-0.5 size-3" />
        <span>{words}</span>
      </p>
    ) : null,
  }
}
