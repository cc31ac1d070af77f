import type { DrawnDevice } from '../../../server/domain/rack/diagram.ts'
import { frame, heightOf, type Side, topOf, UNIT } from '../diagram/geometry.ts'
import { rowsOf } from '../diagram/rows.ts'

/** What a picture of a rack carries besides the drawing: its title, and a name beside every device. */
export type PictureLabels = { title: string; free: string; reserved: string; other: string }

const HEAD = 32
const NAMES = 190
const NS = 'http://www.w3.org/2000/svg'

/** An SVG file of the drawing: colours are fixed as on paper, nothing refers to the page. */
export function pictureOf(
  svg: SVGSVGElement,
  devices: readonly DrawnDevice[],
  units: number,
  seen: Side,
  words: PictureLabels,
): string {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const width = frame.width + NAMES
  const height = heightOf(units) + HEAD
  copy.setAttribute('xmlns', NS)
  copy.setAttribute('viewBox', `0 ${-HEAD} ${width} ${height}`)
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  for (const name of ['class', 'style', 'aria-label', 'role']) copy.removeAttribute(name)
  for (const part of copy.querySelectorAll('[class],[data-device]')) {
    part.removeAttribute('class')
    part.removeAttribute('data-device')
  }
  const ground = document.createElementNS(NS, 'rect')
  for (const [name, value] of Object.entries({ x: 0, y: -HEAD, width, height, fill: 'var(--bg)' }))
    ground.setAttribute(name, String(value))
  copy.prepend(ground)
  copy.append(textAt(8, -10, words.title, 14, 600, 'var(--text)'))
  for (const row of rowsOf(devices, units, seen)) {
    const y = topOf(row, units) + (row.size * UNIT) / 2 + 4
    const names =
      row.kind === 'devices'
        ? row.devices.map((device) => (device.kind === 'reserved' ? words.reserved : device.name)).join(', ')
        : words[row.kind]
    copy.append(
      textAt(
        frame.width + 6,
        y,
        names.length > 30 ? `${names.slice(0, 29)}…` : names,
        11,
        row.kind === 'devices' ? 500 : 400,
        row.kind === 'devices' ? 'var(--text)' : 'var(--text-3)',
      ),
    )
  }
  return onPaper(new XMLSerializer().serializeToString(copy))
}

function textAt(x: number, y: number, words: string, size: number, weight: number, fill: string) {
  const text = document.createElementNS(NS, 'text')
  for (const [name, value] of Object.entries({ x, y, 'font-size': size, 'font-weight': weight, fill }))
    text.setAttribute(name, String(value))
  text.textContent = words
  return text
}

/** Puts the light theme's values in place of the tokens. */
function onPaper(source: string): string {
  const probe = document.createElement('span')
  probe.style.colorScheme = 'light'
  document.body.append(probe)
  const known = new Map<string, string>([
    ['--font', 'Inter, system-ui, sans-serif'],
    ['--mono', 'JetBrains Mono, monospace'],
  ])
  const colourOf = (name: string) => {
    const seen = known.get(name)
    if (seen) return seen
    probe.style.color = `var(${name})`
    const value = getComputedStyle(probe).color
    known.set(name, value)
    return value
  }
  const text = source.replaceAll(/var\((--[\w-]+)\)/g, (_, name: string) => colourOf(name))
  probe.remove()
  return text
}

/** Names of files carry no signs that a file system minds. */
const fileName = (name: string, ending: string) => `${name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}.${ending}`

export function saveSvg(name: string, source: string) {
  save(new Blob([source], { type: 'image/svg+xml' }), fileName(name, 'svg'))
}

/** The same at twice the size, for documents that take no SVG. */
export async function savePng(name: string, source: string) {
  const image = new Image()
  const url = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`
  await new Promise((done, fail) => {
    image.onload = done
    image.onerror = fail
    image.src = url
  })
  const canvas = document.createElement('canvas')
  canvas.width = image.width * 2
  canvas.height = image.height * 2
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw pictures')
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (!blob) throw new Error('This browser cannot make PNG files')
  save(blob, fileName(name, 'png'))
}

function save(blob: Blob, name: string) {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
