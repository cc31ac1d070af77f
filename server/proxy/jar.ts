/** Most cookies and most bytes of one that a controller may leave. */
const MOST = 64
const MOST_BYTES = 4_096

type Cookie = { name: string; value: string; path: string; expires: number | null; hidden: boolean }

const TOKEN = /^[!#$%&'*+\-.^_`|~\w]+$/
const PLAIN = /^[\x20-\x3a\x3c-\x7e\x80-\u{10ffff}]*$/u

/**
 * A browser keeps one jar for all ports of a host: cookies of controllers would meet those of the panel and of each other there. So the
 * panel keeps what controllers set, a jar for each sign-in and session, and the browser gets none of it (RFC 6265, 5.3 and 5.4).
 */
export class CookieJar {
  readonly #cookies = new Map<string, Cookie>()

  /** Takes Set-Cookie of an answer. @param path of the request. Domains count for nothing: there is one host. */
  store(lines: readonly string[], path: string, now = Date.now()): void {
    for (const line of lines.slice(0, MOST)) {
      const [pair = '', ...attributes] = line.split(';')
      const at = pair.indexOf('=')
      const [name, value] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
      if (at < 1 || line.length > MOST_BYTES || !TOKEN.test(name) || !PLAIN.test(value)) continue
      const cookie: Cookie = { name, value, path: defaultPath(path), expires: null, hidden: false }
      let age: number | null = null
      for (const attribute of attributes) {
        const [key = '', ...rest] = attribute.split('=')
        const said = rest.join('=').trim()
        const word = key.trim().toLowerCase()
        if (word === 'path' && said.startsWith('/')) cookie.path = said
        else if (word === 'expires' && !Number.isNaN(Date.parse(said))) cookie.expires = Date.parse(said)
        else if (word === 'max-age' && /^-?\d+$/.test(said)) age = now + Number(said) * 1000
        else if (word === 'httponly') cookie.hidden = true
      }
      cookie.expires = age ?? cookie.expires
      this.#put(cookie, now)
    }
  }

  #put(cookie: Cookie, now: number) {
    const key = `${cookie.name};${cookie.path}`
    const old = this.#cookies.get(key)
    if (cookie.expires !== null && cookie.expires <= now) this.#cookies.delete(key)
    else if (old) Object.assign(old, cookie)
    else {
      this.#cookies.set(key, cookie)
      const [oldest] = this.#cookies.keys()
      if (this.#cookies.size > MOST && oldest !== undefined) this.#cookies.delete(oldest)
    }
  }

  #for(path: string, now: number): Cookie[] {
    const plain = path.split(/[?#]/, 1)[0] as string
    return [...this.#cookies.values()]
      .filter((cookie) => (cookie.expires === null || cookie.expires > now) && matches(plain, cookie.path))
      .sort((a, b) => b.path.length - a.path.length)
  }

  /** The Cookie header for a request; null when there is nothing to send. */
  header(path: string, now = Date.now()): string | null {
    const found = this.#for(path, now)
    return found.length ? found.map(({ name, value }) => `${name}=${value}`).join('; ') : null
  }

  /** What scripts of a page may read: `document.cookie`. */
  visible(path: string, now = Date.now()): string {
    return this.#for(path, now)
      .filter((cookie) => !cookie.hidden)
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
  }

  /** What a script of a page sets; it can neither make nor change one that is hidden from it. */
  storeFromScript(line: string, path: string): void {
    const name = line.split('=', 1)[0]?.trim()
    const hidden = [...this.#cookies.values()].some((cookie) => cookie.hidden && cookie.name === name)
    if (!hidden) this.store([line.replace(/;\s*httponly\s*(?=;|$)/gi, '')], path)
  }
}

/** RFC 6265, 5.1.4 */
function defaultPath(path: string): string {
  const plain = path.split(/[?#]/, 1)[0] as string
  const last = plain.lastIndexOf('/')
  return last > 0 ? plain.slice(0, last) : '/'
}

const matches = (path: string, of: string) =>
  path === of || (path.startsWith(of) && (of.endsWith('/') || path[of.length] === '/'))
