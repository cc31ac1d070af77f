import { act, fireEvent } from '@testing-library/react'
import { type Sent, settle } from './stage.tsx'

const form = () => [...document.querySelectorAll('form')].at(-1)

/** The fields of the form by name, without those that cannot be changed; none when it has closed. */
export function fields(): Map<string, HTMLElement> {
  const all = form()?.querySelectorAll<HTMLInputElement>('input[name], textarea[name], [role=combobox][name]') ?? []
  return new Map(
    [...all].filter((field) => !field.disabled && field.type !== 'radio').map((field) => [field.name, field]),
  )
}

export const fieldNamed = (name: string): HTMLElement => {
  const found = fields().get(name)
  if (!found) throw new Error(`There is no field ${name}: ${[...fields().keys()].join(', ')}`)
  return found
}

/** Sends the form, as Enter in a field does. */
export async function send() {
  await settle()
  const filled = form()
  if (!filled) throw new Error('There is no form')
  await act(async () => void fireEvent.submit(filled))
  await settle()
}

/** Whether an error is shown beside the field. */
export const isWrong = (name: string) => fields().get(name)?.getAttribute('aria-invalid') === 'true'

/** What was sent at a path of a request (`settings.efi`, or `vlan.create/name` of one operation), the newest first; undefined when nothing was. */
export function sentAt(sent: readonly Sent[], place: string): unknown {
  const [path = '', operation = ''] = place.split('/').reverse()
  for (const { input } of sent.filter((one) => one.path.endsWith(operation)).reverse()) {
    for (const part of [input.body, input.params]) {
      const found = path
        .split('.')
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], part)
      if (found !== undefined) return found
    }
  }
  return undefined
}

const isPicker = (field: HTMLElement) => field instanceof HTMLInputElement && field.getAttribute('role') === 'combobox'
const isNumber = (field: HTMLElement) => field.getAttribute('role') === 'spinbutton'
const isText = (field: HTMLElement) =>
  field instanceof HTMLTextAreaElement ||
  (field instanceof HTMLInputElement && field.type !== 'checkbox' && !isPicker(field))

/** Empties a field as a person does. @returns false for one that cannot be emptied, or is empty */
export async function empty(field: HTMLElement): Promise<boolean> {
  if (isText(field) && (field as HTMLInputElement).value !== '') {
    fireEvent.change(field, { target: { value: '' } })
    return true
  }
  if (!isPicker(field)) return false
  const cross = field.parentElement?.querySelectorAll<HTMLElement>('button')
  if (!cross || cross.length === 0) return false
  for (const one of cross) fireEvent.click(one)
  await settle()
  return true
}

/** Types what cannot be sent: words where a number belongs, a name that is not chosen. @returns whether the field takes such a thing */
export async function typeNonsense(field: HTMLElement): Promise<boolean> {
  if (!isNumber(field) && !isPicker(field)) return false
  fireEvent.change(field, { target: { value: 'no such thing' } })
  if (isPicker(field)) fireEvent.keyDown(field, { key: 'Tab' })
  fireEvent.blur(field)
  await settle()
  return true
}
