/** Keys of every page and of lists: what handlers compare with, and what hints and the list of keys show. */
export const shortcuts = {
  palette: ['Ctrl', 'K'],
  navigation: ['Ctrl', 'B'],
  help: ['?'],
  search: ['/'],
  move: ['↑', '↓'],
  select: ['Space'],
  open: ['Enter'],
  actions: ['.'],
} as const satisfies Record<string, readonly string[]>

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** The letter of a key, also where the keyboard writes another script. */
export function letterOf({ key, code }: Pick<Pressed, 'key' | 'code'>): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  return /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : ''
}

/** Whether a key press is one of those above; Ctrl also stands for the command key. */
export function isShortcut(event: Pressed, [first, second]: readonly [string, string?]): boolean {
  const mod = event.ctrlKey || event.metaKey
  if (event.altKey) return false
  if (second === undefined) return !mod && event.key === first
  return mod && !event.shiftKey && letterOf(event) === second.toLowerCase()
}

/** Whether a key press is meant for a field or for something that floats. */
export const isTyping = ({ target }: Pick<KeyboardEvent, 'target'>): boolean =>
  target instanceof Element &&
  target.closest('input,textarea,select,[contenteditable],[role=dialog],[role=menu]') !== null
