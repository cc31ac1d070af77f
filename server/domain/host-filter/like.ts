/** LIKE without case: `%` is any run, `_` one character, all else itself. Takes time of length x length at most. */
export function like(value: string, pattern: string): boolean {
  const [text, mask] = [value.toLowerCase(), pattern.toLowerCase()]
  let at = 0
  let next = 0
  // Where to go on when what follows the last `%` does not fit: that run takes one more character.
  let run = -1
  let taken = 0
  while (at < text.length) {
    if (next < mask.length && (mask[next] === '_' || (mask[next] !== '%' && mask[next] === text[at]))) {
      at++
      next++
    } else if (mask[next] === '%') {
      run = next++
      taken = at
    } else if (run >= 0) {
      next = run + 1
      at = ++taken
    } else return false
  }
  while (mask[next] === '%') next++
  return next === mask.length
}
