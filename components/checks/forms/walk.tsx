import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { forms, type Row } from './forms.tsx'
import { empty, fieldNamed, fields, isWrong, send, sentAt, typeNonsense } from './page.ts'
import { clear, settle, stage } from './stage.tsx'

vi.mock('next/navigation', () => ({
  useRouter: () => ({ push() {}, replace() {}, refresh() {}, back() {} }),
  usePathname: () => '/',
  useSearchParams: () => new URLSearchParams(),
}))

/** The file and the function of each form that is walked through. */
export const rows = (): string[] => forms.map(({ file, form }) => `components/${file} ${form}`)

/** Into so many files the walk is cut, which run side by side. */
const FILES = 3

/**
 * Walks through one of the parts of all forms: each sends what is typed and what is emptied, and says what is wrong. Declares the tests of the file
 * that calls it. @param part 0 to 2
 */
export function walkForms(part: 0 | 1 | 2): void {
  // Only what hangs runs into it.
  vi.setConfig({ testTimeout: 120_000 })
  beforeAll(() => {
    // jsdom has no addresses of what is made in the page.
    URL.createObjectURL = () => 'blob:file'
    URL.revokeObjectURL = () => {}
  })
  afterEach(clear)
  describe.each(forms.filter((_, at) => at % FILES === part))('$form $state', walk)
}

function walk({ draw, answers, press, acts, keeps = [], state }: Row) {
  async function open() {
    const { sent } = stage(draw, answers)
    if (press) fireEvent.click(screen.getByRole('button', { name: press }))
    // Dialogs are loaded when they are first wanted.
    await waitFor(() => expect(document.querySelector('form')).not.toBeNull())
    await settle()
    return sent
  }
  const fill = async (names: Iterable<string>) => {
    // Parts of a form are loaded when they are first wanted.
    for (const name of names) await acts[name]?.fill(await waitFor(() => fieldNamed(name)))
  }

  it('sends what is typed', async () => {
    const sent = await open()
    // In the order of the row: what comes into sight with a choice stands behind it.
    await fill(Object.keys(acts))
    expect([...fields().keys()].filter((name) => !acts[name] && !keeps.includes(name))).toEqual([])
    await send()
    const wrong = [...fields().keys()].filter(isWrong)
    expect({ wrong, alerts: [...document.querySelectorAll('[role=alert]')].map((one) => one.textContent) }).toEqual({
      wrong: [],
      alerts: [],
    })
    const found = Object.entries(acts).map(([name, act]) => [name, sentAt(sent, act.at ?? name)])
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(Object.entries(acts).map(([name, act]) => [name, act.sent])),
    )
  })

  it('sends what is emptied, or says why it cannot be', async () => {
    const sent = await open()
    const blank = new Set(
      [...fields()].filter(([, field]) => (field as HTMLInputElement).value === '').map(([name]) => name),
    )
    await fill(Object.keys(acts))
    const emptied = []
    for (const name of Object.keys(acts)) {
      const field = fields().get(name)
      if (field && (await empty(field))) emptied.push(name)
    }
    if (emptied.length === 0) return
    await send()
    const named = new Set<string>()
    // What cannot be empty is said beside it, at once or when the rest is right; then it is filled in again.
    for (let round = 0; round < 3 && sent.length === 0; round++) {
      const wrong = emptied.filter(isWrong)
      expect(wrong).not.toEqual([])
      for (const name of wrong) named.add(name)
      await fill(wrong)
      await send()
    }
    expect(sent).not.toEqual([])
    for (const name of emptied.filter((one) => !named.has(one))) {
      const { at = name, emptied: wanted, emptiedBy } = acts[name] ?? {}
      if (emptiedBy) {
        expect(sent.map(({ path }) => path)).toContain(emptiedBy)
        continue
      }
      const value = sentAt(sent, at)
      // Where nothing was before, leaving it out says the same.
      if (value === undefined && (state.startsWith('new') || blank.has(name))) continue
      const said = wanted === undefined ? value === null || value === '' || JSON.stringify(value) === '[]' : undefined
      expect([name, said ?? value]).toEqual([name, wanted ?? true])
    }
  })

  it('says that words are no number and that a name is not chosen', async () => {
    const sent = await open()
    const typed = []
    for (const [name, field] of fields()) if (await typeNonsense(field)) typed.push(name)
    if (typed.length === 0) return
    await send()
    expect([typed.filter((name) => !isWrong(name)), sent]).toEqual([[], []])
    // What is typed or chosen then is right again, and is not undone by the look at the field.
    for (const name of typed) await acts[name]?.fill(fieldNamed(name))
    await settle()
    expect(typed.filter((name) => acts[name] && isWrong(name))).toEqual([])
  })
}
