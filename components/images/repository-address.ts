/** Where a repository lies: on the panel host, or behind an address. */
export type RepositoryPlace = 'directory' | 'http'

/** The place that an address names. */
export const placeOf = (url: string | null): RepositoryPlace => (url && /^https?:/.test(url) ? 'http' : 'directory')

/** Whether the text is an address of this place: an absolute directory (`/…`, `file:///…`), or a whole http(s) URL. */
export function fits(place: RepositoryPlace, url: string): boolean {
  if (place === 'directory') return url.startsWith('/') || url.startsWith('file:///')
  return /^https?:\/\//.test(url) && URL.canParse(url)
}
