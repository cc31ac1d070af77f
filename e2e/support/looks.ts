import type { Page } from '@playwright/test'
import { expect, type Given } from './panel.ts'
import type { Place } from './places.ts'

/** A desk and a phone, each theme once: both have the same colours at every width. */
export const looks = [
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const

/** Opens each page as a desk and as a phone show it: one heading, nothing too wide, no fault that axe finds. */
export async function walk(
  places: readonly Place[],
  { page, signIn, rest, axe, expectFaults }: Pick<Given, 'signIn' | 'rest' | 'axe' | 'expectFaults'> & { page: Page },
) {
  // Objects that are not there answer so.
  expectFaults(/404/)
  await signIn('admin')
  const admin = await rest('admin')
  for (const { name, path } of places) {
    await page.goto(typeof path === 'string' ? path : await path(admin))
    for (const { width, height, colorScheme } of looks) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expect(page.getByRole('heading', { level: 1 }), name).toHaveCount(1)
      // Nothing is on its way any more.
      await expect(page.locator('[aria-busy="true"]'), name).toHaveCount(0)
      await axe()
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(over, `pixels that ${name} is too wide at ${width}`).toBeLessThanOrEqual(0)
    }
  }
}
