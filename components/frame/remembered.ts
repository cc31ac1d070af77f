/** How the frame was left. Cookies, not storage, so that the server already draws it right. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const themeCookie = 'theme'
export const navCookie = 'nav'
export const foldedCookie = 'nav-folded'

const year = 365 * 24 * 3600

/** Reads the choice out of a cookie; anything else follows the system. */
export const readTheme = (text: string | undefined): Theme => (text === 'light' || text === 'dark' ? text : 'system')

/** Groups of the navigation that were folded, out of the cookie. */
export const readFolded = (text: string | undefined): string[] => text?.split('.').filter((name) => name !== '') ?? []
export const writeFolded = (names: Iterable<string>): string => [...names].join('.')

export function remember(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${year}; SameSite=Lax`
}

/** Shows the theme at once and remembers it. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  remember(themeCookie, theme)
}
