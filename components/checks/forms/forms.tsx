import type { ReactNode } from 'react'
import { accessForms } from './access-forms.tsx'
import type { Act } from './acts.ts'
import { backupForms } from './backup-forms.tsx'
import { deviceForms } from './device-forms.tsx'
import { diskForms } from './disk-forms.tsx'
import { hostForms } from './host-forms.tsx'
import { imageForms } from './image-forms.tsx'
import { machineForms } from './machine-forms.tsx'
import { networkForms } from './network-forms.tsx'
import { newHostForms } from './new-host-forms.tsx'
import { nodeForms } from './node-forms.tsx'
import { placeForms } from './place-forms.tsx'
import { rackForms } from './rack-forms.tsx'
import { scriptForms } from './script-forms.tsx'
import { serverForms } from './server-forms.tsx'
import type { Answers, Note } from './stage.tsx'
import { storageForms } from './storage-forms.tsx'

/** A form as the walk opens it. */
export type Row = {
  /** Below `components`. */
  file: string
  /** Its function. */
  form: string
  /** New, or with which record. */
  state: string
  draw: (note: Note) => ReactNode
  answers?: Answers
  /** The button that opens it, where it cannot be drawn by itself. */
  press?: string
  /** What is done to each field, by name. */
  acts: Record<string, Act>
  /** Fields that are left alone: they have no place in this state's request. */
  keeps?: string[]
}

/** Every form of the panel, new and with a record. */
export const forms: readonly Row[] = [
  ...rackForms,
  ...serverForms,
  ...machineForms,
  ...deviceForms,
  ...placeForms,
  ...hostForms,
  ...newHostForms,
  ...imageForms,
  ...nodeForms,
  ...diskForms,
  ...networkForms,
  ...accessForms,
  ...scriptForms,
  ...storageForms,
  ...backupForms,
]
