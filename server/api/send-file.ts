import type { FileAnswer } from './endpoint.ts'

/** Names are from clients and guests: quotes, paths and what is no plain text are replaced. */
const plainName = (name: string) => name.replaceAll(/[^\x20-\x7e]|["\\/%]/g, '_').slice(0, 200)

/** RFC 8187; half of a pair of surrogates has no encoding. */
const encodedName = (name: string) =>
  encodeURIComponent(name.slice(0, 200).replaceAll(/[/\p{Cs}]/gu, '_')).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** A file to be saved: a browser never shows it, whatever is in it. */
export function fileResponse({ name, size, body }: FileAnswer): Response {
  return new Response(body, {
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${plainName(name)}"; filename*=UTF-8''${encodedName(name)}`,
      ...(size !== null && { 'content-length': String(size) }),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  })
}
