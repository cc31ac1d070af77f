import { Transform } from 'node:stream'

export const COOKIE_SCRIPT = '/.datahall/cookies.js'
export const COOKIE_PATH = '/.datahall/cookie'

/**
 * Gives the scripts of a controller's page a `document.cookie` that reads and writes the panel's jar. A convenience for the page, no
 * fence: what keeps pages apart are origins, and the cookies that the browser holds itself are hidden from scripts.
 */
export const cookieScript = `(() => {
  let known = '', at = -1e9
  const ask = (method, line) => {
    const call = new XMLHttpRequest()
    call.open(method, '${COOKIE_PATH}?path=' + encodeURIComponent(location.pathname), false)
    try { call.send(line) } catch { return }
    if (call.status === 200) { known = call.responseText; at = performance.now() }
  }
  Object.defineProperty(Document.prototype, 'cookie', {
    configurable: true,
    get() { if (performance.now() - at > 300) ask('GET'); return known },
    set(line) { ask('POST', String(line).slice(0, 4096)) },
  })
})()`

/** Where a page's head may begin; a script before <!doctype> would make browsers read the page in an old way. */
const HEAD = /<head(?:\s[^>]*)?>|<html(?:\s[^>]*)?>|<!doctype[^>]*>(?!\s*<(?:html|head|!--))/i
const LOOK = 4_096
const TAG = Buffer.from(`<script src="${COOKIE_SCRIPT}"></script>`)

/** Puts the script into a page as it streams by, as the first one; a page without a head in its first 4 KiB stays as it is. */
export function withCookieScript(): Transform {
  let seen: Buffer | null = Buffer.alloc(0)
  const settle = (bytes: Buffer, last: boolean): Buffer | null => {
    const found = HEAD.exec(bytes.toString('latin1', 0, LOOK))
    if (!found) return last || bytes.length >= LOOK ? bytes : null
    const at = found.index + found[0].length
    return Buffer.concat([bytes.subarray(0, at), TAG, bytes.subarray(at)])
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (!seen) return done(null, chunk)
      seen = Buffer.concat([seen, chunk])
      const ready = settle(seen, false)
      if (!ready) return done()
      seen = null
      done(null, ready)
    },
    flush(done) {
      done(null, seen ? (settle(seen, true) ?? seen) : null)
    },
  })
}
