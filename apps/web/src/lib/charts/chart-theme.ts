/** The current theme's tokens, as colors that a charting library can read. */
export interface ChartTheme {
  text: string
  muted: string
  line: string
  /** The background of a tooltip. */
  surface: string
  /** The data palette in order. */
  palette: string[]
  font: string
}
