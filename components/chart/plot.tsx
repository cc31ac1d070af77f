'use client'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { drawEvents } from './draw-events.ts'
import { timeTicks } from './scale.ts'

export type PlotProps = {
  /** Read instead of the picture. */
  label: string
  /** Seconds since 1970, ascending. */
  times: readonly number[]
  /** One or two series; null is a gap. */
  values: readonly (readonly (number | null)[])[]
  /** As many or none: lines of an earlier time, drawn dashed. */
  before: readonly (readonly (number | null)[])[]
  events: readonly { time: number; mark: string }[]
  onZoom: ((part: { from: number; to: number }) => void) | undefined
  top: number
  height: number
  /** Levels drawn dashed over the whole width, those that are `fault` as such. */
  levels: readonly { value: number; fault: boolean }[]
  /** Words on the value axis: 0, half, top. */
  format: (value: number) => string
  clock: (seconds: number) => string
  now: string
  /** The place under the pointer, null when it left. */
  onPoint: (index: number | null) => void
}

const names = [
  '--plot-1',
  '--plot-1-fill',
  '--plot-2',
  '--plot-grid',
  '--line-strong',
  '--text-3',
  '--warn-solid',
  '--fault-solid',
] as const
type Colours = Record<(typeof names)[number], string>

/** Tokens hold both themes; only a real element tells which one holds now. */
function coloursOf(box: HTMLElement): Colours {
  const probe = document.createElement('span')
  box.append(probe)
  const entries = names.map((name) => {
    probe.style.color = `var(${name})`
    return [name, getComputedStyle(probe).color]
  })
  probe.remove()
  return Object.fromEntries(entries) as Colours
}

/** The canvas of a chart, drawn by uPlot; loaded when the first chart is shown. */
export default function Plot(props: PlotProps) {
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(null)
  const latest = useRef(props)
  latest.current = props
  const { times, values, top, height } = props
  const count = values.length
  const behind = props.before.length
  const zooms = props.onZoom !== undefined
  const hasEvents = props.events.length > 0
  const marked = props.events.map(({ time, mark }) => `${time} ${mark}`).join()
  const drawn = props.levels.map(({ value, fault }) => `${value} ${fault}`).join()

  // biome-ignore lint/correctness/useExhaustiveDependencies: data and words go in without building it anew
  useEffect(() => {
    const element = box.current
    if (!element) return
    const draw = () => {
      plot.current?.destroy()
      plot.current = new uPlot(options(element, latest, count, behind), toData(latest.current), element)
    }
    draw()
    const size = new ResizeObserver(() => {
      plot.current?.setSize({ width: element.clientWidth, height: latest.current.height })
    })
    size.observe(element)
    const scheme = window.matchMedia('(prefers-color-scheme: dark)')
    scheme.addEventListener('change', draw)
    const theme = new MutationObserver(draw)
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      size.disconnect()
      theme.disconnect()
      scheme.removeEventListener('change', draw)
      plot.current?.destroy()
      plot.current = null
    }
  }, [height, count, behind, zooms, hasEvents])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `top` moves the scale when the data comes in
  useEffect(() => {
    plot.current?.setData(toData(latest.current))
  }, [times, values, props.before, top, drawn, marked])

  return <div ref={box} role="img" aria-label={props.label} style={{ height }} />
}

/** Pixels: a shorter drag is a click. */
const SMALLEST = 6

const toData = ({ times, values, before }: PlotProps): uPlot.AlignedData => [
  times as number[],
  ...[...values, ...before].map((one) => one as (number | null)[]),
]

function options(element: HTMLElement, latest: { current: PlotProps }, count: number, behind: number): uPlot.Options {
  const colour = coloursOf(element)
  const family = getComputedStyle(element).fontFamily
  const font = `10px ${family}`
  const [one, two] = [colour['--plot-1'], colour['--plot-2']]
  return {
    width: element.clientWidth,
    height: latest.current.height,
    // Up to the edge: `now` is written left of it, see below.
    padding: [latest.current.events.length > 0 ? 18 : 8, 1, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: latest.current.onZoom !== undefined, y: false, setScale: false },
      points: { size: 5, fill: (_plot, series) => (series === 1 ? one : two) },
    },
    scales: { y: { range: () => [0, latest.current.top] } },
    axes: [
      {
        size: 20,
        gap: 4,
        font,
        stroke: colour['--text-3'],
        grid: { show: false },
        ticks: { stroke: colour['--line-strong'], width: 1, size: 3 },
        splits: (plot) => {
          const { min = 0, max = 0 } = plot.scales.x ?? {}
          const offset = -new Date((max ?? 0) * 1000).getTimezoneOffset() * 60
          return [...timeTicks(min ?? 0, max ?? 0, Math.max(2, Math.floor(plot.width / 80)), offset), max ?? 0]
        },
        values: (_plot, splits) =>
          splits.map((at, place) => (place === splits.length - 1 ? '' : latest.current.clock(at))),
      },
      {
        // As wide as its longest word.
        size: (plot, words) => {
          if (!words) return 36
          plot.ctx.font = font
          return Math.max(36, Math.ceil(Math.max(...words.map((word) => plot.ctx.measureText(word).width))) + 10)
        },
        gap: 6,
        font,
        stroke: colour['--text-3'],
        grid: { stroke: colour['--plot-grid'], width: 1 },
        ticks: { show: false },
        splits: () => [0, latest.current.top / 2, latest.current.top],
        values: (_plot, splits) => splits.map((value) => latest.current.format(value)),
      },
    ],
    series: [
      {},
      ...[one, two].slice(0, count).map((stroke, place) => ({
        stroke,
        width: 1.25,
        points: { show: false },
        ...(place === 0 && { fill: colour['--plot-1-fill'] }),
      })),
      ...[one, two]
        .slice(0, behind)
        .map((stroke) => ({ stroke, width: 1, dash: [3, 3], alpha: 0.6, points: { show: false } })),
    ],
    hooks: {
      setSelect: [
        (plot) => {
          const { left, width } = plot.select
          if (width < SMALLEST) return
          latest.current.onZoom?.({ from: plot.posToVal(left, 'x'), to: plot.posToVal(left + width, 'x') })
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
        },
      ],
      setCursor: [(plot) => latest.current.onPoint(plot.cursor.idx ?? null)],
      // The line of zero is a little stronger than the two above it.
      draw: [
        (plot) => {
          const { left, top, width, height } = plot.bbox
          plot.ctx.fillStyle = colour['--line-strong']
          plot.ctx.fillRect(left, top + height, width, Math.max(1, Math.round(devicePixelRatio)))
          // Centred on the edge, as the axis writes its words, half of it would need a margin.
          plot.ctx.font = `${10 * devicePixelRatio}px ${family}`
          plot.ctx.fillStyle = colour['--text-3']
          plot.ctx.textAlign = 'right'
          plot.ctx.textBaseline = 'top'
          plot.ctx.fillText(latest.current.now, left + width, top + height + 7 * devicePixelRatio)
          drawEvents(plot, latest.current.events, colour, family)
          for (const { value, fault } of latest.current.levels) {
            const y = Math.round(plot.valToPos(value, 'y', true))
            plot.ctx.save()
            plot.ctx.strokeStyle = colour[fault ? '--fault-solid' : '--warn-solid']
            plot.ctx.lineWidth = devicePixelRatio
            plot.ctx.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio])
            plot.ctx.beginPath()
            plot.ctx.moveTo(left, y)
            plot.ctx.lineTo(left + width, y)
            plot.ctx.stroke()
            plot.ctx.restore()
          }
        },
      ],
    },
  }
}
