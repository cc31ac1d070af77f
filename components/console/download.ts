/** Hands a file to the person. */
export function download(blob: Blob, fileName: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** `web-1 2026-11-21 03-00-05.png`: sorts by time, and every system takes it. */
export function stampedName(name: string, now: Date, extension: string): string {
  const pad = (n: number) => String(n).padStart(2, '0')
  const day = [now.getFullYear(), pad(now.getMonth() + 1), pad(now.getDate())].join('-')
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(pad).join('-')
  const safe = name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '')
  return `${safe || 'console'} ${day} ${time}.${extension}`
}
