type Aims = {
  /** Origin of the panel. */
  panel: string
  /** Where another controller is shown. */
  otherPort: string
  /** A session of the attacker's own. */
  stolenToken: string
}

/**
 * What the page of a hostile controller tries against the panel that shows it. Runs in the browser, on the controller's page. Each try
 * answers what it got; an empty text is nothing.
 */
export async function attack({ panel, otherPort, stolenToken }: Aims): Promise<Record<string, string>> {
  const got: Record<string, string> = {}
  const soon = (ms: number) => new Promise<string>((done) => setTimeout(() => done(''), ms))
  const attempt = async (name: string, run: () => unknown, most = 1500) => {
    try {
      got[name] = String((await Promise.race([run(), soon(most)])) ?? '')
    } catch {
      got[name] = ''
    }
  }
  // The browser's own cookies, past whatever the page was given instead.
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const native = Object.getOwnPropertyDescriptor(
    (frame.contentWindow as unknown as typeof globalThis).Document.prototype,
    'cookie',
  ) as { get(): string; set(text: string): void }
  const ours = (text: string) => (/ses6|session|datahall|csrf/i.exec(text) ? text : '')
  await attempt('read cookies', () => ours(native.get.call(document)))
  await attempt('read cookies by the store', async () => {
    const store = (globalThis as unknown as { cookieStore: { getAll(): Promise<{ name: string }[]> } }).cookieStore
    return ours(JSON.stringify(await store.getAll()))
  })
  for (const text of [
    `ses6=${stolenToken}; path=/; Secure`,
    `ses6=${stolenToken}; path=/auth; Secure`,
    `ses6=${stolenToken}; path=/servers; Secure`,
    `ses6=; path=/; Max-Age=0`,
    `__Host-Http-session=evil; path=/; Secure`,
    `__Host-ses6=evil; path=/; Secure`,
    `__Host-Http-datahall-${location.port}=evil; path=/; Secure`,
  ])
    native.set.call(document, text)
  await attempt('set the proof', () => (native.get.call(document).includes('__Host-Http-') ? 'set' : ''))

  const body = JSON.stringify({ email: 'evil@example.com' })
  for (const path of ['/auth/v4/whoami', '/api/auth/session', '/dci/v3/server', '/api/events', '/'])
    await attempt(`fetch ${path}`, async () => (await fetch(panel + path, { credentials: 'include' })).text())
  await attempt('fetch blind', async () => (await fetch(`${panel}/`, { mode: 'no-cors', credentials: 'include' })).type)
  await attempt(
    'post',
    async () =>
      (await fetch(`${panel}/vm/v3/account`, { method: 'POST', mode: 'no-cors', credentials: 'include', body })).type,
  )
  await attempt(
    'another controller',
    async () => (await fetch(otherPort, { mode: 'no-cors', credentials: 'include' })).type,
  )
  await attempt('the world', async () => (await fetch('https://127.0.0.99:4443/', { mode: 'no-cors' })).type)
  const socket = (url: string) =>
    new Promise<string>((done) => {
      const ws = new WebSocket(url)
      ws.onopen = () => done('open')
      ws.onerror = () => done('')
    })
  for (const path of ['/vm/v3/notifier', '/dci/v3/notifier', '/console/ws'])
    await attempt(`socket ${path}`, () => socket(panel.replace('http', 'ws') + path))
  await attempt('socket of another port', () => socket(otherPort.replace('http', 'ws')))
  await attempt(
    'event source',
    () =>
      new Promise<string>((done) => {
        const source = new EventSource(`${panel}/api/events`, { withCredentials: true })
        source.onopen = () => done('open')
        source.onerror = () => done('')
      }),
  )
  await attempt(
    'script of the panel',
    () =>
      new Promise<string>((done) => {
        const script = document.createElement('script')
        script.src = `${panel}/api/auth/session`
        script.onload = () => done('loaded')
        script.onerror = () => done('')
        document.body.append(script)
      }),
  )
  await attempt(
    'panel in a frame',
    () =>
      new Promise<string>((done) => {
        const panelFrame = document.createElement('iframe')
        panelFrame.src = panel
        panelFrame.onload = () => {
          try {
            done(panelFrame.contentDocument?.body?.innerText.includes('Datahall') ? 'shown' : '')
          } catch {
            done('')
          }
        }
        document.body.append(panelFrame)
      }),
  )
  await attempt('service worker', async () => (await navigator.serviceWorker.register('/sw.js')).scope)
  await attempt(
    'service worker from data',
    async () => (await navigator.serviceWorker.register(URL.createObjectURL(new Blob(['1'])))).scope,
  )
  await attempt('opener', () => (window.opener ? 'there' : ''))
  await attempt('parent', () => (window.parent !== window || window.top !== window ? 'there' : ''))
  await attempt(
    'popup of the panel',
    async () => {
      const popup = window.open(panel)
      try {
        // Blank until the panel's page has come: then it is closed to this one, or out of its reach.
        for (;;) {
          await soon(50)
          if (!popup || popup.closed) return ''
          const seen = popup.document.title || popup.location.href
          if (seen !== 'about:blank') return seen
        }
      } catch {
        return ''
      } finally {
        popup?.close()
      }
    },
    30_000,
  )
  let stopped = 0
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
    if (effectiveDirective === 'form-action') stopped++
  })
  await attempt('form', async () => {
    const form = document.createElement('form')
    form.method = 'post'
    form.action = `${panel}/api/auth/signout`
    form.target = 'sink'
    const sink = document.createElement('iframe')
    sink.name = 'sink'
    document.body.append(sink, form)
    form.submit()
    await soon(700)
    return stopped === 1 ? '' : 'sent'
  })
  await attempt('plain text form', async () => {
    const form = document.createElement('form')
    form.method = 'post'
    form.enctype = 'text/plain'
    form.action = `${panel}/vm/v3/account`
    document.body.append(form)
    form.submit()
    await soon(700)
    return stopped === 2 ? '' : 'sent'
  })
  navigator.sendBeacon(`${panel}/auth/v4/token`, body)
  return got
}
