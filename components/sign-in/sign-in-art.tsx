import { rackUnits } from './rack-art.ts'

const lights = { ok: 'var(--ok-solid)', warn: 'var(--warn-solid)', fault: 'var(--fault-solid)' }

/** Five racks, for the empty half of the sign-in page. Says nothing, so it is hidden from readers. */
export function SignInArt() {
  return (
    <svg viewBox="0 0 440 460" aria-hidden="true" className="h-auto w-110 max-w-full">
      {[11, 27, 42, 58, 73].map((seed, at) => (
        <g key={seed} transform={`translate(${20 + at * 84} 0)`}>
          <rect x="0.5" y="20.5" width="71" height="420" rx="3" fill="var(--hw-rail)" stroke="var(--hw-frame)" />
          <rect x="6" y="26" width="60" height="409" fill="var(--hw-void)" />
          {rackUnits(seed).map((unit) => (
            <g key={unit.y}>
              <rect
                x="7"
                y={unit.y}
                width="58"
                height={unit.height}
                rx="1"
                fill="var(--hw-blank)"
                stroke="var(--hw-frame)"
                strokeWidth="0.75"
              />
              <circle cx="12" cy={unit.y + 3.3} r="1.2" fill={lights[unit.light]} />
              {unit.bays.map((bay) => (
                <rect
                  key={bay.x}
                  x={bay.x + 6}
                  y={bay.y}
                  width={bay.width}
                  height={bay.height}
                  rx="0.5"
                  fill="var(--hw-frame)"
                />
              ))}
            </g>
          ))}
        </g>
      ))}
    </svg>
  )
}
