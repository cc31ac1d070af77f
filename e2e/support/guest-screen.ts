import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { strokeOf } from '../../components/console/keys/layouts.ts'
import { GUEST_PASSWORD, until } from './slice.ts'

const COLUMNS = 80
const ROWS = 25
const GLYPH = 16

/** The font that a guest's text screen is drawn with lies in QEMU's VGA BIOS (Debian's seabios): glyph -> sign, ASCII only. */
function readFont(): Map<string, string> {
  const rom = readFileSync('/usr/share/seabios/vgabios-stdvga.bin')
  // Code page 437, 256 glyphs of 16 bytes; found by its letter A.
  const at = rom.indexOf(Buffer.from('000010386cc6c6fec6c6c6c600000000', 'hex')) - 65 * GLYPH
  if (at < 0) throw new Error('The VGA BIOS has no font where one was looked for')
  const signs = Array.from({ length: 95 }, (_, i) => 32 + i)
  return new Map(
    signs.map((code) => [rom.toString('hex', at + code * GLYPH, at + (code + 1) * GLYPH), String.fromCharCode(code)]),
  )
}
let font: Map<string, string> | undefined

/**
 * The picture of the VM's screen in the browser, read from its pixels; 80 x 25 signs, lines without trailing blanks.
 */
export async function readScreen(page: Page): Promise<string> {
  font ??= readFont()
  const cells = await page
    .getByRole('application')
    .locator('canvas')
    .evaluate(
      (canvas: HTMLCanvasElement, { columns, rows, glyph }) => {
        const { width, height } = canvas
        if (height !== rows * glyph || width % columns !== 0) return []
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height)
        const cell = width / columns
        const lit = (x: number, y: number) => {
          const at = 4 * (y * width + x)
          return data[at]! + data[at + 1]! + data[at + 2]! > 200 ? 1 : 0
        }
        return Array.from({ length: columns * rows }, (_, index) => {
          const left = (index % columns) * cell
          const top = Math.floor(index / columns) * glyph
          let bits = ''
          for (let y = 0; y < glyph; y++) {
            let byte = 0
            for (let x = 0; x < 8; x++) byte = (byte << 1) | lit(left + x, top + y)
            bits += byte.toString(16).padStart(2, '0')
          }
          return bits
        })
      },
      { columns: COLUMNS, rows: ROWS, glyph: GLYPH },
    )
  // What is no sign is the cursor, or a line of a frame.
  const signs = cells.map((bits) => font?.get(bits) ?? ' ').join('')
  return (signs.match(/.{80}/g) ?? [])
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd()
}

/** Waits for words on the VM's screen; answers all of it. Fails with what was there instead. */
export async function screenSays(page: Page, words: RegExp, seconds = 240): Promise<string> {
  let last = ''
  try {
    return await until(
      String(words),
      async () => {
        last = await readScreen(page)
        return words.test(last) && last
      },
      seconds,
      100,
    )
  } catch (fault) {
    throw new Error(`The screen does not say ${words} within ${seconds} s:\n${last}`, { cause: fault })
  }
}

/** Presses keys as a hand does on a US keyboard: Shift is a key of its own. */
export async function typeKeys(page: Page, text: string) {
  for (const sign of text) {
    const stroke = strokeOf('us', sign)
    const code = sign === '\n' ? 'Enter' : stroke?.code
    if (!code) throw new Error(`No key for ${JSON.stringify(sign)}`)
    // A guest in emulation reads its keyboard in its own time.
    await page.keyboard.press(stroke?.shift ? `Shift+${code}` : code, { delay: 15 })
  }
}

/** From the login prompt on the screen to root's shell, by keys. */
export async function logIn(page: Page, hostname: string) {
  await screenSays(page, new RegExp(`^${hostname} login:$`, 'm'))
  await typeKeys(page, 'root\n')
  await screenSays(page, /^Password:$/m)
  await typeKeys(page, `${GUEST_PASSWORD}\n`)
  await screenSays(page, /~ #$/)
}
