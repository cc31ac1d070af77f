/**
 * Lets go of held keys when the focus leaves the picture: their releases go to whatever has it then, and the guest would
 * hold Shift for ever. @param picture where noVNC listens; it is told by events like those of a keyboard
 * @returns the way to stop watching
 */
export function releaseWhenLeft(picture: HTMLElement): () => void {
  const held = new Set<string>()
  const down = ({ code }: KeyboardEvent) => void held.add(code)
  const up = ({ code }: KeyboardEvent) => void held.delete(code)
  const leave = () => {
    for (const code of held) picture.dispatchEvent(new KeyboardEvent('keyup', { code }))
    held.clear()
  }
  picture.addEventListener('keydown', down)
  picture.addEventListener('keyup', up)
  picture.addEventListener('blur', leave)
  return () => {
    picture.removeEventListener('keydown', down)
    picture.removeEventListener('keyup', up)
    picture.removeEventListener('blur', leave)
  }
}
