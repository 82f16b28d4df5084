import type { EChartsCoreOption } from 'echarts/core'
import { chartFont, tokenTheme } from './token-theme.ts'

/** A chart with the words that it needs outside of the page. */
export interface ChartPicture {
  option: EChartsCoreOption
  /** Empty for none. */
  title: string
  /** Where its rows come from; empty if unknown. */
  source: string
}

/** The width of a picture and the height of its chart, in pixels: the shape of a slide or a page's column. */
const size = { width: 880, height: 440 }
const padding = 24
const titleStyle = { size: 18, line: 26, weight: 600, most: 2 }
const sourceStyle = { size: 12, line: 18, weight: 400, most: 1 }

/** A chart as SVG with its title above and its source below. Its colors are still tokens. */
export async function pictureOf({ option, title, source }: ChartPicture): Promise<string> {
  const { drawSvg } = await import('./draw-chart.ts')
  const chart = drawSvg(option, { width: size.width - 2 * padding + 24, height: size.height })
  return framed(chart, { title: fitted(title, titleStyle), source: fitted(source, sourceStyle) })
}

interface Words {
  title: string[]
  source: string[]
}

/** Puts lines of text above and below a chart. */
export function framed(chart: string, { title, source }: Words): string {
  const top = padding + title.length * titleStyle.line + (title.length > 0 ? 10 : 0)
  const bottom = top + size.height + (source.length > 0 ? 8 : 0)
  const height = bottom + source.length * sourceStyle.line + padding
  const placed = chart.replace('<svg ', `<svg x="${padding - 12}" y="${top}" `)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${height}" viewBox="0 0 ${size.width} ${height}">`,
    ...title.map((line, at) => textLine(line, padding + (at + 1) * titleStyle.line - 6, titleStyle, tokenTheme.text)),
    placed,
    ...source.map((line, at) =>
      textLine(line, bottom + (at + 1) * sourceStyle.line - 4, sourceStyle, tokenTheme.muted),
    ),
    '</svg>',
  ].join('')
}

type TextStyle = typeof titleStyle

function textLine(text: string, y: number, { size: fontSize, weight }: TextStyle, fill: string): string {
  return `<text x="${padding}" y="${y}" font-family="'${chartFont}', sans-serif" font-size="${fontSize}" font-weight="${weight}" fill="${fill}">${escaped(text)}</text>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** The text in lines that fit the picture; the last line says with an ellipsis that it was cut. */
function fitted(text: string, style: TextStyle): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter((one) => one !== '')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    if (lines.length > 0 && widthOf(longer, style) <= size.width - 2 * padding) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  const shown = lines.slice(0, style.most)
  return shown.map((line, at) => {
    const isCut = at === style.most - 1 && lines.length > style.most
    return shortened(isCut ? `${line}…` : line, style)
  })
}

function shortened(line: string, style: TextStyle): string {
  let text = line
  while (text.length > 1 && widthOf(text, style) > size.width - 2 * padding) text = `${text.slice(0, -2)}…`
  return text
}

let measuring: CanvasRenderingContext2D | null = null

function widthOf(text: string, { size: fontSize, weight }: TextStyle): number {
  measuring ??= document.createElement('canvas').getContext('2d')
  if (measuring === null) return text.length * fontSize * 0.55
  measuring.font = `${weight} ${fontSize}px '${chartFont}', sans-serif`
  return measuring.measureText(text).width
}
