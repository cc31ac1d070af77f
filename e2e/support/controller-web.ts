import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import type { PanelProcess } from './panel-process.ts'

// Browsers and programs at a panel of its own with HTTPS, with an unknown certificate.

/** Password of all users in these tests. */
export const PASSWORD = 'Correct-horse-1'

type Panel = Pick<PanelProcess, 'address'>

/** Calls of a program with a token. */
export async function program(context: BrowserContext, panel: Panel, who: { email: string; password: string }) {
  const signed = await context.request.post(`${panel.address}/auth/v4/public/token`, { data: who })
  const { token } = await signed.json()
  return async (path: string, data: unknown) => {
    const answer = await context.request.post(panel.address + path, { data, headers: { 'x-xsrf-token': token } })
    const body = await answer.json()
    expect(answer.status(), JSON.stringify(body)).toBe(200)
    return body
  }
}

/** A separate browser with a signed-in user. */
export async function signedIn(browser: Browser, panel: Panel, email: string) {
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  const page = await context.newPage()
  await page.goto(`${panel.address}/sign-in`)
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).not.toHaveURL(/sign-in/)
  return { context, page }
}

/** Opens the web page of a server's controller as people do; the tab in which it is. */
export async function openWeb(page: Page, panel: Panel, server: number): Promise<Page> {
  await page.goto(`${panel.address}/servers/${server}`)
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Open web page' }).click()
  const tab = await opened
  await tab.waitForURL(/:24\d\d\d\/$/, { timeout: 30_000 })
  return tab
}

/** As whom the panel knows a page of its own. */
export const whoIs = (page: Page) =>
  page.evaluate(async () => (await (await fetch('/auth/v4/whoami')).json()).email as string | undefined)
