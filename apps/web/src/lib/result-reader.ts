/** The parts of a streamed answer before and after its rows, and the rows as they arrive. */
export interface ResultReader {
  /**
   * Takes the next piece of text; returns the number of rows so far. @throws SyntaxError for text that is not an answer
   */
  push: (text: string) => number
  /** The whole answer as one value, at the end of the text. @throws SyntaxError if it ended early */
  end: () => { results: unknown[] }
}

const rowsStart = /"results":\[/

/**
 * Reads `{…,"results":[[…],…],…}` piece by piece, so that a large answer never blocks the page for long and its rows
 * can be counted meanwhile. It only looks for the end of each row; the browser's own parser reads the cells.
 */
export function createResultReader(): ResultReader {
  let head: string | null = null
  let waiting = ''
  let tail: string | null = null
  const rows: unknown[] = []
  const scanner = createRowScanner()

  const takeRows = (text: string) => {
    const found = scanner.scan(text)
    if (found.end === null) {
      waiting = text
      if (found.lastRowEnd > 0) takeUntil(found.lastRowEnd)
      return
    }
    waiting = text
    takeUntil(found.end)
    tail = waiting.slice(1)
    waiting = ''
  }
  const takeUntil = (end: number) => {
    const text = waiting.slice(0, end).replace(/^,/, '')
    if (text.trim() !== '') for (const row of JSON.parse(`[${text}]`) as unknown[]) rows.push(row)
    waiting = waiting.slice(end)
    scanner.forget(end)
  }

  return {
    push: (text) => {
      if (tail !== null) {
        tail += text
        return rows.length
      }
      if (head === null) {
        waiting += text
        const start = rowsStart.exec(waiting)
        if (start === null) return 0
        const from = start.index + start[0].length
        head = waiting.slice(0, from)
        takeRows(waiting.slice(from))
      } else {
        takeRows(waiting + text)
      }
      return rows.length
    },
    end: () => {
      if (head === null || tail === null) throw new SyntaxError('the response is incomplete')
      const outside = JSON.parse(`${head}]${tail}`) as Record<string, unknown>
      return { ...outside, results: rows }
    },
  }
}

/** Finds the ends of rows and of the list of rows, continuing where it stopped. */
function createRowScanner() {
  let at = 0
  let depth = 0
  let inText = false
  let lastRowEnd = 0
  return {
    scan: (text: string): { lastRowEnd: number; end: number | null } => {
      for (; at < text.length; at++) {
        const code = text.codePointAt(at)
        if (inText) {
          if (code === backslash) at++
          else if (code === quote) inText = false
        } else if (code === quote) {
          inText = true
        } else if (code === openBracket) {
          depth++
        } else if (code === closeBracket) {
          if (depth === 0) return { lastRowEnd, end: at }
          depth--
          if (depth === 0) lastRowEnd = at + 1
        }
      }
      return { lastRowEnd, end: null }
    },
    /** The first `length` characters were removed from the text. */
    forget: (length: number) => {
      at -= length
      lastRowEnd = 0
    },
  }
}

const quote = 0x22
const backslash = 0x5c
const openBracket = 0x5b
const closeBracket = 0x5d
