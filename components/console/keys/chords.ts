import type { KeyStep } from './paste.ts'

type Key = { code: string; keysym: number }

const control: Key = { code: 'ControlLeft', keysym: 0xffe3 }
const alt: Key = { code: 'AltLeft', keysym: 0xffe9 }
const functionKey = (n: number): Key => ({ code: `F${n}`, keysym: 0xffbd + n })

/** Keys that a browser keeps for itself, or that a keyboard may not have. */
export type Chord = { id: string; label: string; keys: Key[] }

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

export const ctrlAltDel: Chord = {
  id: 'ctrl-alt-del',
  label: 'Ctrl-Alt-Del',
  keys: [control, alt, { code: 'Delete', keysym: 0xffff }],
}

/** Groups of the keys menu; their headings are words of the catalogue. */
export const chordGroups: readonly { heading: 'special' | 'terminals' | 'functionKeys'; chords: readonly Chord[] }[] = [
  {
    heading: 'special',
    chords: [
      ctrlAltDel,
      {
        id: 'ctrl-alt-backspace',
        label: 'Ctrl-Alt-Backspace',
        keys: [control, alt, { code: 'Backspace', keysym: 0xff08 }],
      },
      { id: 'alt-tab', label: 'Alt-Tab', keys: [alt, { code: 'Tab', keysym: 0xff09 }] },
      { id: 'alt-f4', label: 'Alt-F4', keys: [alt, functionKey(4)] },
      { id: 'super', label: 'Super', keys: [{ code: 'MetaLeft', keysym: 0xffeb }] },
      { id: 'compose', label: 'Compose', keys: [{ code: 'ContextMenu', keysym: 0xff67 }] },
      { id: 'escape', label: 'Esc', keys: [{ code: 'Escape', keysym: 0xff1b }] },
      { id: 'print', label: 'Print Screen', keys: [{ code: 'PrintScreen', keysym: 0xff61 }] },
    ],
  },
  {
    heading: 'terminals',
    chords: range(1, 7).map((n) => ({
      id: `ctrl-alt-f${n}`,
      label: `Ctrl-Alt-F${n}`,
      keys: [control, alt, functionKey(n)],
    })),
  },
  {
    heading: 'functionKeys',
    chords: range(1, 12).map((n) => ({ id: `f${n}`, label: `F${n}`, keys: [functionKey(n)] })),
  },
]

/** All down in order, all up in reverse. */
export const stepsOfChord = ({ keys }: Chord): KeyStep[] => [
  ...keys.map((key) => ({ ...key, down: true })),
  ...[...keys].reverse().map((key) => ({ ...key, down: false })),
]
