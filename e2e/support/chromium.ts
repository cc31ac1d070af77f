import { existsSync } from 'node:fs'

const light = '/usr/bin/chromium-headless-shell'

/** The browser that tests and measurements use: CHROMIUM_PATH, or Debian's, the one without windows first. */
export const chromiumPath = process.env.CHROMIUM_PATH ?? (existsSync(light) ? light : '/usr/bin/chromium')
