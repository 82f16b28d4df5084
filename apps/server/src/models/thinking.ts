/** Marks around the thinking in a model's text. */
const marks: [open: string, close: string][] = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['<reasoning>', '</reasoning>'],
  ['[THINK]', '[/THINK]'],
  ['<|channel|>analysis<|message|>', '<|channel|>final<|message|>'],
]
/** Marks that begin thinking. */
export const thinkingMarks = marks.map(([open]) => open)

/** What a model wrote, without its thinking. */
export function withoutThinking(written: string): string {
  let text = written
  for (const [open, close] of marks) {
    for (let at = text.indexOf(close); at >= 0; at = text.indexOf(close)) {
      // Some servers send the first mark as part of the prompt, so the text before the last mark is thinking, too.
      const from = text.lastIndexOf(open, at)
      text = `${from < 0 ? '' : text.slice(0, from)}${text.slice(at + close.length)}`
    }
    const unclosed = text.indexOf(open)
    if (unclosed >= 0) text = text.slice(0, unclosed)
  }
  return text === written ? text : text.trimStart()
}

/** The thinking at the end of a text that no mark has ended yet; empty if there is none. */
export function openThinking(written: string): string {
  for (const [open, close] of marks) {
    const from = written.lastIndexOf(open)
    if (from >= 0 && !written.includes(close, from)) return written.slice(from + open.length)
  }
  return ''
}

/** Whether a text has marks of thinking. */
export function hasThinking(written: string): boolean {
  return marks.flat().some((mark) => written.includes(mark))
}
