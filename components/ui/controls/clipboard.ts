/**
 * Puts text on the clipboard. The modern interface exists only in a secure context; panels are also reached over plain
 * HTTP inside a management network, so the selection way remains as the second.
 * @returns whether it is there
 */
export async function writeClipboard(text: string): Promise<boolean> {
  if (navigator.clipboard && window.isSecureContext) {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      // Refused by the browser (no permission, no focus): try the second way.
    }
  }
  const before = document.activeElement
  const box = document.createElement('textarea')
  box.value = text
  box.style.position = 'fixed'
  box.style.opacity = '0'
  document.body.append(box)
  box.select()
  const done = document.execCommand('copy')
  box.remove()
  if (before instanceof HTMLElement) before.focus()
  return done
}
