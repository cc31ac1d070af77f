// Set up before each test of screens: what pages are drawn with and jsdom does not have.

Element.prototype.scrollIntoView = () => {}
Element.prototype.scrollTo = () => {}
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.matchMedia = (media) => ({ matches: false, media, addEventListener() {}, removeEventListener() {} }) as never
