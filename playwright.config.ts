import { defineConfig, devices } from '@playwright/test'
import { chromiumPath } from './e2e/support/chromium.ts'

const json = process.env.PLAYWRIGHT_JSON_OUTPUT_NAME

export default defineConfig({
  testDir: 'e2e',
  // Needs real nodes: `lab exec -- npx playwright test real`.
  testIgnore: process.env.DATAHALL_LAB ? [] : ['real-*.spec.ts'],
  testMatch: '*.spec.ts',
  // What takes its time has the tag `@long`: `npm run long`, or by its file with DATAHALL_LONG=1.
  ...(!process.env.DATAHALL_LONG && { grepInvert: /@long/ }),
  outputDir: 'test-results/browser',
  globalSetup: './e2e/support/panel-setup.ts',
  workers: 1,
  // Only what hangs runs into these: a busy machine may take its time.
  timeout: 480_000,
  expect: { timeout: 120_000 },
  forbidOnly: true,
  reporter: json ? [['list'], ['json', { outputFile: json }]] : [['list']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    locale: 'en-GB',
    // What moves is drawn again and again, which is what these tests have no processor for.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 120_000,
    screenshot: 'only-on-failure',
    // A trace costs a third of the time of a test: DATAHALL_TRACE=1 to look into a failure.
    trace: process.env.DATAHALL_TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: chromiumPath,
      // Without the last one pictures have letters at whole pixels, which no person sees.
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--font-render-hinting=none'],
    },
  },
})
