import type { TextFigure } from '@parlance/contract'

/** The cells of a result that a figure comes from. */
export type FigureCells = TextFigure['sources'][number]

/** Shows an answer's rows: its last result, or the one that a figure or a step is from; on request with its chart. */
export type ShowResult = (messageId: string, cells?: FigureCells, withChart?: boolean) => void
