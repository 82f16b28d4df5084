import type { ChartTheme } from './chart-theme.ts'

/** The font family of charts, as named in the style sheets. */
export const chartFont = 'Inter Variable'

/** Colors as the page's own tokens: the browser resolves them, so a chart follows the theme automatically. */
export const tokenTheme: ChartTheme = {
  text: 'var(--text)',
  muted: 'var(--text-muted)',
  line: 'var(--line)',
  surface: 'var(--bg-raised)',
  palette: [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `var(--data-${number})`),
  font: `'${chartFont}', ui-sans-serif, system-ui, sans-serif`,
}

/**
 * A standalone drawing: every token becomes its color on a plain background, without characters that are
 * allowed in values but not in XML.
 */
export function withResolvedTokens(svg: string, colorOf: (token: string) => string): string {
  const resolved = svg
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/var\((--[\w-]+)\)/g, (_, token: string) => colorOf(token))
  return resolved.replace(
    /<svg\b[^>]*>/,
    (tag) => `${tag}<rect width="100%" height="100%" fill="${colorOf('--bg-raised')}"/>`,
  )
}
