import type uPlot from 'uplot'
import { joinMarks } from './event-marks.ts'

const RADIUS = 7
/** Between the edge of a mark and its number, and between two marks. */
const GAP = 3

/** Draws events as dashed lines with their mark in a ring above the graph; those without room have one together. */
export function drawEvents(
  plot: uPlot,
  events: readonly { time: number; mark: string }[],
  colour: { '--text-3': string; '--line-strong': string },
  family: string,
): void {
  const { ctx } = plot
  const { left, top, width, height } = plot.bbox
  const dots = devicePixelRatio
  const shown = events
    .map(({ time, mark }) => ({ x: Math.round(plot.valToPos(time, 'x', true)), mark }))
    .filter(({ x }) => x >= left && x <= left + width)
    .sort((a, b) => a.x - b.x)
  ctx.save()
  ctx.lineWidth = dots
  ctx.strokeStyle = colour['--text-3']
  ctx.setLineDash([2 * dots, 2 * dots])
  for (const x of new Set(shown.map((one) => one.x))) {
    ctx.beginPath()
    ctx.moveTo(x, top)
    ctx.lineTo(x, top + height)
    ctx.stroke()
  }
  ctx.setLineDash([])
  ctx.strokeStyle = colour['--line-strong']
  ctx.font = `${9 * dots}px ${family}`
  ctx.fillStyle = colour['--text-3']
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  const halfOf = (label: string) => Math.max(RADIUS * dots, ctx.measureText(label).width / 2 + GAP * dots)
  for (const { centre, half, label } of joinMarks(shown, halfOf, GAP * dots)) {
    // A ring at the edge stays whole.
    const x = Math.min(Math.max(centre, left + half), left + width - half)
    ctx.beginPath()
    ctx.roundRect(x - half, top - (2 * RADIUS + 1) * dots, 2 * half, 2 * RADIUS * dots, RADIUS * dots)
    ctx.stroke()
    ctx.fillText(label, x, top - RADIUS * dots)
  }
  ctx.restore()
}
