import type { ITheme } from '@xterm/xterm'

/** Colours come from the tokens: the library paints on a canvas of its own and cannot read classes. */
export function terminalTheme(element: HTMLElement): ITheme {
  const read = (name: string) => {
    const probe = document.createElement('span')
    probe.style.color = `var(${name})`
    element.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }
  return {
    background: read('--screen'),
    foreground: read('--screen-text'),
    cursor: read('--screen-text'),
    brightBlack: read('--screen-dim'),
    selectionBackground: 'rgba(140, 140, 245, 0.4)',
    red: '#ff8f86',
    green: '#5cc98a',
    yellow: '#e3b057',
    blue: '#7db7f5',
  }
}
