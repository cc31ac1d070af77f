const browsers: readonly [RegExp, string][] = [
  [/\bEdg\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\b(Chrome|HeadlessChrome|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const named = (list: readonly [RegExp, string][], text: string) => list.find(([sign]) => sign.test(text))?.[1]

/** What a User-Agent header says to people: "Firefox, Linux"; of a program its first word (`curl/8.5.0`). */
export function agentLabel(agent: string): string {
  const browser = named(browsers, agent)
  if (browser) return [browser, named(systems, agent)].filter(Boolean).join(', ')
  return agent.split(/\s/)[0]?.slice(0, 60) ?? ''
}
