import type uPlot from 'uplot'

const RADIUS = 7

/** Draws events as dashed lines with their mark in a ring above the graph. */
export function drawEvents(
  plot: uPlot,
  events: readonly { time: number; mark: string }[],
  colour: { '--text-3': string; '--line-strong': string },
  family: string,
): void {
  const { ctx } = plot
  const { left, top, width, height } = plot.bbox
  const dots = devicePixelRatio
  for (const { time, mark } of events) {
    const x = Math.round(plot.valToPos(time, 'x', true))
    if (x < left || x > left + width) continue
    ctx.save()
    ctx.strokeStyle = colour['--text-3']
    ctx.lineWidth = dots
    ctx.setLineDash([2 * dots, 2 * dots])
    ctx.beginPath()
    ctx.moveTo(x, top)
    ctx.lineTo(x, top + height)
    ctx.stroke()
    ctx.setLineDash([])
    ctx.strokeStyle = colour['--line-strong']
    ctx.beginPath()
    // A ring at the edge stays whole.
    const centre = Math.min(Math.max(x, left + RADIUS * dots), left + width - RADIUS * dots)
    ctx.arc(centre, top - (RADIUS + 1) * dots, RADIUS * dots, 0, 2 * Math.PI)
    ctx.stroke()
    ctx.font = `${9 * dots}px ${family}`
    ctx.fillStyle = colour['--text-3']
    ctx.textAlign = 'center'
    ctx.textBaseline = 'middle'
    ctx.fillText(mark, centre, top - RADIUS * dots)
    ctx.restore()
  }
}
