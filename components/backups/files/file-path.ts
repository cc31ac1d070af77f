/** A step of a path: how it is shown, and the path up to it as the server takes it. */
export type Step = { name: string; path: string }

/** Bytes of a path as the server writes it (base64url); none for what is no such text. */
function bytesOf(path: string): Uint8Array {
  try {
    return Uint8Array.from(atob(path.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

const textOf = (bytes: Uint8Array): string =>
  new TextDecoder().decode(bytes).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD')

const pathOf = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** The folders on the way to a path, without the root. Names are bytes: only a slash divides them. */
export function stepsOf(path: string): Step[] {
  const bytes = bytesOf(path)
  const steps: Step[] = []
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(0x2f, start)
    const end = found < 0 ? bytes.length : found
    steps.push({ name: textOf(bytes.subarray(start, end)), path: pathOf(bytes.subarray(0, end)) })
    start = end + 1
  }
  return steps
}
