/** The sign of the product. */
export function BrandMark() {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className="block size-5 flex-none">
      <rect x="2.5" y="1.5" width="15" height="17" rx="3" fill="var(--text)" />
      <rect x="5" y="4.5" width="10" height="2.5" rx=".75" fill="var(--bg-app)" opacity=".55" />
      <rect x="5" y="8.75" width="10" height="2.5" rx=".75" fill="var(--plot-1)" />
      <rect x="5" y="13" width="10" height="2.5" rx=".75" fill="var(--bg-app)" opacity=".55" />
    </svg>
  )
}
