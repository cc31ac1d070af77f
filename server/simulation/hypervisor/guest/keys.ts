const enter = 0xff0d
const special: Record<number, string> = {
  65288: '\x7f',
  65289: '\t',
  65290: '\r',
  [enter]: '\r',
  65421: '\r',
  65307: '\x1b',
  65535: '\x1b[3~',
  65361: '\x1b[D',
  65362: '\x1b[A',
  65363: '\x1b[C',
  65364: '\x1b[B',
  65360: '\x1b[H',
  65367: '\x1b[F',
}
/** Modifiers and locks are no signs of their own: the sender has applied them to the keysym. */
const isModifier = (keysym: number) => (keysym >= 0xffe1 && keysym <= 0xffee) || keysym === 0xff7f || keysym === 0xfe03
const CONTROL = [0xffe3, 0xffe4]
const ALT = [0xffe9, 0xffea]
const DELETE = [0xffff, 0xff9f]

const koi8 = new TextDecoder('koi8-r')

/** The sign of an X11 keysym (X11 protocol, appendix A); empty for keys that write nothing. */
export function signOf(keysym: number): string {
  const known = special[keysym]
  if (known !== undefined) return known
  if ((keysym >= 0x20 && keysym < 0x7f) || (keysym >= 0xa0 && keysym <= 0xff)) return String.fromCodePoint(keysym)
  if (keysym >= 0x01000100 && keysym <= 0x0110ffff) return String.fromCodePoint(keysym - 0x01000000)
  // The old Cyrillic block follows KOI8-R.
  if (keysym === 0x6a3 || keysym === 0x6b3 || (keysym >= 0x6c0 && keysym <= 0x6ff)) {
    return koi8.decode(Uint8Array.of(keysym & 0xff))
  }
  if (keysym >= 0xffb0 && keysym <= 0xffb9) return String(keysym - 0xffb0) // keypad
  if (keysym >= 0xffaa && keysym <= 0xffaf) return '*+,-./'.charAt(keysym - 0xffaa)
  return ''
}

/** A keyboard: turns key events into terminal input, and recognizes Ctrl-Alt-Del. */
export class Keyboard {
  #held = new Set<number>()
  #type: (text: string) => void
  #onReset: () => void

  constructor(type: (text: string) => void, onReset: () => void) {
    this.#type = type
    this.#onReset = onReset
  }

  key(keysym: number, down: boolean): void {
    if (isModifier(keysym)) {
      if (down) this.#held.add(keysym)
      else this.#held.delete(keysym)
      return
    }
    if (!down) return
    const control = CONTROL.some((key) => this.#held.has(key))
    if (control && DELETE.includes(keysym) && ALT.some((key) => this.#held.has(key))) {
      this.#onReset()
      return
    }
    const sign = signOf(keysym)
    if (control && /^[a-z[\\\]^_@]$/i.test(sign))
      this.#type(String.fromCharCode(sign.toUpperCase().charCodeAt(0) & 0x1f))
    else if (sign) this.#type(sign)
  }
}
