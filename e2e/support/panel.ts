import path from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import axeCore, { type RunOptions } from 'axe-core'
import { ADMIN, type PanelProcess, startPanel } from './panel-process.ts'
import { USER } from './panel-setup.ts'
import { quickFolder } from './quick-folder.ts'
import { type RestClient, restClient } from './rest-client.ts'

export { ADMIN, expect, USER }

const shots = path.resolve(import.meta.dirname, '../../test-results/shots')
/** Desk, and a phone held upright. */
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const

export type Role = 'admin' | 'user'

export type Given = {
  /** Signs this page's browser in as the administrator, or as an owner of demo VMs, without going through the form. */
  signIn(role: Role): Promise<void>
  /** REST client of the same people. */
  rest(role: Role): Promise<RestClient>
  /** Fails with the list when axe finds a violation on the page as it is now. */
  axe(page?: Page): Promise<void>
  /**
   * With DATAHALL_SHOTS set: pictures of the page as it is now, light and dark, desk and phone;
   * `test-results/shots/<name>-<theme>-<width>.png`.
   */
  shoot(name: string, options?: { fullPage?: boolean }): Promise<void>
  /** Another panel, empty, with its own data folder; ends with the test. Its address is for `page.goto`. */
  freshPanel(env?: Record<string, string>): Promise<PanelProcess>
  /** Words of faults that this test causes on purpose (console messages of the browser). */
  expectFaults(...words: RegExp[]): void
}

/**
 * `test` of Playwright on the panel of `panel-setup.ts`. A page that connects to another host, or throws, fails its
 * test.
 */
export const test = base.extend<Given & { watched: { faults: string[]; allowed: RegExp[]; hosts: Set<string> } }>({
  baseURL: async ({ contextOptions: _ }, use) => use(process.env.PANEL_ADDRESS),
  watched: [
    async ({ context, baseURL }, use) => {
      const watched = { faults: [] as string[], allowed: [] as RegExp[], hosts: new Set([new URL(baseURL!).host]) }
      context.on('request', (request) => {
        const url = new URL(request.url())
        if (/^(https?|wss?):$/.test(url.protocol) && !watched.hosts.has(url.host))
          watched.faults.push(`request to ${url.href}`)
      })
      context.on('weberror', (fault) => void watched.faults.push(`page error: ${fault.error().stack}`))
      context.on('console', (message) => {
        // Until a page has named its icon, Chromium requests the default one.
        if (message.location().url.endsWith('/favicon.ico')) return
        // A page that hears that its object is gone asks for it once more, and shows the answer.
        if (/status of 404/.test(message.text()) && /\/api\/trpc\/.*\?batch=1/.test(message.location().url)) return
        if (message.type() === 'error') watched.faults.push(`console: ${message.text()} ${message.location().url}`)
      })
      await use(watched)
      const left = watched.faults.filter((fault) => !watched.allowed.some((words) => words.test(fault)))
      expect(left, 'what the pages asked for or threw').toEqual([])
    },
    { auto: true },
  ],
  expectFaults: async ({ watched }, use) => use((...words) => void watched.allowed.push(...words)),
  signIn: async ({ page }, use) =>
    use(async (role) => {
      const { email, password } = role === 'admin' ? ADMIN : USER
      // What another person has open would ask on in this one's name.
      if (page.url() !== 'about:blank') await page.goto('about:blank')
      const csrf = await (await page.request.get('/api/auth/csrf')).json()
      const answer = await page.request.post('/api/auth/callback/credentials', {
        form: { csrfToken: csrf.csrfToken, email, password, callbackUrl: '/' },
        maxRedirects: 0,
      })
      const signedIn = (await page.context().cookies()).some((cookie) => cookie.name === 'ses6' && cookie.value)
      expect(signedIn, `sign-in of ${email}: ${answer.status()} ${answer.headers().location}`).toBe(true)
    }),
  rest: async ({ baseURL }, use) => use((role) => restClient(baseURL!, role === 'admin' ? ADMIN : USER)),
  axe: async ({ page }, use) =>
    use(async (which = page) => {
      // What floats (a menu, a hint) hangs outside of the landmarks, which WCAG allows and a habit of axe does not.
      const floats = await which.locator('[data-radix-popper-content-wrapper]').count()
      // Put into a page once, however often it is looked at, and without what passed: a third of the time.
      if (!(await which.evaluate(() => 'axe' in window))) await which.evaluate(axeCore.source)
      const options: RunOptions = {
        resultTypes: ['violations'],
        iframes: false,
        rules: { region: { enabled: floats === 0 } },
      }
      const found = await which.evaluate(async (given) => {
        const { axe } = window as unknown as { axe: typeof axeCore }
        const { violations } = await axe.run(document, given)
        return violations.map((v) => `${v.id}: ${v.help}\n  ${v.nodes.map((n) => n.html).join('\n  ')}`)
      }, options)
      expect(found, 'accessibility of the page').toEqual([])
    }),
  shoot: async ({ page }, use) =>
    use(async (name, options = {}) => {
      if (!process.env.DATAHALL_SHOTS) return
      const before = page.viewportSize()
      for (const size of sizes)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.setViewportSize(size)
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          const file = path.join(shots, `${name}-${colorScheme}-${size.width}.png`)
          await page.screenshot({ path: file, fullPage: options.fullPage ?? false, animations: 'disabled' })
        }
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: null })
      if (before) await page.setViewportSize(before)
    }),
  freshPanel: async ({ watched, page }, use) => {
    const panels: PanelProcess[] = []
    await use(async (env = {}) => {
      const panel = await startPanel({ env, within: quickFolder() })
      panels.push(panel)
      watched.hosts.add(new URL(panel.address).host)
      return panel
    })
    // Or the page would report that its panel went away.
    await page.goto('about:blank')
    for (const panel of panels) await panel.stop()
  },
})
