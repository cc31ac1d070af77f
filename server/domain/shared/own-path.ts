/**
 * A path of the panel from a link parameter, or null for other sites (`//host`, `/\host`, `https:…`) and forms that a
 * browser would read as one.
 */
export function ownPath(text: string | undefined): string | null {
  if (!text || text.length > 2000 || !text.startsWith('/') || !/^[\x21-\x7e]+$/.test(text) || text.includes('\\'))
    return null
  const base = 'http://panel.invalid'
  if (!URL.canParse(text, base)) return null
  const at = new URL(text, base)
  const path = at.pathname + at.search + at.hash
  // `/.//host` becomes `//host` when its dots are resolved.
  return at.origin === base && !path.startsWith('//') ? path : null
}
