import type { ChartTheme } from './chart-option.ts'

/** Colours as the page's own tokens: the browser resolves them, so a chart follows the theme by itself. */
export const tokenTheme: ChartTheme = {
  text: 'var(--text)',
  muted: 'var(--text-muted)',
  line: 'var(--line)',
  surface: 'var(--bg-raised)',
  palette: [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `var(--data-${number})`),
  font: "'Inter Variable', ui-sans-serif, system-ui, sans-serif",
}

/** A drawing that stands alone: every token replaced by the colour that it has now, on its own background. */
export function withResolvedTokens(svg: string, colorOf: (token: string) => string): string {
  const resolved = svg.replaceAll(/var\((--[\w-]+)\)/g, (_, token: string) => colorOf(token))
  return resolved.replace(/<svg\b[^>]*>/, (tag) => `${tag}<rect width="100%" height="100%" fill="${colorOf('--bg')}"/>`)
}
