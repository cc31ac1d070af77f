// noVNC ships no types; these are the parts used here (docs/API.md of the package).
declare module '@novnc/novnc' {
  export default class RFB extends EventTarget {
    constructor(target: HTMLElement, channel: WebSocket, options?: { shared?: boolean })
    viewOnly: boolean
    scaleViewport: boolean
    focusOnClick: boolean
    background: string
    qualityLevel: number
    compressionLevel: number
    disconnect(): void
    focus(options?: FocusOptions): void
    blur(): void
    sendKey(keysym: number, code: string, down?: boolean): void
    toBlob(callback: (blob: Blob | null) => void, type?: string): void
  }
}
