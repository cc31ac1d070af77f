export type SelectChoice = { label: string; disabled?: boolean | undefined }

export type SelectKey =
  | { kind: 'none' }
  | { kind: 'open' }
  | { kind: 'close' }
  /** Stand on this option; `pick` takes it, `leave` also lets the key go on (Tab). */
  | { kind: 'move'; at: number }
  | { kind: 'pick'; at: number }
  | { kind: 'leave'; at: number }

const walk = (options: readonly SelectChoice[], from: number, step: 1 | -1): number => {
  for (let at = from; at >= 0 && at < options.length; at += step) if (!options[at]?.disabled) return at
  return -1
}

/** The next option that begins with what was typed, after the present one; the same letter again goes on. */
export function findTyped(options: readonly SelectChoice[], typed: string, at: number): number {
  const letters = typed.toLocaleLowerCase()
  const same = [...letters].every((letter) => letter === letters[0])
  const wanted = same ? letters.slice(0, 1) : letters
  const from = same ? at + 1 : Math.max(at, 0)
  for (let step = 0; step < options.length; step++) {
    const place = (from + step) % options.length
    const option = options[place]
    if (option && !option.disabled && option.label.toLocaleLowerCase().startsWith(wanted)) return place
  }
  return -1
}

/** What a key does in a list of choices; letters are `findTyped`'s. */
export function pressSelect(key: string, open: boolean, at: number, options: readonly SelectChoice[]): SelectKey {
  if (!open) return ['ArrowDown', 'ArrowUp', 'Enter', ' '].includes(key) ? { kind: 'open' } : { kind: 'none' }
  const to = (next: number): SelectKey => (next < 0 ? { kind: 'none' } : { kind: 'move', at: next })
  switch (key) {
    case 'Escape':
      return { kind: 'close' }
    case 'ArrowDown':
      return to(walk(options, at + 1, 1))
    case 'ArrowUp':
      return to(walk(options, at < 0 ? options.length - 1 : at - 1, -1))
    case 'Home':
      return to(walk(options, 0, 1))
    case 'End':
      return to(walk(options, options.length - 1, -1))
    case 'Enter':
    case ' ':
      return at < 0 ? { kind: 'close' } : { kind: 'pick', at }
    case 'Tab':
      return at < 0 ? { kind: 'close' } : { kind: 'leave', at }
    default:
      return { kind: 'none' }
  }
}
