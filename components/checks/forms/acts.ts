import { fireEvent, screen, within } from '@testing-library/react'
import { asked, type Field, type Fields, type TextFormat } from '../../../server/domain/shared/field.ts'
import { SECOND, settle } from './stage.tsx'

/** What is done to a field, and what has to be sent because of it. */
export type Act = {
  fill: (field: HTMLElement) => Promise<void> | void
  /** What stands in the request; `at` is its path there (`sentAt`), the field's own name where it is left out. */
  sent: unknown
  at?: string
  /** What an emptied field sends, where it is neither null nor empty. */
  emptied?: unknown
  /** The operation that an emptied field calls, where it has one of its own. */
  emptiedBy?: string
}
type Place = Pick<Act, 'at' | 'emptied' | 'emptiedBy'>

const change = (field: HTMLElement, value: string) => {
  fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
}

/** Types a text. `sent` where it is sent as something else, such as a list. */
export const text = (value: string, { sent = value, ...place }: Place & { sent?: unknown } = {}): Act => ({
  fill: (field) => change(field, value),
  sent,
  ...place,
})

/** Types a number; `times` is how much of what is stored makes one of what is typed. */
export const number = (value: number, { times = 1, ...place }: Place & { times?: number } = {}): Act => ({
  fill: (field) => change(field, String(value)),
  sent: value * times,
  ...place,
})

/** The same, and then types what is asked for before something is erased, which is no field of the form. */
export const thenTyped = (act: Act, words: string): Act => ({
  ...act,
  async fill(field) {
    await act.fill(field)
    await settle()
    fireEvent.change(screen.getByLabelText(/^Type /), { target: { value: words } })
  },
})

/** Ticks a box, or takes the tick off. */
export const tick = (sent: unknown, place: Place = {}): Act => ({
  fill: (field) => void fireEvent.click(field),
  sent,
  ...place,
})

/** Takes the second of what a typeahead finds. */
export const pick = (place: Place & { sent?: unknown } = {}): Act => ({
  fill: async (field) => {
    fireEvent.click(field)
    const found = await screen.findAllByRole('option', { name: new RegExp(`^${SECOND.name}|^second@|^${SECOND.id}`) })
    fireEvent.click(found[0] as HTMLElement)
    // A list of several stays open until the field is left.
    fireEvent.keyDown(field, { key: 'Tab' })
    await settle()
  },
  sent: SECOND.id,
  ...place,
})

/** Takes one of a short list, by its place there. */
export const choose = (place: number, sent: unknown, at?: string): Act => ({
  fill: async (field) => {
    fireEvent.click(field)
    const option = within(await screen.findByRole('listbox')).getAllByRole('option')[place]
    if (!option) throw new Error(`There is no choice ${place}`)
    fireEvent.click(option)
    await settle()
  },
  sent,
  ...(at && { at }),
})

const samples: Partial<Record<TextFormat, string>> = { hostname: 'web-1.example', ipv4: '192.0.2.7' }

/** Of a text of several lines as much as is taken, or more than people write. */
function sample(field: Field) {
  if (field.type !== 'text') return ''
  if (field.lines) return 'n'.repeat(field.max ?? field.atMost ?? 5000)
  return (field.format && samples[field.format]) || 'a-text-1'
}

/** Fills in each of a resource's own fields that the form asks for. */
export const own = (fields: Fields, body: 'create' | 'edit'): Record<string, Act> =>
  Object.fromEntries(
    asked(fields, body).map((name) => {
      const field = fields[name]!
      const act = {
        text: () => text(sample(field)),
        int: () => number(2),
        number: () => number(2.5),
        bool: () => tick(true),
        enum: () => choose(1, field.type === 'enum' && field.values[1]),
      }
      return [name, act[field.type]()]
    }),
  )
